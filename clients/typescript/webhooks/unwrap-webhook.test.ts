import { readFileSync } from "node:fs";

import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";

import { Plumbline } from "../plumbline.ts";
import { WebhookVerificationError } from "./unwrap-webhook.ts";

const { webhooks } = new Plumbline({ apiKey: null });

interface Delivery {
  readonly name: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly now: number;
  readonly event?: object;
}

const file = new URL("../../conformance/webhooks/cases.json", import.meta.url);
const { cases } = JSON.parse(readFileSync(file, "utf8")) as { readonly cases: readonly Delivery[] };

test.each(cases)("a delivery: $name", async ({ body, headers, secrets, now, event }) => {
  const given = { now: new Date(now * 1000) };
  const outcome = webhooks.unwrap(body, headers, secrets, given);
  if (event === undefined) await expect(outcome).rejects.toBeInstanceOf(WebhookVerificationError);
  else expect(await outcome).toEqual(event);
});

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=";

test("what the reference library signs now is taken now, as text, bytes, Headers and Node's headers", async () => {
  const body = '{"id":"evt_1","type":"breach.opened","vehicle_id":"Zürich"}';
  const now = new Date();
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign("msg_1", now, body),
  };
  const bytes = new TextEncoder().encode(body);
  const node = {
    ...headers,
    "webhook-signature": [headers["webhook-signature"]],
    host: "x",
    cookie: undefined,
  };
  for (const given of [headers, new Headers(headers), node]) {
    expect(await webhooks.unwrap(bytes, given, secret)).toMatchObject({ id: "evt_1" });
    expect(await webhooks.unwrap(body, given, [secret])).toMatchObject({ vehicle_id: "Zürich" });
  }
});

test.each(["", "whsec_", "whsec_not base64!", "whsec_a"])(
  "a secret that is none (%j) is the receiver's own fault, and is not repeated",
  async (wrong) => {
    const headers = { "webhook-id": "m", "webhook-timestamp": "1", "webhook-signature": "v1,AAAA" };
    const call = webhooks.unwrap("{}", headers, wrong, { now: new Date(1000) });
    await expect(call).rejects.toThrow(TypeError);
    await expect(call).rejects.not.toThrow(/not base64!/u);
  },
);

test("a tolerance of one's own is kept to", async () => {
  const [{ body, headers, secrets, now }] = cases as [Delivery];
  const late = { now: new Date((now + 20) * 1000) };
  await expect(webhooks.unwrap(body, headers, secrets, { ...late, toleranceS: 10 })).rejects.toThrow(
    /too long/u,
  );
  expect(await webhooks.unwrap(body, headers, secrets, { ...late, toleranceS: 30 })).toHaveProperty("id");
});
