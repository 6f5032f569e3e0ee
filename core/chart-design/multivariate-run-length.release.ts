import { expect, test } from "vitest";

import { averageRunLength } from "./average-run-length.ts";
import type { Chart } from "./chart.ts";

/*
 * Charts on several channels under a shift: matrices of thousands of rows, seconds each. Sources as in
 * average-run-length.test.ts, which has the charts in control.
 */
const mewma = (lambda: number, dimension: number, h: number): Chart => ({
  kind: "mewma",
  lambda,
  dimension,
  h,
});

function framesUnder(chart: Chart, size: number, start: "zero-state" | "steady-state" = "zero-state") {
  return averageRunLength(chart, { kind: "shift", size }, start).frames;
}

test("Crosier's multivariate CUSUM under a shift agrees with 20,000 simulated runs", () => {
  const chart: Chart = { kind: "mcusum", k: 0.5, h: 5.5, dimension: 2 };
  for (const [size, simulated] of [
    [0.5, 29.8],
    [1, 9.88],
    [2, 4.12],
  ] as const) {
    expect(framesUnder(chart, size) / simulated).toBeCloseTo(1, 1.7);
  }
});

test("the multivariate EWMA under a shift has spc's run lengths", () => {
  // mewma.arl(0.1, 12.73, 4, delta = 1, r = 40) and (0.1, 8.634, 2, 1, r = 40): spc's delta is the squared distance.
  expect(framesUnder(mewma(0.1, 4, 12.73), 1)).toBeCloseTo(12.153, 2);
  expect(framesUnder(mewma(0.1, 2, 8.634), 1)).toBeCloseTo(10.1218, 3);
});

test("the steady state of the multivariate EWMA has spc's run length", () => {
  // mewma.ad(0.1, 12.73, 4, 1)
  expect(framesUnder(mewma(0.1, 4, 12.73), 1, "steady-state") / 11.35718).toBeCloseTo(1, 3);
});
