import { normalise } from "./quaternion.ts";
import type { Quaternion } from "./quaternion.ts";

/**
 * The rotation nearest to a matrix (row-major 3×3, determinant above 0) in the sum of squares of its entries: the
 * orthogonal factor of its polar decomposition, found by Newton's iteration X ← (X + X⁻ᵀ)/2 (Higham 1986).
 */
export function projectRotation(matrix: readonly number[]): Quaternion {
  let [a, b, c, d, e, f, g, h, i] = matrix as Matrix;
  for (let step = 0; step < maximumSteps; step += 1) {
    // Cofactors, row by row: over the determinant they are the transposed inverse.
    const [ca, cb, cc] = [e * i - f * h, f * g - d * i, d * h - e * g];
    const [cd, ce, cf] = [c * h - b * i, a * i - c * g, b * g - a * h];
    const [cg, ch, ci] = [b * f - c * e, c * d - a * f, a * e - b * d];
    const determinant = a * ca + b * cb + c * cc;
    const [na, nb, nc] = [
      0.5 * (a + ca / determinant),
      0.5 * (b + cb / determinant),
      0.5 * (c + cc / determinant),
    ];
    const [nd, ne, nf] = [
      0.5 * (d + cd / determinant),
      0.5 * (e + ce / determinant),
      0.5 * (f + cf / determinant),
    ];
    const [ng, nh, ni] = [
      0.5 * (g + cg / determinant),
      0.5 * (h + ch / determinant),
      0.5 * (i + ci / determinant),
    ];
    const moved = Math.max(
      Math.abs(a - na),
      Math.abs(b - nb),
      Math.abs(c - nc),
      Math.abs(d - nd),
      Math.abs(e - ne),
      Math.abs(f - nf),
      Math.abs(g - ng),
      Math.abs(h - nh),
      Math.abs(i - ni),
    );
    [a, b, c, d, e, f, g, h, i] = [na, nb, nc, nd, ne, nf, ng, nh, ni];
    if (moved < 1e-15) break;
  }
  return quaternionOf([a, b, c, d, e, f, g, h, i]);
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
