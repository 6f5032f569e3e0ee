import { expect, test } from "vitest";
import { cholesky, eigen, forwardSolve, inverseRoot, invert3 } from "./symmetric-matrix.ts";

const matrix = [4, 1, 0.5, 1, 3, -0.7, 0.5, -0.7, 2];

test("the inverse root, squared, undoes the matrix", () => {
  const root = inverseRoot(matrix, 3, 1e-12);
  product(product([...root], [...root]), matrix).forEach((entry, at) =>
    expect(entry).toBeCloseTo(at % 4 === 0 ? 1 : 0, 12),
  );
});

test("eigenvalues add up to the trace and eigenvectors satisfy their equation", () => {
  const { values, vectors } = eigen(matrix, 3);
  expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(9, 12);
  for (let k = 0; k < 3; k += 1) {
    const vector = [0, 1, 2].map((row) => vectors[3 * row + k]!);
    for (let row = 0; row < 3; row += 1) {
      const turned = [0, 1, 2].reduce((sum, column) => sum + matrix[3 * row + column]! * vector[column]!, 0);
      expect(turned).toBeCloseTo(values[k]! * vector[row]!, 12);
    }
  }
});

test("the squares of a forward solution add up to the squared distance", () => {
  const solved = forwardSolve(cholesky(matrix, 3)!, [1, -2, 0.5]);
  // vᵀM⁻¹v by Cramer's rule.
  expect(solved.reduce((sum, part) => sum + part * part, 0)).toBeCloseTo(2.1441635287789134, 12);
});

test("a matrix that is not positive definite has no Cholesky factor", () => {
  expect(cholesky([1, 2, 2, 1], 2)).toBeNull();
});

function product(a: readonly number[], b: readonly number[]): number[] {
  return a.map((_, at) => {
    const [row, column] = [Math.floor(at / 3), at % 3];
    return [0, 1, 2].reduce((sum, k) => sum + a[3 * row + k]! * b[3 * k + column]!, 0);
  });
}

test("a matrix times its inverse is the identity", () => {
  const matrix = [2, -1, 0.5, 3, 4, -2, 1, 0.25, 5];
  const inverse = invert3(matrix);
  for (let row = 0; row < 3; row += 1) {
    for (let column = 0; column < 3; column += 1) {
      let sum = 0;
      for (let k = 0; k < 3; k += 1) sum += matrix[3 * row + k]! * inverse[3 * k + column]!;
      expect(sum).toBeCloseTo(row === column ? 1 : 0, 12);
    }
  }
});
