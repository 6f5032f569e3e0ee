import { expect, test } from "vitest";
import { multiply, rotationFromVectorDeg, uniformRotation } from "./rotation.ts";
import { uniform } from "./counter-random.ts";

test("the rotation of the published vector is the published matrix", () => {
  // docs/scoring-method, test vector of the log map.
  const expected = [
    0.9999923846, -0.0017544553, -0.0034860644, 0.0017361784, 0.9999847692, -0.0052389967, 0.0034952029,
    0.0052329044, 0.9999801999,
  ];
  rotationFromVectorDeg([0.3, -0.2, 0.1]).forEach((entry, at) =>
    expect(entry).toBeCloseTo(expected[at]!, 10),
  );
});

test("a quarter turn about z turns x into y", () => {
  const turn = rotationFromVectorDeg([0, 0, 90]);
  expect([turn[0], turn[3], turn[6]].map((entry) => Math.round(entry * 1e12) / 1e12)).toEqual([0, 1, 0]);
});

test("a rotation and its inverse cancel", () => {
  const there = rotationFromVectorDeg([12, -40, 7]);
  const back = rotationFromVectorDeg([-12, 40, -7]);
  const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  multiply(there, back).forEach((entry, at) => expect(entry).toBeCloseTo(identity[at]!, 12));
});

test("uniform rotations are orthonormal and favour no direction", () => {
  const count = 4000;
  const sums = Array.from({ length: 9 }, () => 0);
  for (let draw = 0; draw < count; draw += 1) {
    const rotation = uniformRotation(uniform(3, 1, draw), uniform(3, 2, draw), uniform(3, 3, draw));
    expect(Math.hypot(rotation[0], rotation[1], rotation[2])).toBeCloseTo(1, 12);
    expect(rotation[0] * rotation[3] + rotation[1] * rotation[4] + rotation[2] * rotation[5]).toBeCloseTo(
      0,
      12,
    );
    rotation.forEach((entry, at) => (sums[at] = sums[at]! + entry));
  }
  // Each entry of a uniform rotation has mean 0 and variance 1/3: four standard errors.
  for (const sum of sums) expect(Math.abs(sum / count)).toBeLessThan(4 * Math.sqrt(1 / 3 / count));
});
