import { expect, test } from "vitest";
import type { TelemetryFrame } from "../core/contract/types.ts";
import { fleetFrames, generateFleet } from "./generate-fleet.ts";
import type { FleetPlan } from "./generate-fleet.ts";
import { generateVehicle, ordinaryNoise } from "./generate-vehicle.ts";
import type { NoisePlan, VehiclePlan } from "./generate-vehicle.ts";
import { scenarioTypes } from "../core/contract/scenario-types.ts";

const startUs = Date.UTC(2026, 0, 5) * 1000;

function fleetOf(given: Partial<FleetPlan>): FleetPlan {
  return {
    seed: 1,
    vehicles: 40,
    startUs,
    periodS: 60,
    scenario: "mixed",
    onsetsWithinS: [3600, 7200],
    ...given,
  };
}

function vehicleOf(given: Partial<VehiclePlan>): VehiclePlan {
  return {
    vehicleId: "v",
    fleetId: "f",
    region: "r",
    seed: 11,
    startUs,
    periodS: 60,
    scenario: "nominal_control",
    onsetS: 6000,
    noise: ordinaryNoise,
    ...given,
  };
}

test("the same plan gives the same frames, whatever was asked before", () => {
  const whole = [...fleetFrames(generateFleet(fleetOf({})), 0, 200)];
  const resumed = [...fleetFrames(generateFleet(fleetOf({})), 150, 200)];
  expect(resumed).toEqual(whole.slice(-resumed.length));
  expect([...fleetFrames(generateFleet(fleetOf({ seed: 2 })), 150, 200)]).not.toEqual(resumed);
});

test("a mixed fleet of 40 shows every scenario, half of the vehicles healthy", () => {
  const scenarios = generateFleet(fleetOf({})).map(({ plan }) => plan.scenario);
  expect(new Set(scenarios)).toEqual(new Set(scenarioTypes));
  expect(scenarios.filter((scenario) => scenario === "nominal_control")).toHaveLength(20);
});

test("each vehicle's frames are in order of time and never twice at one time", () => {
  const frames = [...fleetFrames(generateFleet(fleetOf({ vehicles: 6 })), 0, 300)];
  for (const stream of Map.groupBy(frames, (frame) => frame.vehicle_id).values()) {
    const times = stream.map((frame) => Date.parse(frame.timestamp));
    expect(times).toEqual([...new Set(times)].toSorted((left, right) => left - right));
  }
});

test("healthy radar readings scatter with the typical σ and no memory", () => {
  const radar = readings(vehicleOf({ noise: { ...ordinaryNoise, spread: 0 } }), 5000);
  expect(standardDeviation(radar)).toBeCloseTo(0.05, 2);
  expect(Math.abs(lagOne(radar))).toBeLessThan(4 / Math.sqrt(radar.length));
});

test.each([0.3, 0.8])("noise with φ = %d has that correlation and the same σ", (arPhi) => {
  const noise: NoisePlan = { ...ordinaryNoise, spread: 0, arPhi, missingShare: 0 };
  const radar = readings(vehicleOf({ noise }), 8000);
  expect(lagOne(radar)).toBeCloseTo(arPhi, 1);
  expect(standardDeviation(radar)).toBeCloseTo(0.05, 2);
});

test("heavy-tailed noise has the same σ and the excess kurtosis of its t distribution", () => {
  const noise: NoisePlan = { ...ordinaryNoise, spread: 0, tailDegreesOfFreedom: 8, missingShare: 0 };
  const radar = readings(vehicleOf({ noise }), 20_000);
  const sd = standardDeviation(radar);
  const mean = average(radar);
  const kurtosis = average(radar.map((value) => ((value - mean) / sd) ** 4)) - 3;
  expect(sd).toBeCloseTo(0.05, 2);
  // 6/(ν − 4) = 1.5 for ν = 8.
  expect(kurtosis).toBeGreaterThan(0.9);
  expect(kurtosis).toBeLessThan(2.3);
});

test("a repaired bumper moves the radar by 0.6 m from the onset on, and nothing else", () => {
  const plan = vehicleOf({ scenario: "bumper_repair_radar", noise: { ...ordinaryNoise, spread: 0 } });
  const vehicle = generateVehicle(plan);
  const radar = readings(plan, 200);
  const moved = average(radar.slice(110)) - average(radar.slice(0, 90));
  expect(moved).toBeCloseTo(0.6, 1);
  expect(vehicle.truth(200)).toMatchObject({
    expected: "alarm",
    fault_source: "radar",
    onset: "2026-01-05T01:40:00.000Z",
    peak: { camera_deg: 0, radar_m: 0.6, lidar_m: 0 },
  });
});

test("nothing that must stay quiet departs by more than a quarter of a cautionary limit", () => {
  const quiet = generateFleet(fleetOf({}))
    .map((vehicle) => vehicle.truth(2160))
    .filter((truth) => truth.expected === "quiet");
  const beyond = quiet.filter(
    ({ peak }) => peak.camera_deg > 0.05 || peak.radar_m > 0.05 || peak.lidar_m > 0.025,
  );
  expect(new Set(quiet.map((truth) => truth.scenario)).size).toBe(10);
  expect(beyond).toEqual([]);
});

test("a dropout leaves gaps in time, not in the values", () => {
  const vehicle = generateVehicle(vehicleOf({ scenario: "data_dropout" }));
  const silent = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, step) => vehicle.frameAt(from + step)).filter(
      (frame) => frame === null,
    ).length;
  expect(silent(0, 100)).toBe(0);
  expect(silent(100, 340)).toBeGreaterThan(150);
  expect(silent(340, 600)).toBe(0);
});

function readings(plan: VehiclePlan, frames: number): readonly number[] {
  const vehicle = generateVehicle(plan);
  return Array.from({ length: frames }, (_, step) => vehicle.frameAt(step))
    .map((frame: TelemetryFrame | null) => frame?.sensors.radar_range_bias_m)
    .filter((bias) => bias !== undefined);
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function standardDeviation(values: readonly number[]): number {
  const mean = average(values);
  return Math.sqrt(average(values.map((value) => (value - mean) ** 2)));
}

function lagOne(values: readonly number[]): number {
  const mean = average(values);
  const products = values.slice(1).map((value, at) => (value - mean) * ((values[at] ?? Number.NaN) - mean));
  return average(products) / standardDeviation(values) ** 2;
}
