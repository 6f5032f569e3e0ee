import { expect, test } from "vitest";
import { multiply, rotationFromVectorDeg, uniformRotation } from "./rotation.ts";
import { uniform } from "../core/scenario/counter-random.ts";

test("the rotation of the published vector is the published matrix", () => {
  // docs/scoring-method, test vector of the log map.
  const expected = [
    0.9999923846, -0.0017544553, -0.0034860644, 0.0017361784, 0.9999847692, -0.0052389967, 0.0034952029,
    0.0052329044, 0.9999801999,
  ];
  expect(farthest(rotationFromVectorDeg([0.3, -0.2, 0.1]), expected)).toBeLessThan(5e-11);
});

test("a quarter turn about z turns x into y", () => {
  const turn = rotationFromVectorDeg([0, 0, 90]);
  expect([turn[0], turn[3], turn[6]].map((entry) => Math.round(entry * 1e12) / 1e12)).toEqual([0, 1, 0]);
});

test("a rotation and its inverse cancel", () => {
  const there = rotationFromVectorDeg([12, -40, 7]);
  const back = rotationFromVectorDeg([-12, 40, -7]);
  const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  expect(farthest(multiply(there, back), identity)).toBeLessThan(5e-13);
});

test("uniform rotations are orthonormal and favour no direction", () => {
  const count = 4000;
  const rotations = Array.from({ length: count }, (_, draw) =>
    uniformRotation(uniform(3, 1, draw), uniform(3, 2, draw), uniform(3, 3, draw)),
  );
  const unevenness = rotations.map(([a, b, c, d, e, f]) =>
    Math.max(Math.abs(Math.hypot(a, b, c) - 1), Math.abs(a * d + b * e + c * f)),
  );
  expect(Math.max(...unevenness)).toBeLessThan(5e-13);
  const means = Array.from(
    { length: 9 },
    (_, at) => rotations.reduce((sum, rotation) => sum + (rotation[at] ?? Number.NaN), 0) / count,
  );
  // Each entry of a uniform rotation has mean 0 and variance 1/3: four standard errors.
  expect(Math.max(...means.map(Math.abs))).toBeLessThan(4 * Math.sqrt(1 / 3 / count));
});

/** The largest difference of two entries at the same place. */
function farthest(entries: readonly number[], expected: readonly number[]): number {
  return Math.max(...entries.map((entry, at) => Math.abs(entry - (expected[at] ?? Number.NaN))));
}
