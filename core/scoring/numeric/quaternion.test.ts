import * as fc from "fast-check";
import { expect, test } from "vitest";
import { expDeg, logDeg, multiply, toMatrix } from "./quaternion.ts";
import type { Vector3 } from "./quaternion.ts";

test("the rotation vector (0.30°, −0.20°, 0.10°) is the published matrix, and back", () => {
  const published = [
    0.9999923846, -0.0017544553, -0.0034860644, 0.0017361784, 0.9999847692, -0.0052389967, 0.0034952029,
    0.0052329044, 0.9999801999,
  ];
  const q = expDeg([0.3, -0.2, 0.1]);

  toMatrix(q).forEach((entry, at) => expect(entry).toBeCloseTo(published[at]!, 10));
  expect(Math.hypot(...logDeg(q))).toBeCloseTo(0.3741657, 7);
});

test("the logarithm undoes the exponential from no turn to almost half a turn", () => {
  const axis = fc.tuple(unit(), unit(), unit()).filter((v) => Math.hypot(...v) > 0.01);
  const size = fc.oneof(
    fc.double({ min: 0, max: 1e-7, noNaN: true }),
    fc.double({ min: 0, max: 179.9, noNaN: true }),
  );
  fc.assert(
    fc.property(axis, size, (direction, degrees) => {
      const scale = degrees / Math.hypot(...direction);
      const vector = direction.map((part) => part * scale) as unknown as Vector3;
      logDeg(expDeg(vector)).forEach((part, at) => expect(Math.abs(part - vector[at]!)).toBeLessThan(1e-11));
    }),
    { seed: 2, numRuns: 300 },
  );
});

test("half a turn keeps its length, whichever way round it is told", () => {
  for (const sign of [1, -1]) {
    expect(Math.hypot(...logDeg([0, sign * 0.6, sign * 0.8, 0]))).toBeCloseTo(180, 12);
  }
});

test("multiplying quaternions multiplies their matrices", () => {
  const [a, b] = [expDeg([10, 20, 30]), expDeg([-40, 5, 60])];
  const [ma, mb] = [toMatrix(a), toMatrix(b)];
  toMatrix(multiply(a, b)).forEach((entry, at) => {
    const [row, column] = [Math.floor(at / 3), at % 3];
    const expected = [0, 1, 2].reduce((sum, k) => sum + ma[3 * row + k]! * mb[3 * k + column]!, 0);
    expect(entry).toBeCloseTo(expected, 14);
  });
});

function unit() {
  return fc.double({ min: -1, max: 1, noNaN: true });
}
