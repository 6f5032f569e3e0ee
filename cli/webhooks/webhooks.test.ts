import { expect, test } from "vitest";
import type { Webhook, WebhookDelivery, WebhookWithSecret } from "../../core/contract/types.ts";
import { namedSchemas, type SchemaName } from "../../core/contract/schemas/named-schemas.ts";
import { answeringService } from "../answering-service-for-tests.ts";
import { runRecorded } from "../run-recorded-for-tests.ts";

const webhook = exampleOf("Webhook") as Webhook;
const withSecret = exampleOf("WebhookWithSecret") as WebhookWithSecret;
const delivery = exampleOf("WebhookDelivery") as WebhookDelivery;
const id = webhook.id;

test("create sends what was named and shows the secret, alone on its line", async () => {
  const service = await answeringService({ "/v1/webhooks": withSecret });
  const { out, exitCode } = await runRecorded([
    "webhooks",
    "create",
    "https://ops.example.com/hook",
    "--url",
    service.url,
    "--event",
    "breach.opened",
    "vehicle.silent",
    "--fleet",
    "all",
    "--format",
    "slack",
  ]);
  expect(exitCode).toBe(0);
  expect(out.split("\n")[0]).toBe(withSecret.secret);
  expect(out).toContain("only time it is shown");
  expect(service.seen.map(({ method, body }) => [method, JSON.parse(body)])).toEqual([
    [
      "POST",
      {
        url: "https://ops.example.com/hook",
        format: "slack",
        event_types: ["breach.opened", "vehicle.silent"],
        fleets: null,
      },
    ],
  ]);
});

test("the list tells how each webhook fares, and says what to type when there is none", async () => {
  const disabled = { ...webhook, enabled: false, disabled_reason: "gone", dead: 12 };
  const failing = { ...webhook, failing_since: webhook.created_at, pending: 3 };
  const data = [webhook, failing, disabled];
  const service = await answeringService({ "/v1/webhooks": { data, has_more: false, next_cursor: null } });
  const { out } = await runRecorded(["webhooks", "list", "--url", service.url]);
  expect(out).toMatch(/enabled\s+0\s+0\n.*ops\.example\.com/);
  expect(out).toMatch(/failing\s+3\s+0\n/);
  expect(out).toMatch(/disabled \(gone\)\s+0\s+12\n/);
  const none = await answeringService({ "/v1/webhooks": { data: [], has_more: false, next_cursor: null } });
  expect((await runRecorded(["webhooks", "list", "--url", none.url])).out).toContain("webhooks create");
});

test("update sends only what was named, and nothing is refused", async () => {
  const service = await answeringService({ [`/v1/webhooks/${id}`]: { ...webhook, enabled: false } });
  const { out } = await runRecorded(["webhooks", "update", id, "--disable", "--url", service.url]);
  expect(out).toContain("disabled");
  expect(service.seen.map(({ method, body }) => [method, body])).toEqual([["PATCH", '{"enabled":false}']]);
  const { exitCode, err } = await runRecorded(["webhooks", "update", id, "--url", service.url]);
  expect(exitCode).toBe(2);
  expect(err).toContain("nothing to change");
});

test("rotate takes the overlap in hours", async () => {
  const service = await answeringService({ [`/v1/webhooks/${id}/secret`]: withSecret });
  const { out } = await runRecorded(["webhooks", "rotate", id, "--overlap", "0", "--url", service.url]);
  expect(out.split("\n")[0]).toBe(withSecret.secret);
  expect(service.seen[0]?.body).toBe('{"overlap_hours":0}');
});

test("a test that was not accepted fails, with what the receiver said", async () => {
  const dead = { ...delivery, status: "dead", next_attempt_at: null };
  const service = await answeringService({ [`/v1/webhooks/${id}/test`]: dead });
  const { out, exitCode } = await runRecorded(["webhooks", "test", id, "--url", service.url]);
  expect(exitCode).toBe(1);
  expect(out).toBe("not delivered: status_refused, status 503 after 132 ms: upstream connect error\n");
});

test("deliveries are listed with their last answer", async () => {
  const path = `/v1/webhooks/${id}/deliveries`;
  const service = await answeringService({
    [path]: { data: [delivery], has_more: false, next_cursor: null },
  });
  const { out } = await runRecorded(["webhooks", "deliveries", id, "--status", "dead", "--url", service.url]);
  expect(service.seen.map(({ url }) => url)).toEqual([`${path}?limit=20&status=dead`]);
  expect(out).toMatch(
    /dlv_\w+ +2026-03-01 08:00:00 +vehicle\.tier_changed +veh-0042 +pending +1 +503 status_refused/,
  );
});

test("replay sends named deliveries, or all dead letters of a time until none is left", async () => {
  const one = await answeringService({
    [`/v1/webhooks/${id}/deliveries/${delivery.id}/replay`]: delivery,
  });
  const named = await runRecorded(["webhooks", "replay", id, delivery.id, "--url", one.url]);
  expect(named.out).toBe(`${delivery.id} is queued again\n`);
  const all = await answeringService({ [`/v1/webhooks/${id}/replay`]: { replayed: 1, has_more: false } });
  const { out } = await runRecorded([
    "webhooks",
    "replay",
    id,
    "--from",
    "2026-03-01T00:00:00Z",
    "--url",
    all.url,
  ]);
  expect(out).toBe("1 dead letter is queued again\n");
  expect(all.seen[0]?.body).toBe('{"from":"2026-03-01T00:00:00Z"}');
});

test("delete says that it is gone", async () => {
  const service = await answeringService({ [`/v1/webhooks/${id}`]: { id, deleted: true } });
  const { out } = await runRecorded(["webhooks", "delete", id, "--url", service.url]);
  expect(out).toBe(`${id} is deleted\n`);
  expect(service.seen[0]?.method).toBe("DELETE");
});

/** The published one. */
function exampleOf(name: SchemaName): unknown {
  return (namedSchemas[name] as { readonly examples?: readonly unknown[] }).examples?.[0];
}
