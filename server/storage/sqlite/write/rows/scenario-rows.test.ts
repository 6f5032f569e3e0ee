import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";

import { noChanges } from "../../../../app/ports/changes.ts";
import {
  keptScenarios,
  type NewScenario,
  type ScenarioChange,
} from "../../../../app/ports/scenario-change.ts";
import { vehicleForTests } from "../../../../vehicle-for-tests.ts";
import { openDatabase } from "../../open-database.ts";
import { ReadingDatabase } from "../../read/reading-database.ts";
import { scenarioQueries } from "../../read/scenario-queries.ts";
import { SqliteStore } from "../sqlite-store.ts";

let folder: string;
let database: DatabaseSync;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-scenarios-"));
  database = openDatabase(join(folder, "plumbline.db"));
  database.exec("PRAGMA synchronous = OFF");
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const idOf = (number: number) => `scn_${number.toString(16).padStart(16, "0")}`;
const scenario = (number: number, more: Partial<NewScenario> = {}): NewScenario => ({
  organisation: "acme",
  scenarioId: idOf(number),
  type: "car_wash",
  origin: "synthetic",
  seed: 4_294_967_295,
  durationS: 20.5,
  vehicleId: null,
  evidenceId: null,
  madeAtUs: 1_000,
  feed: Uint8Array.of(number % 256),
  ...more,
});
const keep = (...scenarios: readonly NewScenario[]) =>
  write(scenarios.map((one) => ({ kind: "keep", scenario: one })));
const write = (scenarios: readonly ScenarioChange[]) =>
  new SqliteStore(database).transact((transaction) =>
    transaction.write({ ...noChanges, scoring: "test", scenarios }),
  );
const acme = { organisation: "acme", fleets: null };
const queries = () => scenarioQueries(new ReadingDatabase(database));
type Ask = Parameters<ReturnType<typeof queries>["listScenarios"]>[0];
const list = (ask: Partial<Ask> = {}) =>
  queries()
    .listScenarios({ scope: acme, types: null, vehicleId: null, before: null, limit: 10_000, ...ask })
    .map(({ scenarioId }) => scenarioId);
const find = (scope: Ask["scope"], number: number) =>
  queries().findScenario({ scope, scenarioId: idOf(number) });

test("a scenario comes back as it was kept, to its organisation alone", async () => {
  await keep(scenario(1));
  expect(find(acme, 1)).toEqual({ feed: Uint8Array.of(1) });
  expect(find({ organisation: "umbrella", fleets: null }, 1)).toBeNull();
  expect(find(acme, 2)).toBeNull();
  const { organisation: _, feed: __, ...summary } = scenario(1);
  const [listed] = queries().listScenarios({
    scope: acme,
    types: null,
    vehicleId: null,
    before: null,
    limit: 1,
  });
  expect(listed).toEqual({ ...summary, position: 1 });
});

test("two organisations may have the same scenario, and each takes away its own", async () => {
  await keep(scenario(1), scenario(1, { organisation: "umbrella" }));
  await write([{ kind: "drop", organisation: "acme", scenarioId: idOf(1) }]);
  expect(list()).toEqual([]);
  expect(list({ scope: { organisation: "umbrella", fleets: null } })).toEqual([idOf(1)]);
});

test("made again it is the latest, once, however the clock stands", async () => {
  await keep(scenario(1, { madeAtUs: 9_000 }), scenario(2), scenario(1, { madeAtUs: 5 }));
  expect(list()).toEqual([idOf(1), idOf(2)]);
});

test("pages go on where the last one ended, also when newer ones are made in between", async () => {
  await keep(...[1, 2, 3, 4].map((number) => scenario(number)));
  expect(list({ limit: 2 })).toEqual([idOf(4), idOf(3)]);
  await keep(scenario(5));
  expect(list({ limit: 2, before: 3 })).toEqual([idOf(2), idOf(1)]);
});

test("of more than are kept the oldest go, and no other organisation's", async () => {
  await keep(scenario(1, { organisation: "umbrella" }));
  await keep(...Array.from({ length: keptScenarios.scenarios + 2 }, (_, number) => scenario(number)));
  const kept = list();
  expect(kept).toHaveLength(keptScenarios.scenarios);
  expect(kept.at(-1)).toBe(idOf(2));
  expect(list({ scope: { organisation: "umbrella", fleets: null } })).toHaveLength(1);
});

test("of longer ones fewer are kept", async () => {
  const third = new Uint8Array(Math.ceil(keptScenarios.bytes / 3));
  await keep(...[1, 2, 3].map((number) => scenario(number, { feed: third })));
  expect(list()).toEqual([idOf(3), idOf(2)]);
});

test("lists are narrowed by type and vehicle", async () => {
  await keep(scenario(1), scenario(2, { type: "imu_bias" }), scenario(3, { vehicleId: "van-1" }));
  expect(list({ types: ["imu_bias"] })).toEqual([idOf(2)]);
  expect(list({ vehicleId: "van-1" })).toEqual([idOf(3)]);
  expect(list({ types: ["imu_bias"], vehicleId: "van-1" })).toEqual([]);
});

test("a scenario belongs to its vehicle's fleet, and one without a vehicle to all", async () => {
  const vehicle = vehicleForTests({ vehicleId: "van-1", fleetId: "vans" });
  await new SqliteStore(database).transact((transaction) =>
    transaction.write({ ...noChanges, scoring: "test", vehicles: [vehicle] }),
  );
  await keep(scenario(1, { vehicleId: "van-1" }), scenario(2));
  expect(list({ scope: { organisation: "acme", fleets: ["vans"] } })).toEqual([idOf(2), idOf(1)]);
  expect(list({ scope: { organisation: "acme", fleets: ["trucks"] } })).toEqual([idOf(2)]);
  expect(find({ organisation: "acme", fleets: ["trucks"] }, 1)).toBeNull();
});
