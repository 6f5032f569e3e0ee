import { expect, test } from "vitest";

import { validate } from "../../../core/contract/requests/validate.ts";
import { startUs } from "../../storage/frames-for-tests.ts";
import { vehicleForTests } from "../../vehicle-for-tests.ts";
import { lastFrameUs, presentMeasurements, presentVehicle } from "./present-vehicle.ts";

test("before its first score nothing of a vehicle is measured, as the contract has it", () => {
  const shown = presentVehicle(vehicleForTests({ newestTimestampUs: startUs }), startUs);
  expect(validate("VehicleListItem", shown)).toEqual([]);
  expect(shown).toMatchObject({
    tier: "UNKNOWN",
    health_score: null,
    camera_drift_deg: null,
    radar_drift_mm: null,
  });
});

test("a silent vehicle says so, and its tier is unknown since its newest frame was received", () => {
  const vehicle = vehicleForTests({ tier: "NOMINAL", newestTimestampUs: startUs - 1_000_000 });
  expect(presentVehicle(vehicle, startUs + 1)).toMatchObject({
    silent: true,
    tier: "UNKNOWN",
    tier_since: "2026-03-01T08:00:00.000Z",
    last_frame_at: "2026-03-01T07:59:59.000Z",
  });
});

test("an open breach is named by its evidence", () => {
  const openBreach = { evidenceId: "EVB-1", worstTier: "CAUTION" as const, seq: 3, openedAtUs: startUs };
  expect(presentVehicle(vehicleForTests({ openBreach }), 0)).toMatchObject({ evidence_id: "EVB-1" });
});

test("measured zeros are zeros, and what was measured is shown as it is", () => {
  const measured = { healthScore: 0, cameraDriftDeg: 0.25, radarDriftMm: -3 };
  const vehicle = vehicleForTests({ ...measured, tier: "CRITICAL", newestTimestampUs: startUs });
  expect(presentMeasurements({ ...vehicle, tier: "UNKNOWN" }, 0)).toMatchObject({ health_score: null });
  expect(presentMeasurements(vehicle, 0)).toEqual({
    health_score: 0,
    camera_drift_deg: 0.25,
    radar_drift_mm: -3,
  });
  expect(lastFrameUs({ newestTimestampUs: null, lastReceivedUs: 9 })).toBe(9);
});

test("a vehicle judged by earlier rules says by which version, as the contract has it", () => {
  const shown = presentVehicle(vehicleForTests({ earlierScoring: "0.9.0-0123456789abcdef" }), startUs);
  expect(validate("VehicleListItem", shown)).toEqual([]);
  expect(shown.earlier_scoring).toBe("0.9.0");
  expect(presentVehicle(vehicleForTests(), startUs)).not.toHaveProperty("earlier_scoring");
});
