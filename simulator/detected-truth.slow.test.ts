import { describe, expect, test } from "vitest";
import type { TelemetryFrame } from "../core/contract/types.ts";
import type { JournalEntry } from "../core/scoring/model/journal-entry.ts";
import { fold } from "../core/scoring/fold.ts";
import { replayEntries } from "../core/scoring/replay.ts";
import { defaultSettings } from "../core/scoring/settings/settings.ts";
import { generateFleet } from "./generate-fleet.ts";
import type { SimulatedVehicle } from "./generate-vehicle.ts";
import { scenariosThatMustNotAlarm } from "../core/scenario/drift/drift-formulas.ts";
import { initialState } from "../core/scoring/model/initial-state.ts";

const steps = 700;
/** Seed 2 draws a replaced sensor that is far enough out to demand an alarm; seed 1 does not. */
const fleet = generateFleet({
  seed: 2,
  vehicles: 40,
  startUs: Date.UTC(2026, 0, 5) * 1000,
  periodS: 60,
  scenario: "mixed",
  onsetsWithinS: [240 * 60, 300 * 60],
});
const inTrouble = fleet.filter((vehicle) => vehicle.plan.scenario !== "nominal_control");
const mustAlarm = inTrouble.filter((vehicle) => vehicle.truth(steps).expected === "alarm");
const mustNot = inTrouble.filter((vehicle) => scenariosThatMustNotAlarm.has(vehicle.plan.scenario));

test("the fleet holds eleven true faults and nine scenarios to be left alone", () => {
  expect(mustAlarm).toHaveLength(11);
  expect(mustNot).toHaveLength(9);
});

/**
 * Faults that grow over hours: within these 700 blocks the bank takes them for slow noise. They are to be found; once one is,
 * its test says so.
 */
const open = new Set(["gradual_mount_loosening", "intrinsics_shift"]);

describe.each(mustAlarm.map((vehicle) => [vehicle.plan.scenario, vehicle] as const))(
  "%s",
  (scenario, vehicle) => {
    test("is found after its onset, and blamed on the right sensor", { fails: open.has(scenario) }, () => {
      const { breaches, tierPath } = replayEntries(entriesOf(vehicle), defaultSettings);
      const truth = vehicle.truth(steps);
      const alarms = tierPath.filter((step) => step.to === "CAUTION" || step.to === "CRITICAL");
      const onsetUs = Date.parse(truth.onset ?? "none") * 1000;
      expect(breaches[0]?.openedUs).toBeGreaterThanOrEqual(onsetUs);
      expect(alarms[0]?.atUs).toBeGreaterThanOrEqual(onsetUs);
      // Of several sensors each opens a breach of its own, the first before the others are known.
      expect(breaches.map(({ source }) => source)).toContain(truth.fault_source);
    });
  },
);

test.each(mustNot.map((vehicle) => [vehicle.plan.scenario, vehicle] as const))(
  "%s opens no breach and asks for no calibration",
  (_, vehicle) => {
    const { breaches, tierPath, lastScore } = replayEntries(entriesOf(vehicle), defaultSettings);
    expect(breaches).toEqual([]);
    expect(["none", "inspect_sensor"]).toContain(lastScore?.recommendedAction);
    // Dirt on the lidar is worth a look; nothing else here is worth even that.
    const alarms = tierPath.filter((step) => step.to === "CAUTION" || step.to === "CRITICAL");
    const reasons = alarms.map((step) => `${step.to} ${step.reason}`);
    const isDirt = vehicle.plan.scenario === "occlusion_false_drift";
    expect(reasons).toEqual(isDirt ? ["CAUTION lidar_confidence_low"] : []);
  },
);

test("of the demo's vehicles without a fault none is ever sent to inspection", () => {
  const demo = generateFleet({
    seed: 1,
    vehicles: 40,
    startUs: Date.UTC(2026, 0, 5) * 1000,
    periodS: 60,
    scenario: "mixed",
    onsetsWithinS: [240 * 60, 300 * 60],
  });
  const healthy = demo.filter((vehicle) => vehicle.plan.scenario === "nominal_control");
  const sent = healthy.filter((vehicle) => {
    let state = initialState();
    return entriesOf(vehicle, 36 * 60).some((entry) => {
      const folded = fold(state, entry, defaultSettings);
      state = folded.state;
      return folded.score?.recommendedAction === "inspect_sensor";
    });
  });
  expect(healthy).toHaveLength(20);
  expect(sent.map(({ plan }) => plan.vehicleId)).toEqual([]);
});

function entriesOf(vehicle: SimulatedVehicle, frames = steps): readonly JournalEntry[] {
  return Array.from({ length: frames }, (_, step) => vehicle.frameAt(step))
    .filter((frame) => frame !== null)
    .map((frame) => ({ kind: "frame", reading: readingOf(frame) }));
}

function readingOf({
  timestamp,
  sensors,
}: TelemetryFrame): Extract<JournalEntry, { kind: "frame" }>["reading"] {
  return {
    timestampUs: Date.parse(timestamp) * 1000,
    ...(sensors.camera_rotation_matrix && { cameraRotation: sensors.camera_rotation_matrix }),
    ...(sensors.radar_range_bias_m !== undefined && { radarRangeBiasM: sensors.radar_range_bias_m }),
    ...(sensors.lidar_registration_error_m !== undefined && {
      lidarRegistrationErrorM: sensors.lidar_registration_error_m,
    }),
    ...(sensors.lidar_confidence !== undefined && { lidarConfidence: sensors.lidar_confidence }),
  };
}
