import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { runRecorded } from "../../cli/run-recorded-for-tests.ts";
import { type Drop, Plumbline, type TelemetryFrame } from "../../clients/typescript/index.ts";
import { FileSpool } from "../../clients/typescript/spool/file-spool.ts";
import { type RunningService, administer, serve } from "../../server/main.ts";

/** What becomes of frames that a key limited to fleet north may not write, at every door. */
const ingest = "/v1/telemetry/ingest";
const ndjson = { "content-type": "application/x-ndjson" };
let dataDir = "";
let service: RunningService;
const keys = { all: "", north: "" };

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "plumbline-fleets-"));
  const administration = administer({ env: {}, dataDir });
  const common = { organisation: "acme", grants: { preset: "engineer" } } as const;
  keys.all = (await administration.createKey({ ...common, name: "all" })).key;
  keys.north = (await administration.createKey({ ...common, name: "north", fleets: ["north"] })).key;
  administration.close();
  service = await serve({ env: {}, dataDir, port: 0, logLevel: "silent" });
});
afterAll(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true });
});

function frame(vehicleId: string, at: number, fleetId: string | null = "north"): TelemetryFrame {
  return {
    vehicle_id: vehicleId,
    timestamp: new Date(Date.UTC(2026, 2, 1) + at * 1_000).toISOString(),
    sensors: { radar_range_bias_m: 0.01 },
    ...(fleetId !== null && { metadata: { fleet_id: fleetId } }),
  };
}

async function send(
  path: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
  key = keys.north,
) {
  const answer = await fetch(service.url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    body,
  });
  const isReplayed = answer.headers.get("idempotent-replayed") === "true";
  return { status: answer.status, isReplayed, body: (await answer.json()) as Record<string, unknown> };
}

async function framesOf(vehicleId: string): Promise<number> {
  const answer = await fetch(`${service.url}/v1/vehicles/${vehicleId}`, {
    headers: { authorization: `Bearer ${keys.all}` },
  });
  return answer.status === 404 ? 0 : ((await answer.json()) as { frames: number }).frames;
}

const bodies = [
  ["an array", (frames: readonly object[]) => JSON.stringify(frames), {}],
  ["frames of an object", (frames: readonly object[]) => JSON.stringify({ frames }), {}],
  ["NDJSON", (frames: readonly object[]) => frames.map((one) => `${JSON.stringify(one)}\n`).join(""), ndjson],
] as const;

test.each(bodies)(
  "of %s the frames of other fleets are named, and the rest is taken",
  async (what, bodyOf, headers) => {
    const [own, foreign] = [`own ${what}`, `foreign ${what}`].map((name) => name.replaceAll(" ", "-"));
    await send(ingest, JSON.stringify(frame(foreign!, 0, "south")), {}, keys.all);
    const frames = [
      frame(own!, 1),
      frame(own!, 2, "south"),
      frame(foreign!, 3),
      frame(`${own!}-2`, 4, null),
      frame(own!, 5, null),
    ];
    const keyed = { ...headers, "idempotency-key": own! };
    const answer = await send(ingest, bodyOf(frames), keyed);
    const fault = { code: "fleet_not_allowed", pointer: "/metadata/fleet_id" };
    expect(answer).toMatchObject({
      status: 207,
      body: {
        frames_ingested: 2,
        frames_rejected: 3,
        vehicles: 1,
        errors: [
          { index: 1, ...fault },
          { index: 2, ...fault },
          { index: 3, ...fault },
        ],
      },
    });
    expect([await framesOf(own!), await framesOf(foreign!)]).toEqual([2, 1]);
    expect(await send(ingest, bodyOf(frames), keyed)).toEqual({ ...answer, isReplayed: true });

    // The answer tells of the vehicle whose frames were taken: once it is another fleet's, it is told no more.
    await send(ingest, JSON.stringify(frame(own!, 60, "south")), {}, keys.all);
    expect(await send(ingest, bodyOf(frames), keyed)).toMatchObject({
      status: 403,
      isReplayed: false,
      body: { code: "fleet_not_allowed" },
    });
  },
);

test.each(bodies)(
  "of %s with none of its fleets nothing is taken, and it may come again",
  async (what, bodyOf, headers) => {
    const vehicleId = `none-${what.replaceAll(" ", "-")}`;
    const frames = [frame(vehicleId, 0, "south"), frame(vehicleId, 1, null)];
    const keyed = { ...headers, "idempotency-key": vehicleId };
    for (const _time of [1, 2]) {
      expect(await send(ingest, bodyOf(frames), keyed)).toMatchObject({
        status: 422,
        isReplayed: false,
        body: {
          code: "batch_rejected",
          frames_rejected: 2,
          errors: [{ code: "fleet_not_allowed" }, { index: 1 }],
        },
      });
    }
  },
);

test.each(bodies)("%s that is to be taken whole is refused whole", async (what, bodyOf, headers) => {
  const vehicleId = `whole-${what.replaceAll(" ", "-")}`;
  const frames = [frame(vehicleId, 0), frame(vehicleId, 1, "south")];
  expect(await send(`${ingest}?on_error=abort`, bodyOf(frames), headers)).toMatchObject({
    status: 403,
    body: {
      code: "fleet_not_allowed",
      detail: expect.stringMatching(/^(Frame 1|Line 2): .* Nothing of the batch was taken\.$/),
      errors: [{ pointer: "/metadata/fleet_id" }],
    },
  });
  expect(await framesOf(vehicleId)).toBe(0);
});

test.each([ingest, "/v1/score/residual"])(
  "a single frame of another fleet is refused at %s",
  async (path) => {
    expect(await send(path, JSON.stringify(frame("single", 0, "south")))).toMatchObject({
      status: 403,
      body: { code: "fleet_not_allowed", errors: [{ pointer: "/metadata/fleet_id" }] },
    });
  },
);

test("a stream of many groups goes on behind a frame of another fleet", async () => {
  const frames = Array.from({ length: 5_000 }, (_, at) =>
    frame("long", at, at === 1_500 ? "south" : "north"),
  );
  const body = frames.map((one) => JSON.stringify(one)).join("\n");
  expect(await send(ingest, body, ndjson)).toMatchObject({
    status: 207,
    body: { frames_ingested: 4_999, errors: [{ line: 1_501, code: "fleet_not_allowed" }] },
  });
});

test("the writer's spool gets past it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-spool-"));
  const client = new Plumbline({ baseUrl: service.url, apiKey: keys.north });
  const drops: Drop[] = [];
  const writer = client.telemetry.writer({
    spool: await FileSpool.open(folder),
    flushFrames: 1,
    onDrop: (drop) => drops.push(drop),
  });
  for (const at of [0, 1, 2, 3]) await writer.write(frame("spooled", at, at === 1 ? "south" : "north"));
  expect(await writer.close()).toMatchObject({ written: 4, ingested: 3, rejected: 1, kept: 0 });
  expect(await framesOf("spooled")).toBe(3);
  expect(drops).toMatchObject([{ reason: "rejected", frames: 1, fault: { code: "fleet_not_allowed" } }]);
  await rm(folder, { recursive: true });
});

test("ingest on the command line takes the rest and ends with 5", async () => {
  const file = join(dataDir, "frames.ndjson");
  const frames = [frame("typed", 0), frame("typed", 1, "south"), frame("typed", 2)];
  await writeFile(file, frames.map((one) => `${JSON.stringify(one)}\n`).join(""));
  const run = await runRecorded(["ingest", file, "--group", "1", "--url", service.url, "--key", keys.north]);
  expect(run.exitCode).toBe(5);
  expect(run.out).toMatch(/^2 frames ingested, 0 counted before, 1 rejected/u);
  expect(run.err).toContain("fleet_not_allowed");
});
