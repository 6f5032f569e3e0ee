import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { afterAll, afterEach, expect, test } from "vitest";

import { type Drop, Plumbline, type TelemetryFrame } from "../../clients/typescript/index.ts";
import { FileSpool } from "../../clients/typescript/spool.ts";
import { runRecorded } from "../../cli/run-recorded-for-tests.ts";
import { namesForTests } from "../../server/log-for-tests.ts";
import { type RunningService, administer, serve } from "../../server/main.ts";
import { fleetFrames, generateFleet } from "../../simulator/generate-fleet.ts";
import { recountTallies } from "../../server/storage/sqlite/audit/recount-tallies.ts";

const parent = mkdtempSync(join(tmpdir(), "plumbline-quotas-"));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const running: RunningService[] = [];
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop();
});

type Quota =
  | "VEHICLES_PER_ORGANISATION"
  | "NEW_VEHICLES_PER_HOUR"
  | "KEPT_ANSWERS_PER_ORGANISATION"
  | "STORED_MEBIBYTES_PER_ORGANISATION";
type Settings = Readonly<Partial<Record<Quota, number>>>;

class Installation {
  readonly dataDir = mkdtempSync(join(parent, "data-"));
  readonly keys = new Map<string, string>();
  url = "";

  /** A service with these limits; one that runs on the folder is stopped first, so that nothing is only in memory. */
  async start(settings: Settings): Promise<this> {
    for (const service of running.splice(0)) await service.stop();
    const env = Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [`PLUMBLINE_${name}`, String(value)]),
    );
    // On a busy machine a request may be put off; here it is to wait instead.
    const patient = { PLUMBLINE_QUEUE_AGE_MS: "60000", PLUMBLINE_LOOP_DELAY_MS: "60000" };
    const service = await serve({
      env: { ...namesForTests, ...env, ...patient },
      dataDir: this.dataDir,
      port: 0,
      logLevel: "silent",
    });
    running.push(service);
    this.url = service.url;
    return this;
  }

  async key(organisation = "acme"): Promise<string> {
    const known = this.keys.get(organisation);
    if (known !== undefined) return known;
    const administration = administer({ env: {}, dataDir: this.dataDir });
    const { key } = await administration.createKey({
      organisation,
      name: "test",
      grants: { preset: "admin" },
    });
    administration.close();
    this.keys.set(organisation, key);
    return key;
  }

  async send(path: string, body: string, more: Readonly<Record<string, string>> = {}, organisation?: string) {
    const headers = {
      authorization: `Bearer ${await this.key(organisation)}`,
      "content-type": "application/json",
    };
    const response = await fetch(this.url + path, { method: "POST", headers: { ...headers, ...more }, body });
    const answer = (await response.json()) as Record<string, unknown> & {
      readonly errors?: readonly Record<string, unknown>[];
    };
    return { ...answer, status: response.status, retryAfter: response.headers.get("retry-after") };
  }

  /** What /v1/limits says is used. */
  async used(organisation?: string): Promise<Record<string, number | null>> {
    const client = new Plumbline({ baseUrl: this.url, apiKey: await this.key(organisation) });
    const { data } = await client.limits.get();
    return Object.fromEntries(data.map(({ name, used }) => [name, used]));
  }

  /** What the tables hold, counted anew, and what the counters say: alike at any moment. */
  recount(organisation = "acme") {
    const database = new DatabaseSync(join(this.dataDir, "plumbline.db"), { readOnly: true });
    const one = (sql: string) => Object.values(database.prepare(sql).get(organisation) ?? {});
    const counted = {
      usage: one("SELECT vehicles, answers, stored_bytes FROM organisation_usage WHERE organisation = ?"),
      tallies: recountTallies(database),
    };
    const held = {
      usage: one(`WITH own AS (SELECT * FROM vehicle WHERE organisation = ?1)
        SELECT (SELECT count(*) FROM own), (SELECT count(*) FROM answer WHERE organisation = ?1),
          (SELECT 4096 * count(*) FROM own)
          + ifnull((SELECT sum(octet_length(text) + length(score) + 72) FROM frame JOIN own USING (vehicle_key)), 0)
          + ifnull((SELECT sum(length(state)) FROM snapshot JOIN own USING (vehicle_key)), 0)
          + ifnull((SELECT sum(length(state)) FROM anchor JOIN own USING (vehicle_key)), 0)
          + ifnull((SELECT sum(length(bundle) + length(frames)) FROM evidence WHERE organisation = ?1), 0)
          + ifnull((SELECT sum(octet_length(body) + octet_length(space)) FROM answer WHERE organisation = ?1), 0)`),
      tallies: [],
    };
    database.close();
    return { counted, held };
  }
}

async function installation(settings: Settings): Promise<Installation> {
  return new Installation().start(settings);
}

function frame(vehicle: string | number, second = 0, more: Partial<TelemetryFrame> = {}): TelemetryFrame {
  return {
    vehicle_id: `veh-${vehicle}`,
    timestamp: new Date(Date.UTC(2026, 2, 1, 8, 0, second)).toISOString(),
    sensors: { radar_range_bias_m: 0.01 },
    ...more,
  };
}

const ingest = "/v1/telemetry/ingest";
const ndjson = { "content-type": "application/x-ndjson" };

test.each([
  ["a frame", ingest],
  ["a score", "/v1/score/residual"],
])("%s of a vehicle too many is refused, those of known ones are taken", async (_what, path) => {
  const at = await installation({ VEHICLES_PER_ORGANISATION: 2 });
  for (const vehicle of [1, 2])
    expect((await at.send(path, JSON.stringify(frame(vehicle)))).status).toBe(200);
  expect(await at.send(path, JSON.stringify(frame(3)))).toMatchObject({
    status: 403,
    type: "/problems/quota-exceeded",
    code: "vehicle_limit_reached",
    errors: [{ pointer: "/vehicle_id", code: "vehicle_limit_reached" }],
  });
  expect((await at.send(path, JSON.stringify(frame(2, 1)))).status).toBe(200);
  expect((await at.send(path, JSON.stringify(frame(2, 1)))).status).toBe(200);
  expect((await at.send(path, JSON.stringify(frame(3)), {}, "other")).status).toBe(200);
  expect(await at.used()).toMatchObject({ vehicles: 2, new_vehicles: 2 });
  expect(await at.used("other")).toMatchObject({ vehicles: 1 });
});

test.each([
  ["an array", (frames: readonly object[]) => ({ body: JSON.stringify(frames), headers: {} })],
  [
    "NDJSON",
    (frames: readonly object[]) => ({
      body: `${frames.map((one) => JSON.stringify(one)).join("\n")}\n`,
      headers: ndjson,
    }),
  ],
])(
  "of %s that crosses a limit the frames before it are taken, the others are named",
  async (what, bodyOf) => {
    const at = await installation({ NEW_VEHICLES_PER_HOUR: 2 });
    const frames = [frame(1), {}, frame(2), frame(3), frame(1, 1), frame(4)];
    const { body, headers } = bodyOf(frames);
    const keyed = { ...headers, "idempotency-key": "crossing" };
    const answer = await at.send(ingest, body, keyed);
    expect(answer).toMatchObject({
      status: 207,
      frames_ingested: 3,
      frames_rejected: 3,
      vehicles: 2,
      errors: [
        { index: 1, code: "member_missing" },
        { index: 3, code: "new_vehicle_limit_reached", pointer: "/vehicle_id" },
        { index: 5, code: "new_vehicle_limit_reached", pointer: "/vehicle_id" },
      ],
    });
    if (what === "NDJSON") expect(answer.errors!.map(({ line }) => line)).toEqual([2, 4, 6]);
    expect(await at.send(ingest, body, keyed)).toEqual(answer);
    expect(await at.used()).toMatchObject({ vehicles: 2, new_vehicles: 2 });

    const surplus = bodyOf([frame(5), frame(6)]);
    expect(await at.send(ingest, surplus.body, surplus.headers)).toMatchObject({
      status: 422,
      code: "batch_rejected",
      frames_rejected: 2,
      errors: [{ index: 0, code: "new_vehicle_limit_reached" }, { index: 1 }],
    });
    const whole = bodyOf([frame(1, 2), frame(7)]);
    expect(await at.send(`${ingest}?on_error=abort`, whole.body, whole.headers)).toMatchObject({
      status: 429,
      retryAfter: "60",
      code: "new_vehicle_limit_reached",
      detail: expect.stringMatching(what === "NDJSON" ? /^Line 2: / : /^Frame 1: /),
    });
    expect(await at.send(ingest, JSON.stringify(frame(1, 2)))).toMatchObject({ frames_ingested: 1 });
  },
);

test.each([
  ["an array", (frames: readonly object[]) => JSON.stringify(frames), {}],
  ["NDJSON", (frames: readonly object[]) => frames.map((one) => JSON.stringify(one)).join("\n"), ndjson],
])("%s of which a limit left nothing may be sent again under its key", async (_what, bodyOf, headers) => {
  const at = await installation({ NEW_VEHICLES_PER_HOUR: 1 });
  await at.send(ingest, JSON.stringify(frame(1)));
  const body = bodyOf([frame(2), frame(3)]);
  const keyed = { ...headers, "idempotency-key": "again" };
  for (const _time of [1, 2]) {
    expect(await at.send(ingest, body, keyed)).toMatchObject({ status: 422, code: "batch_rejected" });
  }
  expect(await at.used()).toMatchObject({ kept_answers: 0 });
  await at.start({ NEW_VEHICLES_PER_HOUR: 3 });
  const taken = await at.send(ingest, body, keyed);
  expect(taken).toMatchObject({ status: 200, frames_ingested: 2 });
  expect(await at.send(ingest, body, keyed)).toEqual(taken);
});

test("whoever comes at once: exactly as many vehicles as may be, over restarts", async () => {
  const at = await installation({ VEHICLES_PER_ORGANISATION: 20 });
  const rush = (from: number) =>
    Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        at.send(
          n % 2 === 0 ? ingest : "/v1/score/residual",
          JSON.stringify(n % 3 === 0 ? frame(from) : frame(from + n)),
        ),
      ),
    );
  await at.key();
  const statuses = (await rush(0)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 403]));
  expect(await at.used()).toMatchObject({ vehicles: 20 });
  await at.start({ VEHICLES_PER_ORGANISATION: 20 });
  expect(await at.used()).toMatchObject({ vehicles: 20, new_vehicles: 20 });
  await rush(1_000);
  expect(await at.used()).toMatchObject({ vehicles: 20 });
  await at.start({ VEHICLES_PER_ORGANISATION: 21 });
  await rush(2_000);
  expect(await at.used()).toMatchObject({ vehicles: 21 });
  const { counted, held } = at.recount();
  expect(counted).toEqual(held);
});

test("kept answers are limited, and what is not kept is not refused for it", async () => {
  const at = await installation({ KEPT_ANSWERS_PER_ORGANISATION: 2 });
  const keyed = (key: string, body = JSON.stringify(frame(key))) =>
    at.send(ingest, body, { "idempotency-key": key });
  for (const key of ["a", "b"]) expect((await keyed(key)).status).toBe(200);
  expect(await keyed("c")).toMatchObject({
    status: 429,
    code: "kept_answer_limit_reached",
    errors: [{ header: "idempotency-key" }],
  });
  expect((await keyed("a")).status).toBe(200);
  expect((await at.send(ingest, JSON.stringify(frame("c")))).status).toBe(200);
  expect((await keyed("d", "[{}]")).status).toBe(422);
  expect((await keyed("e", JSON.stringify(frame("e")))).status).toBe(429);
  expect(await at.used()).toMatchObject({ kept_answers: 2, vehicles: 3 });
});

test("stored bytes are what the tables hold, through breaches, evidence and its erasure", async () => {
  const at = await installation({});
  const steps = Array.from({ length: 300 }, (_, n) =>
    frame("drifting", n, {
      sensors: { radar_range_bias_m: n < 120 ? Math.sin(n) / 100 : 0.4 + Math.sin(n) / 100 },
      metadata: { fleet_id: n < 200 ? "north" : "south", region: "eu" },
    }),
  );
  await at.send(ingest, JSON.stringify(steps), { "idempotency-key": "steps" });
  await at.send("/v1/vehicles/veh-drifting/baseline", '{"action":"freeze","reason":"test"}');
  const before = at.recount();
  expect(before.counted).toEqual(before.held);
  expect((await at.used())["stored_bytes"]).toBe(before.counted.usage[2]);

  const client = new Plumbline({ baseUrl: at.url, apiKey: await at.key() });
  const { data } = await client.evidence.list();
  expect(data.length).toBeGreaterThan(0);
  const erased = await at.send(
    `/v1/evidence/${data[0]!.event_id}/erasure`,
    JSON.stringify({ basis: "test", decision_sha256: "0".repeat(64) }),
  );
  expect(erased.status).toBe(200);
  const after = at.recount();
  expect(after.counted).toEqual(after.held);
  expect(Number(after.counted.usage[2])).toBeLessThan(Number(before.counted.usage[2]));
  expect(await at.used()).toMatchObject({ vehicles: 1, new_vehicles: 1 });
});

test("stored bytes are those of the file, within a tenth", async () => {
  const at = await installation({});
  const key = await at.key();
  const sizeOf = async () => {
    for (const service of running.splice(0)) await service.stop();
    return statSync(join(at.dataDir, "plumbline.db")).size;
  };
  const empty = await sizeOf();
  await at.start({});
  const plan = {
    seed: 7,
    vehicles: 20,
    startUs: Date.UTC(2026, 2, 1) * 1_000,
    periodS: 60,
    isDescribed: true,
  };
  const fleet = generateFleet({ ...plan, scenario: "mixed", onsetsWithinS: [20_000, 30_000] });
  const frames = [...fleetFrames(fleet, 0, 700)];
  const sending = new Plumbline({ baseUrl: at.url, apiKey: key });
  for (let from = 0; from < frames.length; from += 1_000) {
    await sending.telemetry.ingestBatch(frames.slice(from, from + 1_000));
  }
  const { data } = await new Plumbline({ baseUrl: at.url, apiKey: key }).evidence.list();
  expect(data.length, "evidence is counted, too").toBeGreaterThan(2);
  const counted = (await at.used())["stored_bytes"]!;
  const grown = (await sizeOf()) - empty;
  expect(counted / grown).toBeGreaterThan(0.9);
  expect(counted / grown).toBeLessThan(1.1);
}, 60_000);

const mebibyte = 1024 * 1024;

/** An installation of whose organisations each may store so many mebibytes; the folder of another goes on there. */
async function withRoom(mebibytes: number, at = new Installation()): Promise<Installation> {
  return at.start({ STORED_MEBIBYTES_PER_ORGANISATION: mebibytes });
}

/** A second of driving, in frames that fill a mebibyte soon. */
const longFrame = (second: number) => frame(1, second, { metadata: { note: noteOf(second) } });
/** Unlike any other, so that it is stored whole. */
const noteOf = (second: number) => createHash("sha256").update(String(second)).digest("hex").repeat(60);
const linesOf = (frames: readonly object[]) => frames.map((one) => `${JSON.stringify(one)}\n`).join("");

test.each([
  ["JSON", (frames: readonly object[]) => JSON.stringify(frames), {}],
  ["NDJSON", linesOf, ndjson],
])(
  "a batch as %s that has no room is to be sent again, under its key too, and what was stored of it counts once",
  async (_form, bodyOf, headers) => {
    const at = await withRoom(1);
    const body = bodyOf(Array.from({ length: 900 }, (_, second) => longFrame(second)));
    const keyed = { ...headers, "idempotency-key": "whole" };
    const first = await at.send(ingest, body, keyed);
    expect(first).toMatchObject({
      status: 507,
      retryAfter: "60",
      type: "/problems/storage-full",
      code: "stored_bytes_limit_reached",
      detail: expect.stringContaining("PLUMBLINE_STORED_MEBIBYTES_PER_ORGANISATION"),
      frames_duplicate: 0,
    });
    const counts = first as unknown as Record<string, number>;
    const stored = counts["frames_ingested"]!;
    expect(stored).toBeGreaterThan(100);
    // A stream is not read to its end.
    expect(counts["frames_rejected"]).toBeGreaterThan(0);
    expect(counts["frames_rejected"]).toBeLessThanOrEqual(900 - stored);
    expect(first.errors![0]).toMatchObject({
      index: stored,
      code: "stored_bytes_limit_reached",
      pointer: "",
    });
    expect(await at.send(ingest, body, keyed)).toMatchObject({ status: 507, frames_duplicate: stored });
    const used = await at.used();
    expect(used).toMatchObject({ kept_answers: 0 });
    expect(used["stored_bytes"]).toBeGreaterThanOrEqual(mebibyte);
    expect(used["stored_bytes"]).toBeLessThan(mebibyte + 20_000);

    await withRoom(100, at);
    const taken = await at.send(ingest, body, keyed);
    expect(taken).toMatchObject({ status: 200, frames_ingested: 900 - stored, frames_duplicate: stored });
    expect(await at.send(ingest, body, keyed)).toEqual(taken);
  },
);

test("full storage refuses one frame, a score and a batch taken whole; duplicates and other organisations pass", async () => {
  const at = await withRoom(1);
  const frames = Array.from({ length: 400 }, (_, second) => longFrame(second));
  expect((await at.send(ingest, JSON.stringify(frames))).status).toBe(507);
  const full = { status: 507, retryAfter: "60", code: "stored_bytes_limit_reached" };
  expect(await at.send(ingest, JSON.stringify(frame(1, 9_999)))).toMatchObject(full);
  expect(await at.send("/v1/score/residual", JSON.stringify(frame(1, 9_999)))).toMatchObject(full);
  expect(await at.send(`${ingest}?on_error=abort`, JSON.stringify([frame(1, 9_999)]))).toMatchObject(full);
  expect(await at.send(ingest, JSON.stringify(longFrame(0)))).toMatchObject({
    status: 200,
    frames_ingested: 0,
  });
  expect(await at.send(ingest, JSON.stringify(frame(1)), {}, "other")).toMatchObject({ status: 200 });
  expect(await (await fetch(`${at.url}/readyz`)).json()).toMatchObject({ status: "ok" });
});

test("an NDJSON stream is read no further than to the first group that has no room", async () => {
  const at = await withRoom(1);
  const key = await at.key();
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      // Without end: only the service ends it.
      const lines = Array.from({ length: 100 }, (_, n) => longFrame(sent + n));
      sent += 100;
      controller.enqueue(new TextEncoder().encode(linesOf(lines)));
      await new Promise((resolve) => setTimeout(resolve, 5));
    },
  });
  const response = await fetch(at.url + ingest, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, ...ndjson },
    body,
    duplex: "half",
  } as RequestInit);
  expect(response.status).toBe(507);
  const counts = (await response.json()) as Record<"frames_ingested" | "frames_rejected", number>;
  expect(counts.frames_ingested).toBeGreaterThan(100);
  expect(counts.frames_ingested + counts.frames_rejected).toBeLessThan(sent + 1);
});

test("storage that is nearly full warns: in health without a name, in the limits, and once as an event", async () => {
  const at = await withRoom(100);
  const frames = Array.from({ length: 240 }, (_, second) => longFrame(second));
  expect((await at.send(ingest, JSON.stringify(frames))).status).toBe(200);
  const client = () => new Plumbline({ baseUrl: at.url, apiKey: at.keys.get("acme")! });
  const health = async () => {
    const answer = (await (await fetch(`${at.url}/health`)).json()) as {
      readonly status: string;
      readonly checks: Readonly<Record<string, string>>;
    };
    return [answer.status, answer.checks["stored_bytes"]];
  };
  expect(await health()).toEqual(["ok", "ok"]);
  const warned = async () => (await client().events.list({ type: ["storage.nearly_full"] })).data;
  for (const _start of [1, 2]) {
    await withRoom(1, at);
    await expect
      .poll(health)
      .toEqual(["degraded", expect.stringMatching(/^1 organisation uses 80 % or more of the storage/)]);
    expect((await fetch(`${at.url}/readyz`)).status).toBe(200);
    expect(await warned()).toMatchObject([{ data: { limit_bytes: mebibyte, full_on: null } }]);
  }
  const { data } = await client().limits.get();
  const row = data.find(({ name }) => name === "stored_bytes");
  expect(row).toMatchObject({ limit: mebibyte, full_on: null });
  expect(row!.used).toBeGreaterThan(0.8 * mebibyte);
});

test("2,500 frames of a spooling writer all count once after the quota is raised", async () => {
  const at = await withRoom(1);
  const folder = join(at.dataDir, "..", `spool-${process.pid}`);
  const drops: Drop[] = [];
  const waits: number[] = [];
  const client = () => new Plumbline({ baseUrl: at.url, apiKey: at.keys.get("acme")!, logLevel: "off" });
  await at.key();
  const refused = client().telemetry.writer({
    spool: await FileSpool.open(folder, { fsync: false }),
    flushFrames: 500,
    onDrop: (drop) => drops.push(drop),
    onRetry: (_, waitMs) => waits.push(waitMs),
  });
  const vehicles = 10;
  for (let at = 0; at < 2_500; at += 1) {
    const metadata = { note: noteOf(at).slice(0, 400) };
    await refused.write(frame(at % vehicles, Math.floor(at / vehicles), { metadata }));
  }
  await expect.poll(() => waits.length, { timeout: 30_000 }).toBeGreaterThan(0);
  const before = await refused.close({ timeoutMs: 100 });
  expect(before).toMatchObject({ rejected: 0, dropped: 0 });
  expect(before.kept).toBeGreaterThan(0);
  expect(waits[0]).toBeGreaterThanOrEqual(60_000);

  await withRoom(100, at);
  const onDrop = (drop: Drop) => drops.push(drop);
  const after = await client()
    .telemetry.writer({ spool: await FileSpool.open(folder), onDrop })
    .close();
  expect(after).toMatchObject({ rejected: 0, dropped: 0, kept: 0 });
  expect(drops).toEqual([]);
  const counts = await Promise.all(
    Array.from({ length: vehicles }, async (_, n) => (await client().vehicles.get(`veh-${n}`)).frames),
  );
  expect(counts).toEqual(Array.from({ length: vehicles }, () => 250));
});

test("limits are told to any key, by the client and the command line, as the service keeps them", async () => {
  const at = await installation({ VEHICLES_PER_ORGANISATION: 7 });
  await at.send(ingest, JSON.stringify(frame(1)));
  const administration = administer({ env: {}, dataDir: at.dataDir });
  const { key } = await administration.createKey({
    organisation: "acme",
    name: "gateway",
    grants: { preset: "ingest" },
    fleets: ["north"],
  });
  administration.close();
  const run = await runRecorded(["limits", "--url", at.url, "--key", key]);
  expect(run.err).toBe("");
  expect(run.out).toMatch(
    /^vehicles +1 +7 +vehicles\n {2}per organisation, PLUMBLINE_VEHICLES_PER_ORGANISATION$/m,
  );
  expect(run.out).toMatch(/^new_vehicles +1 +20,000 +vehicles\n {2}per organisation in 3,600 s, /m);
  expect(Math.max(...run.out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  const json = await runRecorded(["limits", "--json", "--url", at.url, "--key", key]);
  const answer = JSON.parse(json.out) as { readonly organisation: string; readonly data: readonly object[] };
  expect(answer).toMatchObject({ organisation: "acme" });
  expect(answer.data).toContainEqual({
    name: "vehicles",
    holds_for: "organisation",
    unit: "vehicles",
    limit: 7,
    used: 1,
    remaining: 6,
    window_s: null,
    full_on: null,
    code: "vehicle_limit_reached",
    setting: "PLUMBLINE_VEHICLES_PER_ORGANISATION",
  });
  expect((await fetch(`${at.url}/v1/limits`)).status).toBe(401);
});
