import { normalise } from "../numeric/quaternion.ts";
import type { Quaternion } from "../numeric/quaternion.ts";

/**
 * The rotation nearest to a matrix (row-major 3×3, determinant above 0) in the sum of squares of its entries: the
 * orthogonal factor of its polar decomposition, found by Newton's iteration X ← (X + X⁻ᵀ)/2 (Higham 1986).
 */
export function projectRotation(matrix: readonly number[]): Quaternion {
  const r = matrix.slice() as Matrix;
  for (let step = 0; step < maximumSteps; step += 1) {
    if (stepTowardsRotation(r) < 1e-15) break;
  }
  return quaternionOf(r);
}

/** One step of the iteration, in place; returns the largest change of an entry. */
function stepTowardsRotation(r: Matrix): number {
  // Cofactors, row by row: over the determinant they are the transposed inverse.
  const c0 = r[4] * r[8] - r[5] * r[7];
  const c1 = r[5] * r[6] - r[3] * r[8];
  const c2 = r[3] * r[7] - r[4] * r[6];
  const c3 = r[2] * r[7] - r[1] * r[8];
  const c4 = r[0] * r[8] - r[2] * r[6];
  const c5 = r[1] * r[6] - r[0] * r[7];
  const c6 = r[1] * r[5] - r[2] * r[4];
  const c7 = r[2] * r[3] - r[0] * r[5];
  const c8 = r[0] * r[4] - r[1] * r[3];
  const determinant = r[0] * c0 + r[1] * c1 + r[2] * c2;
  let moved = moveEntry(r, 0, c0 / determinant);
  moved = Math.max(moved, moveEntry(r, 1, c1 / determinant));
  moved = Math.max(moved, moveEntry(r, 2, c2 / determinant));
  moved = Math.max(moved, moveEntry(r, 3, c3 / determinant));
  moved = Math.max(moved, moveEntry(r, 4, c4 / determinant));
  moved = Math.max(moved, moveEntry(r, 5, c5 / determinant));
  moved = Math.max(moved, moveEntry(r, 6, c6 / determinant));
  moved = Math.max(moved, moveEntry(r, 7, c7 / determinant));
  return Math.max(moved, moveEntry(r, 8, c8 / determinant));
}

function moveEntry(r: Matrix, at: number, inverse: number): number {
  const entry = r[at]!;
  const next = 0.5 * (entry + inverse);
  r[at] = next;
  return Math.abs(entry - next);
}

type Matrix = [number, number, number, number, number, number, number, number, number];

/** Largest entry of |RᵀR − I|: 0 for a rotation. */
export function orthonormalityError(matrix: readonly number[]): number {
  let worst = 0;
  for (let i = 0; i < 3; i += 1) {
    for (let j = 0; j < 3; j += 1) {
      const product =
        matrix[i]! * matrix[j]! + matrix[3 + i]! * matrix[3 + j]! + matrix[6 + i]! * matrix[6 + j]!;
      worst = Math.max(worst, Math.abs(product - (i === j ? 1 : 0)));
    }
  }
  return worst;
}

/** Whether the sender rounded to three decimals or fewer; exact axis permutations do not count as rounded. */
export function isCoarselyRounded(matrix: readonly number[]): boolean {
  if (matrix.every((entry) => entry === Math.floor(entry))) return false;
  return matrix.every((entry) => Math.abs(1000 * entry - Math.floor(1000 * entry + 0.5)) < 1e-9);
}

/** Newton's iteration doubles the right digits each time; 0.05 off needs five steps. */
const maximumSteps = 20;

/** Shepperd's method: divide by the largest of the four components. */
function quaternionOf(r: Matrix): Quaternion {
  const trace = r[0] + r[4] + r[8];
  const largest = Math.max(trace, r[0], r[4], r[8]);
  if (largest === trace) {
    return normalise([1 + trace, r[7] - r[5], r[2] - r[6], r[3] - r[1]]);
  }
  if (largest === r[0]) {
    return normalise([r[7] - r[5], 1 + 2 * r[0] - trace, r[1] + r[3], r[2] + r[6]]);
  }
  if (largest === r[4]) {
    return normalise([r[2] - r[6], r[1] + r[3], 1 + 2 * r[4] - trace, r[5] + r[7]]);
  }
  return normalise([r[3] - r[1], r[2] + r[6], r[5] + r[7], 1 + 2 * r[8] - trace]);
}
