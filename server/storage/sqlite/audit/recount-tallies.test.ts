import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";

import { noChanges } from "../../../app/ports/changes.ts";
import type { VehicleSummary } from "../../../app/ports/vehicle-summary.ts";
import { vehicleForTests } from "../../../vehicle-for-tests.ts";
import { openDatabase } from "../open-database.ts";
import { prepareQuery } from "../prepare-query.ts";
import { SqliteStore } from "../write/sqlite-store.ts";
import { recountTallies } from "./recount-tallies.ts";

const nowUs = 1_790_000_000_000_000;
const minuteUs = 60_000_000;

let folder: string;
let database: DatabaseSync;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-tallies-"));
  database = openDatabase(join(folder, "plumbline.db"));
  database.exec("PRAGMA synchronous = OFF");
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

/** The same numbers in every run. */
function draws() {
  let drawn = 11;
  return (below: number) => (drawn = (drawn * 48_271) % 2_147_483_647) % below;
}

/** Rounds of commits in which vehicles move in time, place and tier, and some by a clock that steps back. */
async function live(rounds: number): Promise<void> {
  const store = new SqliteStore(database);
  const draw = draws();
  const some = <T>(list: readonly T[]): T => list[draw(list.length)]!;
  const drawVehicle = (vehicleKey: number, atUs: number): VehicleSummary =>
    vehicleForTests({
      organisation: some(["acme", "globex"]),
      vehicleKey,
      vehicleId: `v-${vehicleKey}`,
      fleetId: some(["vans", "trucks"]),
      region: some([null, "north", "south"]),
      tier: some(["CRITICAL", "CAUTION", "NOMINAL", "UNKNOWN"]),
      lastReceivedUs: atUs - draw(3) * draw(400) * minuteUs,
      lateness: some(["none", "some", "unjudged"]),
      attributes: { depot: some(["x", "y"]), year: 2020 + draw(3), ...(draw(2) === 0 && { loaded: true }) },
      attributesAtUs: atUs,
      openBreach: some([
        null,
        { evidenceId: `EVB-${vehicleKey}`, worstTier: "CAUTION", seq: 6, openedAtUs: 6 },
      ]),
    });
  for (let round = 0; round < rounds; round += 1) {
    const atUs = nowUs + round * 37 * minuteUs;
    const drawn = Array.from({ length: 30 }, () => drawVehicle(1 + draw(50), atUs));
    // A vehicle keeps its organisation for life.
    const vehicles = [...new Map(drawn.map((one) => [one.vehicleKey, one])).values()].map((one) => ({
      ...one,
      organisation: one.vehicleKey % 3 === 0 ? "globex" : "acme",
    }));
    const minute = Math.floor(atUs / minuteUs);
    const frameCounts = vehicles.map(({ organisation, fleetId, region }) => ({
      organisation,
      fleetId,
      region,
      minute: minute - draw(3),
      frames: 1 + draw(9),
      late: draw(2),
    }));
    await store.transact((transaction) =>
      transaction.write({
        ...noChanges,
        scoring: "test",
        vehicles,
        newlyDescribed: vehicles.filter(({ vehicleKey }) => vehicleKey % 5 > 0),
        frameCounts,
      }),
    );
  }
}

test("tallies are those of a recount however vehicles move, and after some of them are gone", async () => {
  await live(40);
  expect(recountTallies(database)).toEqual([]);
  database.exec("PRAGMA foreign_keys = OFF; DELETE FROM vehicle WHERE vehicle_key % 4 = 0");
  expect(recountTallies(database)).toEqual([]);
  database.exec("DELETE FROM vehicle");
  const left = prepareQuery<{ rows: number }>(
    database,
    "SELECT (SELECT count(*) FROM vehicle_tally) + (SELECT count(*) FROM received_tally) AS rows",
  );
  expect(left.get()).toEqual({ rows: 0 });
  expect(prepareQuery(database, "SELECT * FROM vehicle_attribute").all()).toEqual([]);
});

test("frames are kept for two days and no longer", async () => {
  await live(120);
  const span = prepareQuery<{ minutes: number }>(
    database,
    "SELECT max(block) - min(block) AS minutes FROM frame_tally WHERE level = 0 AND organisation = 'acme'",
  );
  const { minutes } = span.get()!;
  expect(minutes).toBeGreaterThan(46 * 60);
  expect(minutes).toBeLessThanOrEqual(48 * 60 + 2);
  expect(recountTallies(database)).toEqual([]);
});

test.each([
  ["vehicle_tally", "UPDATE vehicle_tally SET vehicles = vehicles + 1 WHERE organisation = 'acme'"],
  ["vehicle_tally", "UPDATE vehicle_tally SET unjudged = unjudged + 1 WHERE organisation = 'acme'"],
  [
    "received_tally",
    "UPDATE received_tally SET nominal = nominal + 1 WHERE organisation = 'acme' AND level = 3",
  ],
  ["received_tally", "DELETE FROM received_tally WHERE organisation = 'acme' AND level = 1"],
  ["vehicle_received", "DELETE FROM vehicle_received WHERE organisation = 'acme'"],
  ["organisation_usage", "UPDATE organisation_usage SET vehicles = 0 WHERE organisation = 'acme'"],
  ["vehicle_attribute", "DELETE FROM vehicle_attribute WHERE organisation = 'acme' AND name = 'year'"],
  [
    "vehicle_attribute",
    "UPDATE vehicle_attribute SET value = '1' WHERE organisation = 'acme' AND value = 'true'",
  ],
  ["vehicle_attribute", "UPDATE vehicle_attributes SET attributes = '{}' WHERE vehicle_key = 1"],
  ["frame_tally", "UPDATE frame_tally SET late = late + 1 WHERE organisation = 'acme' AND level = 2"],
])("a changed %s is named with its organisation, by %s", async (table, sql) => {
  await live(12);
  database.exec(sql);
  const found = recountTallies(database);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(`acme, table ${table}: `);
});
