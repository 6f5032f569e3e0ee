import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { afterAll, beforeAll, expect, test } from "vitest";

import { type RunningService, administer, serve } from "../../server/main.ts";

/** Keys by what they may do; `fleets` left out means all. */
const kinds = {
  unlimited: { organisation: "acme", preset: "engineer" },
  rotated: { organisation: "acme", preset: "engineer" },
  north: { organisation: "acme", preset: "engineer", fleets: ["north"] },
  "north rotated": { organisation: "acme", preset: "engineer", fleets: ["north", "north"] },
  south: { organisation: "acme", preset: "engineer", fleets: ["south"] },
  "other scopes": { organisation: "acme", preset: "admin" },
  "other organisation": { organisation: "other", preset: "engineer" },
} as const;
type Kind = keyof typeof kinds;

const dataDir = mkdtempSync(join(tmpdir(), "plumbline-rights-"));
const options = { env: {}, dataDir, port: 0, logLevel: "silent" };
const keys = new Map<Kind, string>();
let service: RunningService;

beforeAll(async () => {
  const administration = administer({ env: {}, dataDir });
  for (const [kind, { organisation, preset, ...more }] of Object.entries(kinds)) {
    const limits = "fleets" in more ? { fleets: [...more.fleets] } : {};
    const made = await administration.createKey({ organisation, name: kind, grants: { preset }, ...limits });
    keys.set(kind as Kind, made.key);
  }
  administration.close();
  service = await serve(options);
});
afterAll(async () => {
  await service.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

function frameOf(vehicleId: string, fleetId: string, second = 0): object {
  return {
    vehicle_id: vehicleId,
    timestamp: `2026-03-01T08:00:${String(second).padStart(2, "0")}Z`,
    sensors: { radar_range_bias_m: 0.01 + second / 1_000 },
    metadata: { fleet_id: fleetId },
  };
}

interface Request {
  readonly path: string;
  readonly body: string;
  readonly type?: string;
}

let requests = 0;

async function send(kind: Kind, idempotencyKey: string, { path, body, type }: Request) {
  const response = await fetch(service.url + path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${keys.get(kind)!}`,
      "content-type": type ?? "application/json",
      "idempotency-key": idempotencyKey,
    },
    body,
  });
  const isReplayed = response.headers.get("idempotent-replayed") === "true";
  return { status: response.status, text: await response.text(), isReplayed };
}

/** Each door that keeps answers, about a vehicle of its own in fleet north. */
const doors: Readonly<Record<string, (vehicleId: string) => Request>> = {
  "a frame": (vehicleId) => ({
    path: "/v1/telemetry/ingest",
    body: JSON.stringify(frameOf(vehicleId, "north")),
  }),
  "a batch": (vehicleId) => ({
    path: "/v1/telemetry/ingest",
    body: JSON.stringify([frameOf(vehicleId, "north"), {}]),
  }),
  NDJSON: (vehicleId) => ({
    path: "/v1/telemetry/ingest",
    body: `${JSON.stringify(frameOf(vehicleId, "north"))}\n{}\n`,
    type: "application/x-ndjson",
  }),
  "a score": (vehicleId) => ({
    path: "/v1/score/residual",
    body: JSON.stringify(frameOf(vehicleId, "north")),
  }),
  "a command": (vehicleId) => ({
    path: `/v1/vehicles/${vehicleId}/baseline`,
    body: '{"action":"learn","reason":"new windscreen"}',
  }),
  "a scenario": (vehicleId) => ({
    path: "/v1/risk/scenario-feed",
    body: JSON.stringify({ vehicle_id: vehicleId }),
  }),
};

async function newVehicle(): Promise<string> {
  requests += 1;
  const vehicleId = `veh-${requests}`;
  const frame = { ...frameOf(vehicleId, "north"), timestamp: "2026-02-01T00:00:00Z" };
  const { status } = await send("unlimited", `begin-${requests}`, {
    path: "/v1/telemetry/ingest",
    body: JSON.stringify(frame),
  });
  expect(status).toBe(200);
  return vehicleId;
}

const pairs: readonly (readonly [Kind, Kind, "same answer" | "own answer"])[] = [
  ["unlimited", "unlimited", "same answer"],
  ["unlimited", "rotated", "same answer"],
  ["north", "north rotated", "same answer"],
  ["unlimited", "north", "own answer"],
  ["unlimited", "south", "own answer"],
  ["north", "south", "own answer"],
  ["north", "unlimited", "own answer"],
  ["unlimited", "other scopes", "own answer"],
  ["unlimited", "other organisation", "own answer"],
];
const cells = Object.keys(doors).flatMap((door) => pairs.map((pair) => [door, ...pair] as const));

test.each(cells)("%s of a key %s, repeated by a key %s: %s", async (door, first, second, expected) => {
  const request = doors[door]!(await newVehicle());
  const idempotencyKey = `pair ${requests}`.replaceAll(" ", "-");
  const before = await send(first, idempotencyKey, request);
  expect([200, 207]).toContain(before.status);
  expect(before.isReplayed).toBe(false);
  const after = await send(second, idempotencyKey, request);
  if (expected === "same answer") expect(after).toEqual({ ...before, isReplayed: true });
  else expect(after.isReplayed).toBe(false);
  if (second === "south") expect([403, 404, 422]).toContain(after.status);
});

test.each(Object.keys(doors))(
  "%s answered to a key of fleet north is not repeated to it once the vehicle is in fleet south",
  async (door) => {
    const vehicleId = await newVehicle();
    const request = doors[door]!(vehicleId);
    const idempotencyKey = `moved-${requests}`;
    const before = await send("north", idempotencyKey, request);
    expect([200, 207]).toContain(before.status);
    const moved = frameOf(vehicleId, "south", 30);
    await send("unlimited", `move-${requests}`, {
      path: "/v1/telemetry/ingest",
      body: JSON.stringify(moved),
    });
    const after = await send("north", idempotencyKey, request);
    expect(after.isReplayed).toBe(false);
    expect([403, 404]).toContain(after.status);
  },
);

test("kept answers are repeated byte for byte after a restart, refusals as well", async () => {
  const vehicleId = await newVehicle();
  const asked = Object.values(doors).map((door) => door(vehicleId));
  const refused = { path: "/v1/telemetry/ingest", body: "[{},{}]" };
  const before = [];
  for (const [at, request] of [...asked, refused].entries()) {
    before.push(await send("north", `restart-${at}`, request));
  }
  await service.stop();
  service = await serve(options);
  for (const [at, request] of [...asked, refused].entries()) {
    expect(await send("north", `restart-${at}`, request)).toEqual({ ...before[at]!, isReplayed: true });
  }
});

test("what is refused keeps a digest, not a body, however much is wrong with it", async () => {
  const body = JSON.stringify(Array.from({ length: 2_000 }, () => ({ ["x".repeat(150)]: 1 })));
  const first = await send("unlimited", "large-refusal", { path: "/v1/telemetry/ingest", body });
  expect(first.status).toBe(422);
  expect(first.text.length).toBeGreaterThan(20_000);
  const database = new DatabaseSync(join(dataDir, "plumbline.db"), { readOnly: true });
  const kept = database.prepare("SELECT * FROM answer WHERE space LIKE '%large-refusal%'").get()!;
  database.close();
  expect(JSON.stringify(kept).length).toBeLessThan(1_000);
  const again = await send("unlimited", "large-refusal", { path: "/v1/telemetry/ingest", body });
  expect(again).toEqual({ ...first, isReplayed: true });
});

test("what was refused for a moment's reason is carried out by its repeat, once", async () => {
  const request = { path: "/v1/vehicles/veh-late/baseline", body: '{"action":"learn","reason":"repair"}' };
  expect((await send("unlimited", "late", request)).status).toBe(404);
  expect(await send("unlimited", "late", request)).toMatchObject({ status: 404, isReplayed: true });
  await send("unlimited", "late-frame", {
    path: "/v1/telemetry/ingest",
    body: JSON.stringify(frameOf("veh-late", "north")),
  });
  const done = await send("unlimited", "late", request);
  expect(done).toMatchObject({ status: 200, isReplayed: false });
  expect(await send("unlimited", "late", request)).toEqual({ ...done, isReplayed: true });
  expect((await send("unlimited", "late", { ...request, body: "{}" })).text).toContain("reused");
});
