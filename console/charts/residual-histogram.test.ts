import { expect, test } from "vitest";
import { residualHistogram } from "./residual-histogram.ts";

test("each reading is in one bin, however far out it is", () => {
  const found = residualHistogram([0, 0.01, -0.01, 9, -9, null], 0.01)!;
  expect(found.readings).toBe(5);
  expect(found.bins.reduce((sum, { readings }) => sum + readings, 0)).toBe(5);
  expect([found.bins.at(0)?.readings, found.bins.at(-1)?.readings]).toEqual([1, 1]);
  expect(found.beyondThreeSigma).toBe(2);
});

test("what the baseline would give adds up to the readings and is that of a normal distribution", () => {
  const found = residualHistogram(
    Array.from({ length: 1000 }, () => 0.004),
    0.01,
  )!;
  expect(found.bins.reduce((sum, { expected }) => sum + expected, 0)).toBeCloseTo(1000, 6);
  // Φ(0.5) − Φ(0) = 0.1914625, Φ(−1) = 0.1586553 (tables of the standard normal distribution).
  expect(found.bins.find(({ fromSigma }) => fromSigma === 0)?.expected).toBeCloseTo(191.4625, 3);
  const below = found.bins.filter(({ toSigma }) => toSigma <= -1);
  expect(below.reduce((sum, { expected }) => sum + expected, 0)).toBeCloseTo(158.6553, 3);
  expect(found.meanSigma).toBeCloseTo(0.4, 9);
});

test("without readings or without a spread there is no histogram", () => {
  expect(residualHistogram([null], 0.01)).toBeNull();
  expect(residualHistogram([1], null)).toBeNull();
  expect(residualHistogram([1], 0)).toBeNull();
});
