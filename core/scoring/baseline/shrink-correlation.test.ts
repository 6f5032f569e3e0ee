import { expect, test } from "vitest";
import { shrinkCorrelation } from "./shrink-correlation.ts";
import { testNoise } from "../vehicle-journal.ts";

test("independent columns come out almost uncorrelated, strongly dependent ones almost as they are", () => {
  const independent = Array.from({ length: 30 }, (_, t) => [testNoise(1, 0, t), testNoise(1, 1, t)]);
  const dependent = independent.map(([a, b]) => [a!, 0.95 * a! + 0.31 * b!]);
  expect(Math.abs(correlationOf(independent))).toBeLessThan(
    Math.abs(plainCorrelationOf(independent)) + 1e-12,
  );
  expect(Math.abs(correlationOf(independent))).toBeLessThan(0.1);
  expect(correlationOf(dependent) / plainCorrelationOf(dependent)).toBeGreaterThan(0.9);
});

test("the shrinkage of four given rows is the one computed by hand", () => {
  // Products 1, 1, 1, −1: mean ½, mean squared deviation ¾, so λ = (¾/4)/(½)² = ¾ and the entry becomes ⅛.
  const rows = [
    [1, 1],
    [-1, -1],
    [1, 1],
    [1, -1],
  ];
  expect([...shrinkCorrelation(rows, 2, 0)]).toEqual([1, 0.125, 0.125, 1]);
  // Four prior blocks of independent unit noise halve it again.
  expect([...shrinkCorrelation(rows, 2, 4)]).toEqual([1, 0.0625, 0.0625, 1]);
});

function correlationOf(rows: readonly (readonly number[])[]): number {
  const matrix = shrinkCorrelation(rows, 2, 0);
  return matrix[1]! / Math.sqrt(matrix[0]! * matrix[3]!);
}

function plainCorrelationOf(rows: readonly (readonly number[])[]): number {
  const sum = (f: (row: readonly number[]) => number) => rows.reduce((total, row) => total + f(row), 0);
  return sum(([a, b]) => a! * b!) / Math.sqrt(sum(([a]) => a! * a!) * sum(([, b]) => b! * b!));
}
