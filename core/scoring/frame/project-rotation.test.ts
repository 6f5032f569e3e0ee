import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isCoarselyRounded, orthonormalityError, projectRotation } from "./project-rotation.ts";
import { between, expDeg, logDeg, toMatrix } from "../numeric/quaternion.ts";
import type { Vector3 } from "../numeric/quaternion.ts";

const turn: fc.Arbitrary<Vector3> = fc.tuple(angle(), angle(), angle());

test("a rotation matrix is projected onto itself", () => {
  fc.assert(
    fc.property(turn, (vector) => {
      const matrix = toMatrix(expDeg(vector));
      toMatrix(projectRotation(matrix)).forEach((entry, at) => expect(entry).toBeCloseTo(matrix[at]!, 12));
    }),
    { seed: 1, numRuns: 200 },
  );
});

// Root mean square rotation error of rounded matrices, computed over random rotations (design page scoring, 1.2).
test.each([
  [2, 0.21],
  [3, 0.02],
  [4, 0.002],
  [5, 0.00021],
  [6, 0.00002],
])("rounding to %i decimals turns a rotation by %f° in the root mean square", (decimals, published) => {
  let squares = 0;
  const count = 2000;
  for (let at = 0; at < count; at += 1) {
    const rotation = expDeg([137.5 * Math.sin(at), 91.3 * Math.sin(2.3 * at + 1), 60.7 * Math.cos(3.1 * at)]);
    const rounded = toMatrix(rotation).map((entry) => Number(entry.toFixed(decimals)));
    const error = Math.hypot(...logDeg(between(rotation, projectRotation(rounded))));
    squares += error * error;
  }
  expect(Math.sqrt(squares / count) / published).toBeGreaterThan(0.9);
  expect(Math.sqrt(squares / count) / published).toBeLessThan(1.1);
});

test("a stretched matrix goes to the rotation it was stretched from", () => {
  const matrix = toMatrix(expDeg([20, -30, 40]));
  // RS with S symmetric and positive is nearest to R.
  const stretch = [1.02, 0.01, 0, 0.01, 0.98, 0.005, 0, 0.005, 1.01];
  const stretched = product(matrix, stretch);

  const nearest = toMatrix(projectRotation(stretched));

  expect(orthonormalityError(stretched)).toBeGreaterThan(0.01);
  nearest.forEach((entry, at) => expect(entry).toBeCloseTo(matrix[at]!, 12));
});

test("three decimals are coarse, four are not, and neither is an exact change of axes", () => {
  const matrix = toMatrix(expDeg([1, 2, 3]));
  expect(isCoarselyRounded(matrix.map((entry) => Number(entry.toFixed(3))))).toBe(true);
  expect(isCoarselyRounded(matrix.map((entry) => Number(entry.toFixed(4))))).toBe(false);
  expect(isCoarselyRounded([0, -1, 0, 0, 0, -1, 1, 0, 0])).toBe(false);
});

function angle() {
  return fc.double({ min: -103, max: 103, noNaN: true });
}

function product(a: readonly number[], b: readonly number[]): number[] {
  return a.map((_, at) => {
    const [row, column] = [Math.floor(at / 3), at % 3];
    return [0, 1, 2].reduce((sum, k) => sum + a[3 * row + k]! * b[3 * k + column]!, 0);
  });
}
