import { expect, test } from "vitest";
import { compareWindow, sensorFactors, studentFactors } from "./compare-window.ts";
import type { ChangeModel } from "./change-model.ts";

test("a window and its reference are compared by their weights and means", () => {
  // Ten blocks with mean 0 and squares 10; then four with mean 2.
  const sums = { channels: 1, past: [10, 0, 10], buckets: [{ size: 4, seq: 11, sums: [4, 8, 20] }] };
  const { seq, size, channels, term, likelihood } = compareWindow(sums, model, 0);
  expect({ seq, size }).toEqual({ seq: 11, size: 4 });
  // shift = 8·10 − 0·4; variance = (4·1 + 10)/(10 − 1 + 4).
  expect(channels).toMatchObject([{ n: 4, m: 10, shift: 80, variance: 14 / 13, degrees: 13 }]);
  expect(term).toBe(4 * ((likelihood ?? 0) - 1));
});

test("what was not heard on both sides is not compared", () => {
  const sums = { channels: 1, past: [2, 0, 2], buckets: [{ size: 4, seq: 3, sums: [4, 8, 20] }] };
  expect(compareWindow(sums, model, 0)).toMatchObject({ channels: [null], likelihood: null, term: 0 });
});

test("no shift speaks against one, by the root of 1 + κg alone", () => {
  const factors = studentFactors({ information: 3, beyond: 0, variance: 1, degrees: 9 }, [1, 5]);
  expect(factors).toEqual([expect.closeTo(0.5, 12), expect.closeTo(0.25, 12)]);
});

test("a sensor of several channels moves in one of them or in all", () => {
  expect(sensorFactors([[4]], 1)).toEqual([4]);
  // Half the mean, half the product; a channel that was not heard counts as 1.
  expect(sensorFactors([[4], [2], null], 1)).toEqual([expect.closeTo((0.5 / 3) * 7 + 0.5 * 8, 12)]);
  expect(sensorFactors([null, null], 1)).toBeNull();
});

const model: ChangeModel = {
  zones: [0.1],
  directions: [0],
  sensors: [[0, 1]],
  referenceFrozen: false,
  participation: 0.3,
  shiftVariances: [0.06, 0.6, 6],
  shiftWeights: [0.25, 0.35, 0.4],
  minimumReference: 5,
  priorVariances: [1],
  priorDegrees: 4,
  varianceFloor: 0.25,
};
