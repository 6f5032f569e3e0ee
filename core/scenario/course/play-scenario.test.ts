import { describe, expect, test } from "vitest";
import { scenarioTypes, type ScenarioType } from "../../contract/scenario-types.ts";
import { scenariosThatMustNotAlarm } from "../drift/drift-formulas.ts";
import { feedForTests } from "../feed/feed-for-tests.ts";
import { noVehicle } from "../feed/scenario-start.ts";
import { playScenario } from "./play-scenario.ts";
import { departuresAt } from "./scenario-readings.ts";

/** Of a vehicle that is in true when the scenario begins. */
const feedOf = (type: ScenarioType, changes: { durationS?: number; seed?: number } = {}) =>
  feedForTests({ type, start: noVehicle, ...changes });
const play = (type: ScenarioType, changes: { durationS?: number; seed?: number } = {}) =>
  playScenario(feedOf(type, changes));

test("the same feed gives the same course", () => {
  expect(play("post_collision")).toEqual(play("post_collision"));
  expect(play("post_collision", { seed: 7 })).not.toEqual(play("post_collision"));
});

describe("what the scoring makes of it", () => {
  test.each([
    ["post_collision", "CRITICAL"],
    ["bumper_repair_radar", "CRITICAL"],
    ["windshield_replacement", "CRITICAL"],
    // It springs back from 0.63 m to less than the critical limit.
    ["curb_strike", "CAUTION"],
  ] as const)("%s is %s soon after it began, and not before", (type, expected) => {
    const feed = feedOf(type);
    const { tier, period_s: periodS } = playScenario(feed);
    const onset = feed.parameters.truth.onset_s! / periodS;
    expect(new Set(tier.slice(0, Math.floor(onset)))).toEqual(new Set(["NOMINAL"]));
    const found = tier.indexOf(expected);
    expect(found).toBeGreaterThan(onset);
    expect(found).toBeLessThan(onset + 20);
  });

  test.each(["nominal_control", "thermal_cycle", "load_change", "ride_height_change", "imu_bias"] as const)(
    "%s stays nominal throughout",
    (type) => {
      expect(new Set(play(type).tier)).toEqual(new Set(["NOMINAL"]));
    },
  );

  test("dirt asks for a look at the lidar and is not taken for drift", () => {
    const { tier, decided_by: reasons } = play("occlusion_false_drift");
    expect(tier.at(-1)).toBe("CAUTION");
    expect(reasons.at(-1)).toBe("lidar_confidence_low");
  });

  test("the estimate comes to the truth", () => {
    const feed = feedForTests();
    const { camera_deg: camera, radar_m: radar } = playScenario(feed);
    const truth = departuresAt(feed, 1.41);
    for (const [axis, deg] of truth.cameraDeg.entries()) {
      // It settles over a second: the level since its first blocks is a little behind.
      expect(Math.abs(camera.at(-1)![axis]! - deg)).toBeLessThan(0.1 * Math.hypot(...truth.cameraDeg));
    }
    expect(Math.hypot(...camera.at(-1)!)).toBeCloseTo(Math.hypot(...truth.cameraDeg), 0);
    expect(radar.at(-1)).toBeCloseTo(truth.radarM, 1);
  });
});

test("a vehicle that is out of true already is found so before the beginning", () => {
  const { tier, initial_frames: initial } = playScenario(feedForTests({ type: "nominal_control" }));
  expect(initial).toBeGreaterThan(0);
  expect(tier[0]).toBe("CRITICAL");
  expect(play("nominal_control").initial_frames).toBe(0);
});

test("in a gap nothing is received, and what was known stays", () => {
  const feed = feedOf("data_dropout");
  const { received, camera_deg: camera, tier } = playScenario(feed);
  const gap = received.indexOf(false);
  expect(gap).toBeGreaterThan(0);
  expect(received.filter((isReceived) => !isReceived).length).toBeGreaterThan(20);
  expect(camera[gap]).toEqual(camera[gap - 1]);
  expect(tier[gap]).toBe(tier[gap - 1]);
});

test.each([
  [0.5, 0.1],
  [20, 0.1],
  [120, 0.1],
  [3600, 3],
])("a scenario of %f s has a frame every %f s, and every column as many", (durationS, periodS) => {
  const course = play("gradual_mount_loosening", { durationS });
  expect(course.period_s).toBeCloseTo(periodS, 9);
  const columns = Object.values(course).filter((column) => Array.isArray(column));
  const frames = Math.floor(durationS / periodS + 1e-9) + 1;
  expect(new Set(columns.map(({ length }) => length))).toEqual(new Set([frames]));
});

test("every scenario can be played, and none that nothing is out of true in is ever critical", () => {
  for (const type of scenarioTypes) {
    const { tier } = play(type);
    if (scenariosThatMustNotAlarm.has(type)) expect(tier, type).not.toContain("CRITICAL");
  }
});
