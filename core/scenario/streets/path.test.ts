import { expect, test } from "vitest";

import {
  type Pose,
  followPath,
  offsetPath,
  pathLengthM,
  poseAlong,
  reversePiece,
  roundCorner,
  tracePath,
  wrapAngle,
} from "./path.ts";

const start: Pose = { xM: 0, yM: 0, headingRad: 0 };
const northwards: Pose = { xM: 10, yM: 10, headingRad: Math.PI / 2 };

function expectPose(seen: Pose, { xM, yM, headingRad }: Pose): void {
  expect(seen.xM).toBeCloseTo(xM, 9);
  expect(seen.yM).toBeCloseTo(yM, 9);
  expect(wrapAngle(seen.headingRad - headingRad)).toBeCloseTo(0, 9);
}

test("a quarter circle goes as far ahead as to the side", () => {
  const quarter = { ...start, lengthM: (Math.PI / 2) * 10, curvaturePerM: 0.1 };
  expectPose(poseAlong(quarter, quarter.lengthM), northwards);
});

test("a corner takes the largest arc that fits, or the one asked for between two straights", () => {
  expect(roundCorner(start, northwards)).toHaveLength(1);
  const tight = roundCorner(start, northwards, 4);
  expect(tight.map(({ lengthM }) => lengthM)).toEqual([6, expect.closeTo(2 * Math.PI, 9), 6]);
  expectPose(followPath(tight)(pathLengthM(tight)), northwards);
});

test("two poses in line are joined by a line", () => {
  expect(roundCorner(start, { ...start, xM: 7 })).toEqual([{ ...start, lengthM: 7, curvaturePerM: 0 }]);
});

test("two straights that meet behind the start are no corner", () => {
  expect(() => roundCorner(start, { ...northwards, xM: -10 })).toThrow(/do not meet/);
});

test("an offset path keeps its distance all along", () => {
  const path = roundCorner(start, northwards, 4);
  const beside = offsetPath(path, -2);
  expect(pathLengthM(beside)).toBeCloseTo(12 + Math.PI * 3, 9);
  expectPose(followPath(beside)(pathLengthM(beside)), { ...northwards, xM: 12 });
  expect(() => offsetPath(path, 4)).toThrow(/beyond the centre/);
});

test("a piece driven backwards ends where it began", () => {
  const arc = { xM: 3, yM: -2, headingRad: 0.7, lengthM: 5, curvaturePerM: -0.2 };
  const back = reversePiece(arc);
  expectPose(poseAlong(back, back.lengthM), { ...arc, headingRad: 0.7 + Math.PI });
});

test("before its beginning and after its end a path stands still", () => {
  const follow = followPath(roundCorner(start, northwards));
  expectPose(follow(-1), start);
  expectPose(follow(1e9), northwards);
});

test("a traced path has both ends and bends in small steps", () => {
  const points = tracePath(roundCorner(start, northwards, 4));
  expect(points).toHaveLength(12);
  expect(points[0]).toEqual({ xM: 0, yM: 0 });
  expect(points.at(-1)!.yM).toBeCloseTo(10, 9);
});
