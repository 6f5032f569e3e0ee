import { expect, test } from "vitest";
import { solveLinear, tooLong } from "./solve-linear.ts";

test("a zero on the diagonal is no obstacle: rows change places", () => {
  // 2y + z = 8, x + y = 3, 3x − z = −1.
  const matrix = Float64Array.of(0, 2, 1, 1, 1, 0, 3, 0, -1);
  const [x, y, z] = solveLinear(matrix, Float64Array.of(8, 3, -1));
  expect(x).toBeCloseTo(1, 14);
  expect(y).toBeCloseTo(2, 14);
  expect(z).toBeCloseTo(4, 14);
});

test("of the pivots the largest is taken: a tiny one would lose the other equation", () => {
  const [x, y] = solveLinear(Float64Array.of(1e-20, 1, 1, 1), Float64Array.of(1, 2));
  expect(x).toBeCloseTo(1, 14);
  expect(y).toBeCloseTo(1, 14);
});

test("the Hilbert matrix of order 4 has the inverse that is known of it", () => {
  const hilbert = Array.from({ length: 16 }, (_, at) => 1 / (Math.floor(at / 4) + (at % 4) + 1));
  const firstColumn = solveLinear(Float64Array.from(hilbert), Float64Array.of(1, 0, 0, 0));
  [16, -120, 240, -140].forEach((entry, row) => expect(firstColumn[row]! / entry).toBeCloseTo(1, 9));
});

test("put back into forty equations the solution gives their right sides", () => {
  const size = 40;
  const entry = (row: number, column: number) => Math.sin(1.7 * (row + 1) * (column + 2));
  const matrix = Float64Array.from({ length: size * size }, (_, at) =>
    entry(Math.floor(at / size), at % size),
  );
  const right = Float64Array.from({ length: size }, (_, row) => Math.cos(row));

  const solution = solveLinear(matrix, right);

  for (let row = 0; row < size; row += 1) {
    const sum = solution.reduce((total, value, column) => total + entry(row, column) * value, 0);
    expect(sum).toBeCloseTo(Math.cos(row), 9);
  }
});

test("the right side is left as it was", () => {
  const right = Float64Array.of(6, 8);
  expect([...solveLinear(Float64Array.of(2, 0, 0, 4), right)]).toEqual([3, 2]);
  expect([...right]).toEqual([6, 8]);
});

test("no equations have no unknowns, and equations that say the same twice are refused", () => {
  expect(solveLinear(new Float64Array(0), new Float64Array(0))).toHaveLength(0);
  const twice = () => solveLinear(Float64Array.of(1, 2, 2, 4), Float64Array.of(1, 2));
  expect(twice).toThrow(new RangeError(tooLong));
});
