import { describe, expect, test } from "vitest";

import type { Chart } from "./chart.ts";
import { limitForRunLength } from "./limit-for-run-length.ts";

// Limits published or computed by R's spc: design page scoring, section 2, rows 15, 16, 30, 45–47, 50, 51, 54.
const cusum = (k: number, sides: 1 | 2): Chart => ({ kind: "cusum", k, h: 0, sides, headStart: 0 });

describe("limits for a stated in-control run length", () => {
  test.each([
    [0.25, 8.0083],
    [0.5, 4.7738],
    [0.75, 3.339],
    [1, 2.5163],
    [1.25, 1.9862],
    [1.5, 1.6041],
  ])("two-sided CUSUM, k = %f, 370 frames", (k, h) => {
    expect(limitForRunLength(cusum(k, 2), 370, "zero-state")).toBeCloseTo(h, 4);
  });

  test.each([
    [0.125, 31.036],
    [0.25, 17.705],
    [0.5, 9.662],
    [0.75, 6.604],
    [1, 4.965],
    [1.5, 3.231],
  ])("one-sided CUSUM, k = %f, 1e5 frames (the clairvoyant bound's limits)", (k, h) => {
    expect(limitForRunLength(cusum(k, 1), 1e5, "zero-state")).toBeCloseTo(h, 3);
  });

  test.each([
    [2, 200, 5.491],
    [5, 200, 9.387],
    [3, 370, 7.714],
    [4, 1000, 10.546],
    [5, 1e4, 15.321],
    [2, 1e5, 12.515],
  ])("Crosier's multivariate CUSUM, p = %i, %f frames", (dimension, frames, h) => {
    expect(limitForRunLength({ kind: "mcusum", k: 0.5, h: 0, dimension }, frames, "zero-state")).toBeCloseTo(
      h,
      3,
    );
  });

  test.each([
    [0.1, 2, 200, 8.634],
    [0.1, 5, 200, 14.536],
    [0.1, 3, 1000, 14.765],
    [0.25, 4, 500, 16.382],
  ])("multivariate EWMA, λ = %f, p = %i, %f frames", (lambda, dimension, frames, h) => {
    expect(limitForRunLength({ kind: "mewma", lambda, h: 0, dimension }, frames, "zero-state")).toBeCloseTo(
      h,
      3,
    );
  });

  test("Shewhart's 370.4 frames are three sigma", () => {
    expect(limitForRunLength({ kind: "shewhart", h: 0, sides: 2 }, 370.398347, "zero-state")).toBeCloseTo(
      3,
      6,
    );
  });

  test("a run length beyond what can be told from infinity is refused", () => {
    expect(() => limitForRunLength(cusum(0.5, 2), 1e13, "zero-state")).toThrow(RangeError);
  });
});
