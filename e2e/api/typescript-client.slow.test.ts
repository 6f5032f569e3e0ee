import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openapiDocument } from "../../core/contract/openapi/openapi-document.ts";
import {
  APIError,
  AuthenticationError,
  NotFoundError,
  Plumbline,
  PreconditionFailedError,
  UnprocessableEntityError,
} from "../../clients/typescript/index.ts";
import type { Event, TelemetryFrame } from "../../clients/typescript/index.ts";
import { apiError } from "../../clients/typescript/errors.ts";
import { verifyEvidence } from "../../clients/typescript/verify.ts";
import methods from "../../clients/conformance/operations.json" with { type: "json" };
import { developmentApiKey } from "../../core/contract/api-key.ts";
import { operations } from "../../core/contract/openapi/operations.ts";
import { serve } from "../../server/main.ts";
import type { RunningService } from "../../server/main.ts";
import { fleetFrames, generateFleet } from "../../simulator/generate-fleet.ts";

/** Every method of the client against a real service, of one vehicle up to the move of its radar. */
let dataDir = "";
let service: RunningService;
let client: Plumbline;
const vehicle = generateFleet({
  seed: 5,
  vehicles: 1,
  startUs: Date.UTC(2026, 0, 5) * 1000,
  periodS: 60,
  scenario: "bumper_repair_radar",
  onsetsWithinS: [3600, 3660],
});
const frames = [...fleetFrames(vehicle, 0, 100)];
const last: TelemetryFrame = frames.at(-1)!;
const id = last.vehicle_id;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "plumbline-client-"));
  service = await serve({ port: 0, dataDir, dev: true, env: {}, logLevel: "silent" });
  client = new Plumbline({ baseUrl: service.url, apiKey: developmentApiKey });
});
afterAll(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true });
});

test("frames go in one by one, as a batch, as lines and as a stream, and count once", async () => {
  expect(await client.telemetry.ingest(frames[0]!)).toMatchObject({ status: "accepted", frames_ingested: 1 });
  expect(await client.telemetry.ingestBatch(frames.slice(0, 10))).toMatchObject({
    frames_ingested: 9,
    frames_duplicate: 1,
  });
  const lines = frames.slice(0, 20).map((frame) => `${JSON.stringify(frame)}\n`);
  expect(await client.telemetry.ingestLines(lines.join(""))).toMatchObject({
    frames_ingested: 10,
    frames_duplicate: 10,
  });
  const progress = await client.telemetry.ingestStream(frames.slice(0, -1), {
    groupFrames: 40,
    skipLines: 20,
  });
  expect(progress).toMatchObject({ ingested: frames.length - 21, duplicate: 0, rejected: 0 });
});

test("a batch that must be whole is refused whole, and says which frame was wrong", async () => {
  const bent = { ...frames[1]!, sensors: { lidar_confidence: 7 } };
  const call = client.telemetry.ingestBatch([last, bent], { onError: "abort" });
  await expect(call).rejects.toThrow(UnprocessableEntityError);
  await expect(call).rejects.toMatchObject({ errors: [{ index: 1, pointer: "/sensors/lidar_confidence" }] });
});

test("a score repeated under its key is the same answer, to the request id", async () => {
  const first = await client.score.residual(last, { idempotencyKey: "once" });
  expect(first).toMatchObject({ tier: "CRITICAL", cusum_triggered: true, probable_fault_source: "radar" });
  expect(await client.score.residual(last, { idempotencyKey: "once" })).toEqual(first);
});

test("vehicles, series, summary and queue tell the same story", async () => {
  const ids: string[] = [];
  for await (const item of client.vehicles.list({ tier: ["CRITICAL"] })) ids.push(item.vehicle_id);
  expect(ids).toEqual([id]);
  expect(await client.vehicles.list({ limit: 1 })).toMatchObject({ has_more: false, next_cursor: null });
  expect(await client.vehicles.get(id)).toMatchObject({ tier: "CRITICAL", frames: frames.length });
  const series = await client.vehicles.series(id, { points: 10 });
  expect(series.timestamps.length).toBeLessThanOrEqual(10);
  expect(await client.fleet.healthSummary({ group_by: "fleet" })).toMatchObject({ critical_count: 1 });
  expect((await client.fleet.queue({ limit: 1 })).data[0]).toMatchObject({ vehicle_id: id });
});

test("evidence comes as JSON, as its exact bytes and with its frames", async () => {
  const [item] = (await client.evidence.list({ vehicle_id: id })).data;
  const found: string[] = [];
  for await (const each of client.evidence.list()) found.push(each.event_id);
  expect(found).toEqual([item!.event_id]);
  const bundle = await client.evidence.bundle(item!.event_id);
  const bytes = await client.evidence.bundle(item!.event_id).asBytes();
  expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual(bundle);
  const lines = new TextDecoder()
    .decode(await client.evidence.frames(item!.event_id))
    .trimEnd()
    .split("\n");
  expect(lines).toHaveLength(bundle.frames.count);
});

test("evidence is verified offline with the verdict that the service's own verifier gives", async () => {
  const [item] = (await client.evidence.list()).data;
  const bundle = await client.evidence.bundle(item!.event_id).asBytes();
  const frames = await client.evidence.frames(item!.event_id);
  const trust = await readFile(join(dataDir, "keys", "trust.json"));
  const keyring = await client.evidence.keyringHistory().asBytes();
  const here = await verifyEvidence(bundle, frames, { trust, keyring });
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const request = { bundle: text(bundle), frames: text(frames), trust: text(trust) };
  const { trust_from: _, judged_as_of: __, ...there } = await client.evidence.verifyOnServer(request);
  expect(here).toMatchObject({ verdict: "valid", code: null });
  expect(here).toMatchObject(there);
});

test("what happened is listed, followed live, and followed on from where one was", async () => {
  const listed: Event[] = [];
  for await (const event of client.events.list({ limit: 1 })) listed.push(event);
  expect(listed.map(({ type }) => type)).toContain("breach.opened");
  expect(listed.map(({ type }) => type)).toContain("evidence.issued");

  const followed: Event[] = [];
  const stream = client.events.stream({ after: listed[0]!.id });
  const follow = (async () => {
    for await (const event of stream) {
      followed.push(event);
      if (followed.length === listed.length + 1) return;
    }
  })();
  await client.vehicles.commandBaseline(id, { action: "freeze", reason: "parked" });
  await client.vehicles.commandBaseline(id, { action: "unfreeze", reason: "on the road" });
  await follow;
  expect(followed.slice(0, listed.length - 1)).toEqual(listed.slice(1));
});

test("a webhook is made, changed, tested and taken away", async () => {
  const made = await client.webhooks.create({ url: "http://127.0.0.1:9/in", description: "ours" });
  expect(made.secret).toMatch(/^whsec_/u);
  const ids: string[] = [];
  for await (const webhook of client.webhooks.list()) ids.push(webhook.id);
  expect(ids).toEqual([made.id]);
  expect(await client.webhooks.update(made.id, { description: "theirs" })).toMatchObject({
    id: made.id,
    description: "theirs",
  });
  expect(await client.webhooks.get(made.id)).toMatchObject({ description: "theirs" });
  expect((await client.webhooks.deliveries(made.id)).data).toEqual([]);
  await client.webhooks.delete(made.id);
  await expect(client.webhooks.get(made.id)).rejects.toThrow(NotFoundError);
});

test("a key is made, rotated and revoked, and the audit log tells of it", async () => {
  const made = await client.keys.create({ name: "van", preset: "ingest" });
  const van = new Plumbline({ baseUrl: service.url, apiKey: made.key, maxRetries: 0 });
  expect((await van.keys.own()).id).toBe(made.id);
  const rotated = await client.keys.rotate(made.id, { overlap_s: 0 });
  expect(rotated.key).not.toBe(made.key);
  expect((await client.keys.revoke(rotated.id)).status).toBe("revoked");
  const actions: string[] = [];
  for await (const record of client.audit.list({ limit: 2 })) actions.push(record.action);
  expect(actions).toEqual(expect.arrayContaining(["key.create", "key.rotate", "key.revoke"]));
});

test("a reference is registered, a scenario made, a baseline learnt afresh, and the service's health read", async () => {
  const reference = {
    camera_rotation_matrix: last.sensors.camera_rotation_matrix ?? null,
    source: "factory",
  };
  expect(await client.vehicles.registerReference(id, reference)).toMatchObject({ source: "factory" });
  const feed = await client.risk.scenarioFeed({ vehicle_id: id, seed: 3 });
  expect(feed).toMatchObject({ seed: 3 });
  expect(await client.scenarios.get(feed.scenario_id)).toEqual(feed);
  const labels = await client.scenarios.export(feed.scenario_id, "openlabel/1.0").asResponse();
  expect(labels.headers.get("content-type")).toBe("application/json");
  expect(labels.headers.get("content-disposition")).toContain(`${feed.scenario_id}.openlabel.json`);
  expect(await labels.json()).toHaveProperty("openlabel");
  const unknown = client.scenarios.export(feed.scenario_id, "autocad/1" as "csv");
  await expect(unknown).rejects.toMatchObject({ status: 404, code: "export_format_unknown" });
  const kept: string[] = [];
  for await (const one of client.scenarios.list({ limit: 1 })) kept.push(one.scenario_id);
  expect(kept).toContain(feed.scenario_id);
  expect(await client.scenarios.delete(feed.scenario_id)).toMatchObject({ deleted: true });
  await expect(client.scenarios.get(feed.scenario_id)).rejects.toThrow(NotFoundError);
  expect(await client.vehicles.commandWork(id, { action: "comment", comment: "seen" })).toMatchObject({
    version: 1,
  });
  const late = client.vehicles.commandWork(id, { action: "assign", assignee: "me" }, { version: 0 });
  await expect(late).rejects.toThrow(PreconditionFailedError);
  expect((await client.vehicles.work(id, { limit: 1 })).data).toMatchObject([{ comment: "seen" }]);
  const learnt = await client.vehicles.commandBaseline(id, { action: "learn", reason: "radar adjusted" });
  expect(learnt.baseline.state).toBe("learning");
  expect(await client.health.get()).toMatchObject({ status: "ok" });
});

test("another key, another id: refusals are of their own kind", async () => {
  const stranger = new Plumbline({ baseUrl: service.url, apiKey: "plumb_live_nobody", maxRetries: 0 });
  await expect(stranger.fleet.queue()).rejects.toThrow(AuthenticationError);
  await expect(client.vehicles.get("nobody")).rejects.toThrow(NotFoundError);
});

test("every operation of the contract has its method, and every method its operation", () => {
  const operationIds = operations.map((operation) => operation.operationId as string);
  expect(Object.keys(methods).toSorted()).toEqual(operationIds.toSorted());
});

test.each(operations.map((operation) => [operation.operationId, operation] as const))(
  "%s asks for the address and by the method of the contract",
  async (operationId, { method, path }) => {
    const asked: string[] = [];
    const recording = new Plumbline({
      baseUrl: "http://service.example",
      maxRetries: 0,
      fetch: async (input, init) => {
        asked.push(`${init?.method ?? "GET"} ${new URL(input as string).pathname}`);
        throw new TypeError("only asked");
      },
    });
    const names: readonly string[] = path.match(/\{\+?\w+\}/gu) ?? [];
    const parts = [...names.map((_, at) => `p${at}`), ...(wordsOf[operationId] ?? [])];
    await called(recording, methods[operationId], [...parts, {}]);
    const expected = path.replaceAll(/\{\+?\w+\}/gu, (name) => `p${names.indexOf(name)}`);
    expect(asked).toEqual([`${method} ${expected}`]);
  },
);

/** What is no part of the path, and no member of a query either. */
const wordsOf: Readonly<Record<string, readonly string[]>> = { getRedactedFrames: ["12"] };

/** Path parts first, then a query or a body: every method takes its arguments in this order. */
async function called(of: Plumbline, name: string, given: readonly unknown[]): Promise<void> {
  const [resource = "", method = ""] = name.split(".").map(inCamelCase);
  const methodsOf = of[resource as "fleet"] as unknown as Record<string, (...given: unknown[]) => object>;
  const result = methodsOf[method]!(...given);
  const asking =
    Symbol.asyncIterator in result && "next" in result ? (result as AsyncGenerator).next() : result;
  await expect(asking).rejects.toThrow(/only asked/u);
}

function inCamelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/gu, (_, letter: string) => letter.toUpperCase());
}

/** The parts of the document that the tests below read. */
const document = openapiDocument() as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses?: object }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, EventSchema>> };
};
interface EventSchema {
  readonly anyOf: readonly { readonly $ref: string }[];
  readonly properties: { readonly type: { readonly const: string } };
}

/** No client sends `Expect`. */
const neverMet = [417];

test("every refusal of the contract has a class of its own", () => {
  const statuses = new Set(
    Object.values(document.paths).flatMap((path) =>
      Object.values(path).flatMap(({ responses = {} }) => Object.keys(responses).map(Number)),
    ),
  );
  const refusals = [...statuses].filter((status) => status >= 400 && !neverMet.includes(status));
  expect(refusals.length).toBeGreaterThan(8);
  const classes = refusals.map((status) => {
    const given = { status, headers: new Headers(), problem: {}, retryAfterS: null };
    return apiError(given).constructor;
  });
  expect(new Set(classes).size).toBe(refusals.length);
  expect(classes).not.toContain(APIError);
});

test("every type of event has a type in the client", () => {
  // That each is told apart by its `type` is what the compiler checks here.
  const told: Record<Event["type"], true> = {
    "vehicle.tier_changed": true,
    "breach.opened": true,
    "breach.closed": true,
    "evidence.issued": true,
    "vehicle.silent": true,
    "vehicle.recovered": true,
    "vehicle.baseline_changed": true,
    "vehicle.work_changed": true,
    "key.expiring": true,
    "storage.nearly_full": true,
    "webhook.disabled": true,
  };
  const { schemas } = document.components;
  const types = schemas["Event"]!.anyOf.map(
    ({ $ref }) => schemas[$ref.slice("#/components/schemas/".length)]!.properties.type.const,
  );
  expect(types.toSorted()).toEqual(Object.keys(told).toSorted());
});
