/** Square matrices here are row-major, of small order, and symmetric. */

/**
 * Eigenvalues, and eigenvectors as columns, by cyclic Jacobi rotations (Golub & Van Loan 8.5). Only + − × ÷ and √, so
 * the result is the same 64 bits everywhere.
 */
export function eigen(
  matrix: ArrayLike<number>,
  order: number,
): { readonly values: Float64Array; readonly vectors: Float64Array } {
  const a = Float64Array.from(matrix);
  const vectors = identity(order);
  for (let sweep = 0; sweep < maximumSweeps && offDiagonal(a, order) > 0; sweep += 1) {
    for (let p = 0; p < order - 1; p += 1) {
      for (let q = p + 1; q < order; q += 1) rotate(a, vectors, order, [p, q]);
    }
  }
  return { values: Float64Array.from({ length: order }, (_, at) => a[at * order + at]!), vectors };
}

/** The symmetric matrix whose square is the inverse: M^(−½). Eigenvalues below `floor` count as `floor`. */
export function inverseRoot(matrix: ArrayLike<number>, order: number, floor: number): Float64Array {
  const { values, vectors } = eigen(matrix, order);
  const root = new Float64Array(order * order);
  for (let i = 0; i < order; i += 1) {
    for (let j = 0; j < order; j += 1) {
      let sum = 0;
      for (let k = 0; k < order; k += 1) {
        const value = Math.sqrt(Math.max(floor, values[k]!));
        sum += (vectors[i * order + k]! * vectors[j * order + k]!) / value;
      }
      root[i * order + j] = sum;
    }
  }
  return root;
}

/** Lower Cholesky factor, or null when the matrix is not positive definite. Only what lies on or below the diagonal is read and written. */
export function cholesky(
  matrix: ArrayLike<number>,
  order: number,
  factor: Float64Array = new Float64Array(order * order),
): Float64Array | null {
  for (let i = 0; i < order; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let rest = matrix[i * order + j]!;
      for (let k = 0; k < j; k += 1) rest -= factor[i * order + k]! * factor[j * order + k]!;
      if (i !== j) factor[i * order + j] = rest / factor[j * order + j]!;
      else if (rest > 0) factor[i * order + i] = Math.sqrt(rest);
      else return null;
    }
  }
  return factor;
}

/**
 * Solves L·w = v for a lower triangular L. The squares of w, in order, split vᵀM⁻¹v into the part of the first value,
 * the part the second adds given the first, and so on (Mason, Young & Tracy 1995). `solved` may be the values' own list.
 */
export function forwardSolve(
  factor: Float64Array,
  values: ArrayLike<number>,
  solved: Float64Array = new Float64Array(values.length),
): Float64Array {
  const order = values.length;
  for (let i = 0; i < order; i += 1) {
    let rest = values[i]!;
    for (let k = 0; k < i; k += 1) rest -= factor[i * order + k]! * solved[k]!;
    solved[i] = rest / factor[i * order + i]!;
  }
  return solved;
}

/** Jacobi converges quadratically; order 5 needs about six sweeps. */
const maximumSweeps = 30;

function identity(order: number): Float64Array {
  const matrix = new Float64Array(order * order);
  for (let at = 0; at < order; at += 1) matrix[at * order + at] = 1;
  return matrix;
}

function offDiagonal(a: Float64Array, order: number): number {
  let sum = 0;
  for (let i = 0; i < order; i += 1) {
    for (let j = i + 1; j < order; j += 1) sum += a[i * order + j]! * a[i * order + j]!;
  }
  return sum;
}

function rotate(
  a: Float64Array,
  vectors: Float64Array,
  order: number,
  [p, q]: readonly [number, number],
): void {
  const apq = a[p * order + q]!;
  if (apq === 0) return;
  const theta = (a[q * order + q]! - a[p * order + p]!) / (2 * apq);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < order; k += 1) turn(a, k * order + p, k * order + q, c, s);
  for (let k = 0; k < order; k += 1) turn(a, p * order + k, q * order + k, c, s);
  a[p * order + q] = 0;
  a[q * order + p] = 0;
  for (let k = 0; k < order; k += 1) turn(vectors, k * order + p, k * order + q, c, s);
}

// oxlint-disable-next-line max-params -- the innermost step of Jacobi's rotation: two positions, cosine, sine
function turn(m: Float64Array, at: number, other: number, c: number, s: number): void {
  const [x, y] = [m[at]!, m[other]!];
  m[at] = c * x - s * y;
  m[other] = s * x + c * y;
}

/** Inverse of a 3×3 matrix, row-major, by its cofactors. */
export function invert3(matrix: ArrayLike<number>): Float64Array {
  const at = (row: number, column: number) => matrix[3 * (row % 3) + (column % 3)]!;
  const cofactor = (row: number, column: number) =>
    at(row + 1, column + 1) * at(row + 2, column + 2) - at(row + 1, column + 2) * at(row + 2, column + 1);
  const determinant = at(0, 0) * cofactor(0, 0) + at(0, 1) * cofactor(0, 1) + at(0, 2) * cofactor(0, 2);
  return Float64Array.from(
    { length: 9 },
    (_, entry) => cofactor(entry % 3, Math.floor(entry / 3)) / determinant,
  );
}
