/** Solves A·x = b for a symmetric, positive definite A by Cholesky's method; null where it is not, to working precision. */
export function solveNormalEquations(
  matrix: readonly (readonly number[])[],
  right: readonly number[],
): readonly number[] | null {
  const lower = choleskyOf(matrix);
  if (lower === null) return null;
  const between = substituted(lower, right);
  const upper = lower.map((_, row) => lower.map((__, column) => lower[column]![row]!)).toReversed();
  const turned = upper.map((row) => row.toReversed());
  return substituted(turned, between.toReversed()).toReversed();
}

function choleskyOf(matrix: readonly (readonly number[])[]): readonly (readonly number[])[] | null {
  const lower = matrix.map((row) => row.map(() => 0));
  for (const [row, own] of lower.entries()) {
    for (let column = 0; column <= row; column += 1) {
      const other = lower[column]!;
      const sum = matrix[row]![column]! - own.reduce((total, entry, at) => total + entry * other[at]!, 0);
      // Below this share of what it was, a pivot is what rounding left.
      if (row === column && !(sum > 1e-14 * matrix[row]![row]!)) return null;
      own[column] = row === column ? Math.sqrt(sum) : sum / other[column]!;
    }
  }
  return lower;
}

/** Forward, with a lower triangle. */
function substituted(lower: readonly (readonly number[])[], right: readonly number[]): readonly number[] {
  const solved: number[] = [];
  for (const [row, entries] of lower.entries()) {
    const sum = solved.reduce((total, value, at) => total + entries[at]! * value, 0);
    solved.push((right[row]! - sum) / entries[row]!);
  }
  return solved;
}
