import { expect, test } from "vitest";

import type { Score } from "../../../core/scoring/model/score.ts";
import { gaussian } from "../../../core/scenario/counter-random.ts";
import { driftShape } from "./drift-shape.ts";
import { inferScenario, movedMost } from "./infer-scenario.ts";

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
