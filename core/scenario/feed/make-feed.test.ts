import { expect, test } from "vitest";

import { validate } from "../../contract/requests/validate.ts";
import { scenarioTypes } from "../../contract/scenario-types.ts";
import { scenariosThatMustNotAlarm } from "../drift/drift-formulas.ts";
import { paramRanges } from "../drift/stage-params.ts";
import { defaultParams } from "../drift/drift-formulas.ts";
import { feedForTests } from "./feed-for-tests.ts";
import { noVehicle } from "./scenario-start.ts";

test.each(scenarioTypes)("%s makes a whole feed of the contract", (type) => {
  const feed = feedForTests({ type });
  expect(validate("ScenarioFeed", feed)).toEqual([]);
  const { trajectory, events, drift_model: model, truth } = feed.parameters;
  expect(trajectory.drift_deg).toHaveLength(201);
  expect(events.every(({ t_s: tS }, at) => tS >= (events[at - 1]?.t_s ?? 0) && tS <= 20)).toBe(true);
  expect(truth.is_sensor_fault).toBe(!scenariosThatMustNotAlarm.has(type));
  // What is no fault of a sensor asks for nothing, and what moves in common moves no mount.
  if (!truth.is_sensor_fault) expect(truth.expected).toEqual([]);
  if (model.moves !== "mount") expect(model.sensors).toEqual([]);
  expect(model.common_mode_axis === null).toBe(!["body", "reference"].includes(model.moves));
  for (const { axis } of model.sensors) expect(Math.hypot(...axis)).toBeCloseTo(1, 9);
});

test.each(scenarioTypes)("%s: every parameter has a range, and its default lies within", (type) => {
  const defaults = defaultParams(type);
  expect(Object.keys(paramRanges[type])).toEqual(Object.keys(defaults));
  for (const [name, [low, high]] of Object.entries(paramRanges[type])) {
    expect(defaults[name]).toBeGreaterThanOrEqual(low);
    expect(defaults[name]).toBeLessThanOrEqual(high);
  }
});

test("the same ask gives the same feed, another seed another one", () => {
  expect(feedForTests({ type: "pothole_impact" })).toEqual(feedForTests({ type: "pothole_impact" }));
  const other = feedForTests({ type: "pothole_impact", seed: 43 });
  expect(other.parameters.trajectory).not.toEqual(
    feedForTests({ type: "pothole_impact" }).parameters.trajectory,
  );
});

test("a collision warrants the caution before the critical tier, and a signal between onset and end", () => {
  const { truth } = feedForTests({ start: noVehicle }).parameters;
  expect(truth.onset_s).toBe(5);
  expect(truth.expected.map(({ event, to }) => to ?? event).toSorted()).toEqual([
    "CAUTION",
    "CRITICAL",
    "cusum_signal",
  ]);
  for (const { t_s: tS } of truth.expected) {
    expect(tS).toBeGreaterThanOrEqual(5);
    expect(tS).toBeLessThan(6);
  }
});

test("the reference chart signals when its sums say so", () => {
  // 0.75 m a degree: 0.6 m of 0.2 m is three limits, 12 σ; less k the sum passes 8 with the first sample.
  const { truth } = feedForTests({ type: "bumper_repair_radar", start: noVehicle }).parameters;
  expect(truth.expected).toEqual([
    { t_s: 5, event: "cusum_signal" },
    { t_s: 5, event: "tier_change", to: "CAUTION" },
    { t_s: 5, event: "tier_change", to: "CRITICAL" },
  ]);
});

test("a drift that stays below every limit warrants no tier", () => {
  const { truth } = feedForTests({ type: "car_wash", start: noVehicle }).parameters;
  // 0.6° · 0.42 m = 0.252 m at its worst: beyond the lidar's 0.1 m, short of 0.3 m.
  expect(truth.expected.map(({ to }) => to)).not.toContain("CRITICAL");
  expect(truth.expected.map(({ to }) => to)).toContain("CAUTION");
});

test("lost frames are gaps of the trajectory, within the time in which frames are lost", () => {
  const { gaps } = feedForTests({ type: "data_dropout" }).parameters.trajectory;
  expect(gaps.length).toBeGreaterThan(1);
  for (const { from_s: from, to_s: to } of gaps) {
    expect(from).toBeGreaterThanOrEqual(5);
    expect(to).toBeGreaterThanOrEqual(from);
    expect(to).toBeLessThan(12);
  }
});

test("what was not measured is the model's, and says so", () => {
  const [camera, radar, lidar] = feedForTests({ start: noVehicle }).parameters.initial_drift_state.sensors;
  for (const sensor of [camera, radar, lidar]) {
    expect(sensor?.measured_dof).toEqual([]);
    expect(sensor?.now).toEqual(sensor?.baseline);
    expect(sensor?.part_number).toBeNull();
    expect(sensor?.covariance_6x6.filter((entry) => entry > 0)).toHaveLength(6);
  }
});

test("a measured spread takes the place of the model's, in the sensor's own order", () => {
  const [camera, radar] = feedForTests().parameters.initial_drift_state.sensors;
  const degree = Math.PI / 180;
  // Optical sd (0.02, 0.03, 0.02): roll is about z, pitch about x, yaw about y.
  expect([21, 28, 35].map((at) => camera?.covariance_6x6[at])).toEqual(
    [0.02, 0.02, 0.03].map((sd) => expect.closeTo((sd * degree) ** 2, 15)),
  );
  expect(radar?.covariance_6x6[0]).toBeCloseTo(0.02 ** 2, 12);
  expect(radar?.measured_dof).toEqual(["tx"]);
});

test("an hour at ten samples a second is whole, to its last sample", () => {
  const { trajectory, drift_samples: samples } = feedForTests({ durationS: 3600 }).parameters;
  expect(trajectory.drift_deg).toHaveLength(36_001);
  expect(samples.count).toBe(36_001);
});
