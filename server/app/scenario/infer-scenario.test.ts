import { expect, test } from "vitest";
import { gaussian } from "../../../core/scenario/counter-random.ts";
import type { Score } from "../../../core/scoring/model/score.ts";
import { driftShape, inferScenario, movedMost } from "./infer-scenario.ts";

const noise = (at: number) => 0.05 * gaussian(7, 1, at);
const step = Array.from({ length: 60 }, (_, at) => 0.4 + noise(at));
const ramp = Array.from({ length: 60 }, (_, at) => 0.1 + at * 0.01 + noise(at));

test("a jump is a step, a growing drift is a ramp, and a few values are no proof of growth", () => {
  expect(driftShape(step)).toBe("step");
  expect(driftShape(ramp)).toBe("ramp");
  expect(driftShape(ramp.map((value) => -value))).toBe("ramp");
  expect(driftShape([0, 1, 2])).toBe("step");
});

test("a step is a step wherever in the values it happens, and a ramp a ramp wherever it ends", () => {
  const lateStep = Array.from({ length: 100 }, (_, at) => (at < 40 ? 0 : 0.5) + noise(at));
  const rampThatHolds = Array.from({ length: 100 }, (_, at) => Math.min(0.5, at * 0.01) + noise(at));
  expect(driftShape(lateStep)).toBe("step");
  expect(driftShape(rampThatHolds)).toBe("ramp");
});

test("of a hundred noisy steps hardly any is taken for a ramp", () => {
  const ramps = Array.from({ length: 100 }, (_, run) =>
    driftShape(Array.from({ length: 60 }, (_, at) => 0.1 + 0.1 * gaussian(run, 2, at))),
  ).filter((shape) => shape === "ramp");
  expect(ramps.length).toBeLessThanOrEqual(3);
});

function scoreWith(given: Partial<Score>): Score {
  return {
    cusumTriggered: true,
    probableFaultSource: "camera",
    channels: [
      { channel: "camera_x", residual: 0, drift: 0.01, driftSd: 0.02 },
      { channel: "camera_z", residual: 0, drift: 0.4, driftSd: 0.02 },
    ],
    ...given,
  } as Score;
}

test("the channel that moved most is the one that stands out against its own uncertainty", () => {
  expect(movedMost(scoreWith({}))).toBe("camera_z");
  expect(movedMost(scoreWith({ channels: [] }))).toBeNull();
});

test.each([
  ["no open breach", { cusumTriggered: false }, step, "nominal_control"],
  ["several sensors at once", { probableFaultSource: "multi_modal" }, step, "post_collision"],
  ["the radar alone", { probableFaultSource: "radar" }, step, "bumper_repair_radar"],
  ["the camera alone", { probableFaultSource: "camera" }, step, "sensor_replacement"],
  ["a slow drift", { probableFaultSource: "camera" }, ramp, "gradual_mount_loosening"],
] as const)("%s looks like its scenario", (_, given, residuals, expected) => {
  expect(inferScenario(scoreWith(given), residuals)).toBe(expected);
});

const levels = (count: number, level: (at: number) => number) =>
  Array.from({ length: count }, (_, at) => level(at));

test.each([
  ["a level that jumps", levels(60, (at) => (at < 20 ? 0 : 1))],
  ["a level that stays", levels(60, () => 1)],
  ["nothing at all", []],
  ["a rise over too few frames", levels(7, (at) => at)],
  ["a small rise onto a high level", levels(60, (at) => 1 + (0.2 * at) / 60)],
])("%s is a step", (_, values) => {
  expect(driftShape(values)).toBe("step");
});

test.each([
  ["from the first frame to the last", levels(60, (at) => at / 60)],
  ["that begins late and comes to rest", levels(90, (at) => Math.min(1, Math.max(0, (at - 20) / 40)))],
  ["downwards", levels(60, (at) => -at / 60)],
])("a rise %s is a ramp", (_, values) => {
  expect(driftShape(values)).toBe("ramp");
});
