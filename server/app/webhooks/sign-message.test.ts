import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";

import { newWebhookSecret, signatureHeaders } from "./sign-message.ts";

const secret = newWebhookSecret((count) => Buffer.alloc(count, 3));
const other = newWebhookSecret((count) => Buffer.alloc(count, 4));
const now = () => Math.floor(Date.now() / 1_000);

test("the reference library takes the signature, and refuses it for any other body, id, time or secret", () => {
  const body = '{"type":"vehicle.tier_changed","note":"Zürich ✓"}';
  const headers = signatureHeaders({ id: "evt_1", timestampS: now(), body }, [secret]);
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow("No matching signature");
  expect(() => new Webhook(secret).verify(body, { ...headers, "webhook-id": "evt_2" })).toThrow(
    "No matching",
  );
  const later = { ...headers, "webhook-timestamp": String(now() + 60) };
  expect(() => new Webhook(secret).verify(body, later)).toThrow("No matching signature");
  expect(() => new Webhook(other).verify(body, headers)).toThrow("No matching signature");
});

test("while a secret is being replaced, both receivers take the message", () => {
  const headers = signatureHeaders({ id: "evt_1", timestampS: now(), body: "{}" }, [secret, other]);
  expect(headers["webhook-signature"]!.split(" ")).toHaveLength(2);
  expect(new Webhook(secret).verify("{}", headers)).toEqual({});
  expect(new Webhook(other).verify("{}", headers)).toEqual({});
});

test("the vector of the Standard Webhooks specification", () => {
  const vector = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const parts = {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    timestampS: 1_614_265_330,
    body: '{"test": 2432232314}',
  };
  expect(signatureHeaders(parts, [vector])["webhook-signature"]).toBe(
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  );
});

test("a secret is 32 random bytes", () => {
  expect(Buffer.from(secret.slice(6), "base64")).toHaveLength(32);
  expect(secret).not.toBe(other);
});
