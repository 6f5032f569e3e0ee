import { mkdtempSync, rmSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import type { VehicleSummary } from "../../../../app/ports/vehicle-summary.ts";
import { vehicleForTests } from "../../../../vehicle-for-tests.ts";
import { openDatabase } from "../../open-database.ts";
import { prepareQuery } from "../../prepare-query.ts";
import { summaryOfRow, vehicleColumns, vehicleRowColumns, type VehicleRow } from "../../vehicle-rows.ts";
import { recountTallies } from "../../audit/recount-tallies.ts";
import { SummaryRows } from "./summary-rows.ts";

let folder: string;
let database: DatabaseSync;
let rows: SummaryRows;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-summaries-"));
  database = openDatabase(join(folder, "plumbline.db"));
  database.exec("PRAGMA synchronous = OFF");
  rows = new SummaryRows(database);
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const first = vehicleForTests();
const move = (before: VehicleSummary, after: VehicleSummary, position?: number) =>
  rows.move(
    { vehicles: [after], vehiclesBefore: new Map([[before.vehicleKey, before]]) },
    new Map(position === undefined ? [] : [[after.vehicleKey, position]]),
  );
const stored = () =>
  prepareQuery<VehicleRow & { newest_position: number | null }>(
    database,
    `SELECT ${vehicleRowColumns} FROM vehicle`,
  ).all();

test.each<readonly [string, Partial<VehicleSummary>]>([
  ["nothing", {}],
  [
    "all at once",
    { entries: 3, healthScore: 1, attributesAtUs: 2, tier: "CRITICAL", reason: "critical_limit_exceeded" },
  ],
])("of a vehicle that is stored what is other is written: %s", (_, change) => {
  rows.write([first]);
  const after = { ...first, ...change };
  move(first, after);
  expect(stored().map(summaryOfRow)).toEqual([after]);
  move(after, first, 12);
  expect(stored().map(summaryOfRow)).toEqual([first]);
  expect(stored()[0]?.newest_position).toBe(12);
});

/** Each member that a row has, with another value than the first vehicle's. */
const others: Partial<VehicleSummary> = {
  fleetId: "elsewhere",
  region: "elsewhere",
  entries: 77,
  frames: 77,
  lastReceivedUs: 77e6,
  silentSinceUs: 77,
  newestTimestampUs: 1_790_000_000_000_003,
  attributesAtUs: 77,
  position: { latitude: 7, longitude: 7 },
  odometer: { firstKm: 7, newestKm: 77 },
  tier: "CRITICAL",
  tierSinceUs: 77,
  reason: "critical_limit_exceeded",
  scoredSeq: 77,
  healthScore: 7.5,
  residualScore: 1 / 3,
  cusumStatistic: 7.5,
  cusumTriggered: true,
  confidence: 0.1 + 0.2,
  probableFaultSource: "lidar",
  recommendedAction: "calibration_required",
  cameraDriftDeg: 7.5,
  radarDriftMm: 7.5,
  lidarDriftM: 5e-324,
  noise: [{ sensor: "lidar", sinceUs: 7 }],
  dropped: [{ member: "lidar_confidence", count: 7, lastTimestampUs: 7 }],
  lateness: "unjudged",
  baselineState: "frozen",
  baselineFrames: 77,
  baselineNeeded: 77,
  openBreach: { evidenceId: "EVB-7", worstTier: "CAUTION", seq: 7, openedAtUs: 7 },
};
const neverOther = ["organisation", "vehicleId", "vehicleKey", "firstReceivedUs", "firstTimestampUs"];
const elsewhere = ["attributes", "metadataText", "earlierScoring"];

test.each(Object.keys(first).filter((member) => ![...neverOther, ...elsewhere].includes(member)))(
  "%s is written, whatever else stays",
  (member) => {
    expect(others).toHaveProperty(member);
    const changed = { ...first, [member]: others[member as keyof VehicleSummary] };
    expect(changed).not.toEqual(first);
    rows.write([first]);
    move(first, changed);
    expect(stored().map(summaryOfRow)).toEqual([changed]);
    move(changed, first);
    expect(stored().map(summaryOfRow)).toEqual([first]);
  },
);

test.each<Partial<VehicleSummary>>([
  { position: { latitude: 7, longitude: 8 } },
  { position: { latitude: 8, longitude: 7 } },
  { odometer: { firstKm: 7, newestKm: 78 } },
  { odometer: { firstKm: 6, newestKm: 77 } },
  { openBreach: { evidenceId: "EVB-8", worstTier: "CAUTION", seq: 7, openedAtUs: 7 } },
  { openBreach: { evidenceId: "EVB-7", worstTier: "CAUTION", seq: 8, openedAtUs: 7 } },
  { openBreach: { evidenceId: "EVB-7", worstTier: "CAUTION", seq: 7, openedAtUs: 8 } },
  { noise: [{ sensor: "lidar", sinceUs: 8 }] },
  { dropped: [{ member: "lidar_confidence", count: 8, lastTimestampUs: 7 }] },
])("what is within a member is written, too: %j", (change) => {
  const before = { ...first, ...others };
  rows.write([before]);
  move(before, { ...before, ...change });
  expect(stored().map(summaryOfRow)).toEqual([{ ...before, ...change }]);
});

test("what is not other is not written", () => {
  rows.write([first]);
  database.exec("UPDATE vehicle SET region = 'as somebody left it'");
  move(first, { ...first, entries: 2 });
  expect(stored()).toMatchObject([{ region: "as somebody left it", entries: 2 }]);
});

test("who sends in another minute is counted there, and whatever else moves leaves the counts alone", () => {
  const received = (lastReceivedUs: number) => ({ ...first, lastReceivedUs, entries: lastReceivedUs / 1e6 });
  const minutes = () =>
    prepareQuery<{ minute: number; counted: number; written: number }>(
      database,
      `SELECT minute, vehicles AS counted, received_minute AS written FROM vehicle_received JOIN vehicle USING (vehicle_key)
         JOIN received_tally ON level = 0 AND block = minute`,
    ).all();
  rows.write([received(61e6)]);
  expect(minutes()).toEqual([{ minute: 1, counted: 1, written: 1 }]);
  move(received(61e6), received(119e6));
  expect(minutes()).toEqual([{ minute: 1, counted: 1, written: 1 }]);
  expect(stored()).toMatchObject([{ last_received_us: 119e6 }]);
  move(received(119e6), received(120e6));
  expect(minutes()).toEqual([{ minute: 2, counted: 1, written: 2 }]);
  // By a clock that was set.
  move(received(120e6), received(59e6));
  expect(minutes()).toEqual([{ minute: 0, counted: 1, written: 0 }]);
  expect(recountTallies(database)).toEqual([]);
});

test("a vehicle that has no row is not taken for one that has", () => {
  expect(() => move(first, { ...first, entries: 2 })).toThrow("vehicle 1 was stored before, and has no row");
});

test("the columns are those of the table, its key first", () => {
  const declared = prepareQuery<{ name: string }>(database, "SELECT name FROM pragma_table_info('vehicle')")
    .all()
    .map(({ name }) => name);
  // That one comes with the vehicle's frames.
  expect([...vehicleColumns, "newest_position"].toSorted()).toEqual(declared.toSorted());
  expect(vehicleColumns[0]).toBe("vehicle_key");
});
