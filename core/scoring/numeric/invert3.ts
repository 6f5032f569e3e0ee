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
