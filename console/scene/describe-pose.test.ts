import { expect, test } from "vitest";
import { expDeg, multiply } from "../../core/scoring/numeric/quaternion.ts";
import { aimErrorOf, describePose } from "./describe-pose.ts";
import { cameraTurned, lidarWith, radarWith } from "./sensors-for-tests.ts";
import type { Vector } from "./pose.ts";

test("a camera turned to the left is said with the metres at 50 m", () => {
  expect(describePose(cameraTurned([0, 0, 1.35]))).toBe(
    "The camera points 1.35° to the left (1.18\u00a0m at 50\u00a0m).",
  );
});

test.each<[Vector, string]>([
  [[0, 0, -0.5], "The camera points 0.50° to the right (0.44\u00a0m at 50\u00a0m)."],
  [[0, -0.5, 0], "The camera points 0.50° up (0.44\u00a0m at 50\u00a0m)."],
  [[0, 0.5, 0], "The camera points 0.50° down (0.44\u00a0m at 50\u00a0m)."],
  [[2, 0, 0], "The camera is rolled 2.00° clockwise as seen from behind it."],
  [[-2, 0, 0], "The camera is rolled 2.00° counter-clockwise as seen from behind it."],
  [[0, 0, 0], "The camera points where its baseline points."],
  [[0, 0.004, 0.004], "The camera points where its baseline points."],
])("turned by %j about its axes: %s", (vectorDeg, words) => {
  expect(describePose(cameraTurned(vectorDeg))).toBe(words);
});

test("yaw, pitch and roll are those of Rz·Ry·Rx", () => {
  const turn = multiply(multiply(expDeg([0, 0, 3]), expDeg([0, -2, 0])), expDeg([1, 0, 0]));
  const { baseline } = cameraTurned([0, 0, 0]);
  const { leftDeg, upDeg, clockwiseDeg } = aimErrorOf(baseline, { ...baseline, turn });
  expect([leftDeg, upDeg, clockwiseDeg]).toEqual([
    expect.closeTo(3, 9),
    expect.closeTo(2, 9),
    expect.closeTo(1, 9),
  ]);
});

test("a drift is told in the sensor's own frame, wherever the sensor looks", () => {
  const toTheRear = expDeg([0, 0, 180]);
  const baseline = { at: [-1, 0, 1] as const, turn: toTheRear };
  const now = { ...baseline, turn: multiply(toTheRear, expDeg([0, 0, 1])) };
  expect(aimErrorOf(baseline, now)).toMatchObject({
    leftDeg: expect.closeTo(1, 9),
    upDeg: expect.closeTo(0, 9),
  });
});

test.each([
  [0.262, "The radar reads everything 0.262\u00a0m farther than at its baseline."],
  [-0.1, "The radar reads everything 0.100\u00a0m nearer than at its baseline."],
  [0, "The radar reads distances as it did at its baseline."],
])("a radar's bias of %f m is a distance, not a turn", (shiftM, words) => {
  expect(describePose(radarWith(shiftM))).toBe(words);
});

test("a lidar's error has a size and no direction", () => {
  expect(describePose(lidarWith({ errorM: 0.29, errorGrowthM: 0.24 }))).toBe(
    "The lidar places its points within 0.290\u00a0m, 0.240\u00a0m worse than at its baseline; in which direction is not measured.",
  );
  expect(describePose(lidarWith({ errorM: 0.04, errorGrowthM: -0.01 }))).toContain("0.010\u00a0m better");
  expect(describePose(lidarWith({ errorM: 0.04, errorGrowthM: 0 }))).toBe(
    "The lidar places its points within 0.040\u00a0m, as at its baseline.",
  );
});
