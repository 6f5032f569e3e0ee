/**
 * Solves A·x = b by Gaussian elimination with partial pivoting. `matrix` is row-major, size × size, and is overwritten.
 * Throws a RangeError when A is singular to working precision: a run length beyond about 1e12 cannot be distinguished from infinity.
 */
export function solveLinear(matrix: Float64Array, right: Float64Array): Float64Array {
  const size = right.length;
  const x = Float64Array.from(right);
  for (let column = 0; column < size; column++) {
    const pivot = largestBelow(matrix, size, column);
    if (Math.abs(matrix[pivot * size + column]!) < 1e-300) throw new RangeError(tooLong);
    if (pivot !== column) swapRows(matrix, x, { size, first: pivot, second: column });
    for (let row = column + 1; row < size; row++) eliminate(matrix, x, { size, row, column });
  }
  for (let row = size - 1; row >= 0; row--) {
    let sum = x[row]!;
    for (let column = row + 1; column < size; column++) sum -= matrix[row * size + column]! * x[column]!;
    x[row] = sum / matrix[row * size + row]!;
  }
  return x;
}

function largestBelow(matrix: Float64Array, size: number, column: number): number {
  let best = column;
  for (let row = column + 1; row < size; row++) {
    if (Math.abs(matrix[row * size + column]!) > Math.abs(matrix[best * size + column]!)) best = row;
  }
  return best;
}

function swapRows(
  matrix: Float64Array,
  right: Float64Array,
  { size, first, second }: { size: number; first: number; second: number },
): void {
  for (let column = 0; column < size; column++) {
    const kept = matrix[first * size + column]!;
    matrix[first * size + column] = matrix[second * size + column]!;
    matrix[second * size + column] = kept;
  }
  const kept = right[first]!;
  right[first] = right[second]!;
  right[second] = kept;
}

function eliminate(
  matrix: Float64Array,
  right: Float64Array,
  { size, row, column }: { size: number; row: number; column: number },
): void {
  const factor = matrix[row * size + column]! / matrix[column * size + column]!;
  if (factor === 0) return;
  for (let k = column; k < size; k++) matrix[row * size + k]! -= factor * matrix[column * size + k]!;
  right[row]! -= factor * right[column]!;
}

export const tooLong = "the run length is too long to compute; choose a smaller k or h";
