import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook as Verifier } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";

import type {
  EventList,
  Problem,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryList,
  WebhookList,
  WebhookReplay,
  WebhookWithSecret,
} from "../../core/contract/types.ts";
import { administer, serve, type RunningService } from "../../server/main.ts";

interface Received {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

let dataDir = "";
let service: RunningService;
let receiver: ReturnType<typeof createServer>;
let base: string;
const received: Received[] = [];
const statuses = new Map<string, number>();
const keys = new Map<string, string>();

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "plumbline-webhooks-api-"));
  receiver = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const path = request.url!;
      const headers = request.headers as Record<string, string>;
      received.push({ path, headers, body: Buffer.concat(pieces).toString() });
      response.writeHead(statuses.get(path) ?? 200).end("seen");
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const administration = administer({ dataDir, env: {} });
  const make = async (
    name: string,
    organisation: string,
    grants: object,
    fleets: readonly string[] | null = null,
  ) => keys.set(name, (await administration.createKey({ organisation, name, grants, fleets } as never)).key);
  await make("admin", "acme", { preset: "admin" });
  await make("other", "other", { preset: "admin" });
  await make("engineer", "acme", { preset: "engineer" });
  await make("north", "acme", { scopes: ["webhooks:manage"] }, ["north", "east"]);
  administration.close();
  service = await begin();
});

afterAll(async () => {
  await service.stop();
  receiver.closeAllConnections();
  receiver.close();
  rmSync(dataDir, { recursive: true });
});

function begin(env: Record<string, string> = {}): Promise<RunningService> {
  return serve({ host: "127.0.0.1", port: 0, dataDir, dev: true, logLevel: "silent", env });
}

interface Asked {
  readonly by?: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what an answer is, the test that asks knows
async function ask<T = Problem>(
  method: string,
  path: string,
  { by = "admin", body, idempotencyKey }: Asked = {},
) {
  const answer = await fetch(`${service.url}/v1/webhooks${path}`, {
    method,
    headers: {
      authorization: `Bearer ${keys.get(by)}`,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, headers: answer.headers, body: JSON.parse(text) as T };
}

async function make(path: string, changes: object = {}, by = "admin"): Promise<WebhookWithSecret> {
  const made = await ask<WebhookWithSecret>("POST", "", { by, body: { url: base + path, ...changes } });
  expect(made.status).toBe(200);
  return made.body;
}

/** Frames that change a vehicle's baseline, and so make events. */
async function drive(vehicleId: string, fleetId = "north"): Promise<void> {
  const frames = Array.from({ length: 60 }, (_, at) => ({
    vehicle_id: vehicleId,
    timestamp: new Date(Date.UTC(2025, 2, 1) + at * 60_000).toISOString(),
    sensors: { radar_range_bias_m: 0.02 * Math.sin(at * 2.4) },
    metadata: { fleet_id: fleetId },
  }));
  const answer = await fetch(`${service.url}/v1/telemetry/ingest`, {
    method: "POST",
    headers: { authorization: `Bearer ${keys.get("admin")}`, "content-type": "application/json" },
    body: JSON.stringify(frames),
  });
  expect(answer.status).toBe(200);
}

/** As the list of events tells them. */
async function eventsOf(vehicleId: string): Promise<readonly object[]> {
  const answer = await fetch(`${service.url}/v1/events?vehicle_id=${vehicleId}`, {
    headers: { authorization: `Bearer ${keys.get("admin")}`, accept: "application/json" },
  });
  return ((await answer.json()) as EventList).data;
}

const at = (path: string) => received.filter((one) => one.path === path);

test("a webhook is made with its secret, which no later answer holds", async () => {
  const { secret, ...webhook } = await make("/made", { description: "desk", event_types: ["breach.opened"] });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const shown = await ask<Webhook>("GET", `/${webhook.id}`);
  expect(shown.body).toEqual(webhook);
  expect(shown.text).not.toContain("whsec_");
  expect((await ask("GET", "")).text).not.toContain("whsec_");
});

test("nothing in the data folder shows a secret, not even the kept answer of the request that made it", async () => {
  const asked = { body: { url: `${base}/sealed` }, idempotencyKey: "sealed" };
  const first = await ask<WebhookWithSecret>("POST", "", asked);
  for (const name of readdirSync(dataDir).filter((one) => one.includes(".db"))) {
    const bytes = readFileSync(join(dataDir, name));
    expect([name, bytes.includes(first.body.secret)]).toEqual([name, false]);
  }
  const repeat = await ask("POST", "", asked);
  expect(repeat.text).toBe(first.text);
  expect(repeat.headers.get("idempotent-replayed")).toBe("true");
  const list = (await ask<WebhookList>("GET", "")).body.data;
  expect(list.filter(({ url }) => url.endsWith("/sealed"))).toHaveLength(1);
});

test("events arrive signed, in the order of each vehicle, and are told in the log", async () => {
  const { id, secret } = await make("/events");
  await drive("veh-events");
  const happened = await eventsOf("veh-events");
  expect(happened.length).toBeGreaterThanOrEqual(2);
  await expect.poll(() => at("/events").length).toBe(happened.length);
  const events = at("/events").map(
    ({ body, headers }) => new Verifier(secret).verify(body, headers) as { id: string },
  );
  expect(events).toEqual(happened);
  expect(at("/events")[0]?.headers).toMatchObject({
    "webhook-id": events[0]?.id,
    "content-type": "application/json",
  });
  await expect
    .poll(
      async () =>
        (await ask<WebhookDeliveryList>("GET", `/${id}/deliveries?status=delivered`)).body.data.length,
    )
    // More may have arrived since.
    .toBeGreaterThanOrEqual(events.length);
  const { body } = await ask<WebhookDeliveryList>("GET", `/${id}/deliveries?limit=1`);
  expect(body).toMatchObject({ has_more: true });
  const [latest] = body.data;
  expect(latest).toMatchObject({
    webhook_id: id,
    vehicle_id: "veh-events",
    event_id: events.at(-1)?.id,
    attempts: [{ status: 200, error: null, response: "seen" }],
  });
  const detail = await ask<WebhookDeliveryDetail>("GET", `/${id}/deliveries/${latest?.id}`);
  expect(detail.body.event).toEqual(events.at(-1));
});

test("a webhook of some fleets gets the events of these alone", async () => {
  await make("/fleet", { fleets: ["west"] });
  await make("/witness");
  await drive("veh-north", "north");
  await drive("veh-west", "west");
  await expect.poll(() => at("/witness").some(({ body }) => body.includes("veh-west"))).toBe(true);
  await expect.poll(() => at("/fleet").length).toBeGreaterThan(0);
  expect(at("/fleet").every(({ body }) => body.includes("veh-west"))).toBe(true);
});

test("a test is sent at once, also when disabled, and says how it went", async () => {
  const { id, secret } = await make("/tested", { enabled: false });
  const good = await ask<WebhookDelivery>("POST", `/${id}/test`);
  expect(good.body).toMatchObject({
    status: "delivered",
    event_type: "webhook.test",
    attempts: [{ status: 200 }],
  });
  const [sent] = at("/tested");
  expect(new Verifier(secret).verify(sent!.body, sent!.headers)).toMatchObject({ type: "webhook.test" });
  statuses.set("/tested", 503);
  const bad = await ask<WebhookDelivery>("POST", `/${id}/test`);
  expect(bad.body).toMatchObject({
    status: "dead",
    next_attempt_at: null,
    attempts: [{ status: 503, error: "status_refused" }],
  });
});

test("both secrets sign after a rotation, and only the new one when the old has leaked", async () => {
  const made = await make("/rotated");
  const rotated = await ask<WebhookWithSecret>("POST", `/${made.id}/secret`);
  expect(rotated.body.previous_secret_expires_at).not.toBeNull();
  await ask("POST", `/${made.id}/test`);
  const both = at("/rotated").at(-1)!;
  for (const secret of [made.secret, rotated.body.secret])
    new Verifier(secret).verify(both.body, both.headers);
  const last = await ask<WebhookWithSecret>("POST", `/${made.id}/secret`, { body: { overlap_hours: 0 } });
  expect(last.body.previous_secret_expires_at).toBeNull();
  await ask("POST", `/${made.id}/test`);
  const alone = at("/rotated").at(-1)!;
  new Verifier(last.body.secret).verify(alone.body, alone.headers);
  expect(() => new Verifier(rotated.body.secret).verify(alone.body, alone.headers)).toThrow();
});

test("a webhook that disabled itself is told to the stream and to the other webhooks", async () => {
  statuses.set("/left", 410);
  await make("/watch", { event_types: ["webhook.disabled"] });
  const { id } = await make("/left", { description: "the old desk" });
  await drive("veh-left");
  await expect
    .poll(() => at("/watch").map(({ body }) => JSON.parse(body) as object))
    .toMatchObject([
      {
        type: "webhook.disabled",
        data: { webhook_id: id, description: "the old desk", reason: "gone" },
      },
    ]);
});

test("410 disables a webhook; enabled again it sends dead letters when asked to", async () => {
  statuses.set("/gone", 410);
  const { id } = await make("/gone");
  await drive("veh-gone");
  await expect.poll(async () => (await ask<Webhook>("GET", `/${id}`)).body.disabled_reason).toBe("gone");
  const dead = (await ask<WebhookDeliveryList>("GET", `/${id}/deliveries?status=dead`)).body.data;
  expect(dead.length).toBeGreaterThanOrEqual(1);
  expect(await ask("POST", `/${id}/replay`)).toMatchObject({
    status: 409,
    body: { code: "webhook_disabled" },
  });
  expect((await ask("POST", `/${id}/deliveries/${dead[0]!.id}/replay`)).status).toBe(409);
  statuses.delete("/gone");
  const enabled = await ask<Webhook>("PATCH", `/${id}`, { body: { enabled: true } });
  expect(enabled.body).toMatchObject({ enabled: true, disabled_reason: null, disabled_at: null });
  const before = at("/gone").length;
  const replay = await ask<WebhookReplay>("POST", `/${id}/replay`, {
    body: { from: "2020-01-01T00:00:00Z" },
  });
  expect(replay.body).toEqual({ replayed: dead.length, has_more: false });
  await expect.poll(() => at("/gone").length).toBe(before + dead.length);
  await expect
    .poll(async () => (await ask<Webhook>("GET", `/${id}`)).body)
    .toMatchObject({ dead: 0, pending: 0 });
});

test("a delivery is sent again under the same id", async () => {
  const { id } = await make("/again");
  await drive("veh-again");
  await expect.poll(() => at("/again").length).toBeGreaterThan(0);
  const list = await ask<WebhookDeliveryList>("GET", `/${id}/deliveries`);
  const [delivery] = list.body.data;
  const times = () =>
    at("/again").filter(({ headers }) => headers["webhook-id"] === delivery?.event_id).length;
  await expect.poll(times).toBe(1);
  expect((await ask("POST", `/${id}/deliveries/${delivery?.id}/replay`)).status).toBe(200);
  await expect.poll(times).toBe(2);
});

test("what is changed counts for what is sent from then on", async () => {
  const { id } = await make("/before");
  const changed = await ask<Webhook>("PATCH", `/${id}`, {
    body: { url: `${base}/after`, format: "cloudevents", description: "moved" },
  });
  expect(changed.body).toMatchObject({ url: `${base}/after`, format: "cloudevents", description: "moved" });
  await ask("POST", `/${id}/test`);
  expect(at("/before")).toEqual([]);
  expect(at("/after")[0]?.headers["content-type"]).toBe("application/cloudevents+json");
});

test("a deleted webhook is gone, and its deliveries with it", async () => {
  const { id } = await make("/deleted");
  expect((await ask("DELETE", `/${id}`)).body).toEqual({ id, deleted: true });
  for (const [method, path] of [
    ["GET", ""],
    ["GET", "/deliveries"],
    ["DELETE", ""],
    ["POST", "/test"],
  ] as const)
    expect(await ask(method, `/${id}${path}`)).toMatchObject({
      status: 404,
      body: { code: "webhook_not_found" },
    });
});

test("another organisation, and a key without the scope, see and change nothing", async () => {
  const { id } = await make("/mine");
  const foreign = await ask("GET", `/${id}`, { by: "other" });
  const unknown = await ask("GET", "/wh_00000000000000000000", { by: "other" });
  expect(foreign.status).toBe(404);
  expect(foreign.body.detail).toBe(unknown.body.detail);
  for (const [method, path] of [
    ["PATCH", ""],
    ["POST", "/secret"],
    ["POST", "/test"],
    ["POST", "/replay"],
  ] as const) {
    const body = method === "PATCH" ? { body: { enabled: false } } : {};
    expect((await ask(method, `/${id}${path}`, { by: "other", ...body })).status).toBe(404);
  }
  expect((await ask<WebhookList>("GET", "", { by: "other" })).body.data).toEqual([]);
  expect(await ask("GET", "", { by: "engineer" })).toMatchObject({
    status: 403,
    body: { code: "insufficient_scope" },
  });
});

test("a key limited to fleets makes and sees webhooks of its fleets alone", async () => {
  const whole = await make("/whole");
  const made = await make("/limited", {}, "north");
  expect(made.fleets).toEqual(["north", "east"]);
  const east = await make("/east", { fleets: ["east"] });
  const seen = (await ask<WebhookList>("GET", "", { by: "north" })).body.data.map(({ id }) => id);
  expect(seen).toEqual(expect.arrayContaining([made.id, east.id]));
  expect(seen).not.toContain(whole.id);
  expect((await ask("GET", `/${whole.id}`, { by: "north" })).status).toBe(404);
  const beyond = { by: "north", body: { url: `${base}/x`, fleets: ["north", "west"] } };
  expect(await ask("POST", "", beyond)).toMatchObject({
    status: 403,
    body: { code: "fleet_not_allowed", errors: [{ pointer: "/fleets/1" }] },
  });
  const widened = await ask<Webhook>("PATCH", `/${made.id}`, { by: "north", body: { fleets: null } });
  expect(widened.body.fleets).toEqual(["north", "east"]);
});

test.each([
  [{}, "member_missing"],
  [{ url: "https://example.com", colour: "red" }, "member_unknown"],
  [{ url: "ftp://example.com" }, "wrong_format"],
  [{ url: "https://exa mple.com" }, "wrong_format"],
  [{ url: "https://10.0.0.1/" }, "webhook_address_refused"],
  [{ url: "https://[fd00:ec2::254]/" }, "webhook_address_refused"],
  [{ url: "http://example.com/" }, "webhook_address_refused"],
  [{ url: "https://user:secret@example.com/" }, "webhook_address_refused"],
  [{ url: "mailto:desk@example.org" }, "webhook_format_unavailable"],
  [{ url: "mailto:desk@example.org", format: "email" }, "webhook_format_unavailable"],
  [{ url: "https://example.com", format: "email" }, "webhook_format_unavailable"],
  [{ url: "https://example.com", format: "xml" }, "not_allowed"],
  [{ url: "https://example.com", event_types: [] }, "wrong_length"],
  [{ url: "https://example.com", event_types: ["vehicle.stolen"] }, "event_type_unknown"],
  [{ url: "https://example.com", description: "a\u202Eb" }, "wrong_format"],
])("%j is refused with %s", async (body, code) => {
  const answer = await ask("POST", "", { body });
  expect(answer.status).toBe(422);
  expect(answer.body.errors?.map((fault) => fault.code) ?? [answer.body.code]).toContain(code);
});

test("an organisation has no more webhooks than the operator lets it have", async () => {
  await service.stop();
  service = await begin({ PLUMBLINE_WEBHOOKS_PER_ORGANISATION: "1" });
  const first = await ask<WebhookWithSecret>("POST", "", { by: "other", body: { url: `${base}/one` } });
  expect(first.status).toBe(200);
  const second = await ask("POST", "", { by: "other", body: { url: `${base}/two` } });
  expect(second).toMatchObject({ status: 403, body: { code: "webhook_limit_reached" } });
  await service.stop();
  service = await begin();
});

test("after a restart the webhooks are there, and what happens is sent", async () => {
  const { id, secret } = await make("/restarted");
  await service.stop();
  service = await begin();
  expect((await ask<Webhook>("GET", `/${id}`)).status).toBe(200);
  await drive("veh-restarted");
  await expect.poll(() => at("/restarted").length).toBeGreaterThan(0);
  const [first] = at("/restarted");
  new Verifier(secret).verify(first!.body, first!.headers);
});
