import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import type { VehicleSummary } from "../../app/ports/vehicle-summary.ts";
import { openDatabase } from "./open-database.ts";
import { prepareQuery } from "./prepare-query.ts";
import {
  rowOfSummary,
  summaryOfRow,
  vehicleColumns,
  vehicleRowColumns,
  type VehicleRow,
} from "./vehicle-rows.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-rows-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const drifting: VehicleSummary = {
  vehicleKey: 7,
  organisation: "acme",
  vehicleId: "van-7",
  fleetId: "vans",
  region: "north",
  entries: 12,
  frames: 11,
  firstReceivedUs: 1_790_000_000_000_001,
  lastReceivedUs: 1_790_000_000_000_002,
  silentSinceUs: 1_790_000_000_000_001,
  firstTimestampUs: 1_790_000_000_000_000,
  newestTimestampUs: 1_790_000_000_000_003,
  attributes: {},
  attributesAtUs: 1_790_000_000_000_002,
  position: { latitude: -0.1, longitude: 179.999 },
  odometer: { firstKm: 0.5, newestKm: 120_000 },
  metadataText: "",
  tier: "CRITICAL",
  tierSinceUs: 1_790_000_000_000_004,
  reason: "critical_limit_exceeded",
  scoredSeq: 10,
  healthScore: 12.5,
  residualScore: 1 / 3,
  cusumStatistic: 9.75,
  cusumTriggered: true,
  confidence: 0.1 + 0.2,
  probableFaultSource: "radar",
  recommendedAction: "calibration_required",
  cameraDriftDeg: -0.25,
  radarDriftMm: 600.25,
  lidarDriftM: 5e-324,
  noise: [{ sensor: "radar", sinceSeq: 3, sinceUs: 1_790_000_000_000_005 }],
  dropped: [{ member: "radar_range_bias_m", count: 7, lastTimestampUs: 1_790_000_000_000_003 }],
  lateness: "some",
  baselineState: "established",
  baselineFrames: 50,
  baselineNeeded: 20,
  openBreach: { evidenceId: "EVB-1", worstTier: "CAUTION", seq: 9, openedAtUs: 1_790_000_000_000_006 },
};

const unreceived: VehicleSummary = {
  ...drifting,
  region: null,
  firstTimestampUs: null,
  newestTimestampUs: null,
  attributesAtUs: null,
  position: null,
  scoredSeq: null,
  healthScore: null,
  residualScore: null,
  cusumStatistic: null,
  cusumTriggered: false,
  confidence: null,
  cameraDriftDeg: null,
  radarDriftMm: null,
  lidarDriftM: null,
  noise: [],
  dropped: [],
  openBreach: null,
};

test.each([
  ["with everything", drifting],
  ["before its first score", unreceived],
])("a vehicle %s comes back from its row as it was stored, bit for bit", (_, vehicle) => {
  const database = openDatabase(join(folder, "plumbline.db"));
  database.exec("PRAGMA synchronous = OFF");
  const marks = vehicleColumns.map(() => "?").join(", ");
  const insert = `INSERT INTO vehicle (${vehicleColumns.join(", ")}) VALUES (${marks})`;
  database.prepare(insert).run(...rowOfSummary(vehicle));
  const rows = prepareQuery<VehicleRow>(database, `SELECT ${vehicleRowColumns} FROM vehicle`).all();
  expect(rows.map(summaryOfRow)).toEqual([vehicle]);
  database.close();
});

test("the columns are those of the table, its key first", () => {
  const database = openDatabase(join(folder, "plumbline.db"));
  database.exec("PRAGMA synchronous = OFF");
  const declared = prepareQuery<{ name: string }>(database, "SELECT name FROM pragma_table_info('vehicle')")
    .all()
    .map(({ name }) => name);
  // That one comes with the vehicle's frames.
  expect([...vehicleColumns, "newest_position"].toSorted()).toEqual(declared.toSorted());
  expect(vehicleColumns[0]).toBe("vehicle_key");
  database.close();
});
