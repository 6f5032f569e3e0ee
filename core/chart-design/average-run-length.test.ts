import { describe, expect, test } from "vitest";

import { averageRunLength } from "./average-run-length.ts";
import type { Chart } from "./chart.ts";

// Rows of the published tables: R package spc's manual (Brook & Evans 1972, Lucas & Crosier 1982, Vance 1986, Waldmann 1986,
// Crosier 1986, Zou et al. 2009) and values the package itself computes; design page scoring, section 2, rows R1, R2, R4, R6.
const cusum = (k: number, h: number, sides: 1 | 2, headStart = 0): Chart => ({
  kind: "cusum",
  k,
  h,
  sides,
  headStart,
});
const mcusum = (dimension: number, h: number): Chart => ({ kind: "mcusum", k: 0.5, h, dimension });
const mewma = (lambda: number, dimension: number, h: number): Chart => ({
  kind: "mewma",
  lambda,
  dimension,
  h,
});

function steps(
  chart: Chart,
  shifts: readonly number[],
  start: "zero-state" | "steady-state" = "zero-state",
): number[] {
  return shifts.map((size) => averageRunLength(chart, { kind: "shift", size }, start).frames);
}

describe("tabular CUSUM from zero", () => {
  test.each([
    ["one-sided k .5 h 3", cusum(0.5, 3, 1), [0, 1.5, -0.5, 0.5], [117.596, 3.749, 1962.8, 17.35]],
    ["two-sided k .6 h 3", cusum(0.6, 3, 2), [-0.2], [65.46]],
    [
      "two-sided k .5 h 4",
      cusum(0.5, 4, 2),
      [0, 0.25, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 4, 5],
      [167.68, 74.22, 26.63, 13.29, 8.38, 4.75, 3.34, 2.62, 2.19, 1.71, 1.31],
    ],
    [
      "two-sided k .5 h 4, head start 2",
      cusum(0.5, 4, 2, 2),
      [0, 0.5, 1, 2, 3],
      [148.7, 20.06, 5.29, 2.01, 1.33],
    ],
    [
      "two-sided k .5 h 5",
      cusum(0.5, 5, 2),
      [0, 0.25, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 4],
      [465.44, 139.49, 38, 17.05, 10.38, 5.75, 4.01, 3.11, 2.57, 2.01],
    ],
    [
      "two-sided k .5 h 5, head start 2.5",
      cusum(0.5, 5, 2, 2.5),
      [0, 0.25, 0.5, 0.75, 1, 1.5, 2],
      [430.39, 121.69, 28.67, 11.24, 6.35, 3.37, 2.36],
    ],
    [
      "one-sided k 0 h 10",
      cusum(0, 10, 1),
      [-0.25, -0.125, 0, 0.125, 0.25, 0.5, 0.75, 1],
      [2071.57, 400.28, 124.66, 59.3, 36.71, 20.37, 14.06, 10.75],
    ],
    ["one-sided k .25 h 8", cusum(0.25, 8, 1), [2.5], [4.1500836]],
    ["one-sided k .25 h 8, head start .1", cusum(0.25, 8, 1, 0.1), [2.5], [4.1061588]],
    ["one-sided k .5 h 4.3891", cusum(0.5, 4.3891, 1), [0.5, 1, 1.5, 2], [30.85, 9.16, 5.14, 3.6]],
  ] as const)("%s gives the published average run lengths", (_name, chart, shifts, published) => {
    expectPrinted(steps(chart, shifts), published);
  });
});

test("the conditional steady state of the one-sided CUSUM gives the published run lengths", () => {
  expectPrinted(steps(cusum(0.5, 4.3891, 1), [0.5, 1, 1.5, 2], "steady-state"), [29.45, 8.47, 4.7, 3.3]);
});

test("the steady state of the two-sided CUSUM is within half a percent of spc's", () => {
  const [inControl, oneSigma] = steps(cusum(0.5, 4, 2), [0, 1], "steady-state");
  expect(inControl! / 162.9212).toBeCloseTo(1, 2);
  expect(oneSigma! / 7.715087).toBeCloseTo(1, 2);
});

test("a ramp against the one-sided CUSUM k .5 h 5.62 takes as long as spc's exact drift run lengths say", () => {
  const slopes = [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1];
  const lengths = slopes.map(
    (perFrame) => averageRunLength(cusum(0.5, 5.62, 1), { kind: "slope", perFrame }, "zero-state").frames,
  );
  expectPrinted(lengths, [411.7, 275.7, 98.3, 61.9, 21.56, 14.04, 5.54, 3.8]);
});

test("Shiryaev–Roberts with design shift 1 and A = 1000 has spc's run lengths", () => {
  // xgrsr.arl(0.5, log(1000), mu, zr = -10)
  expectPrinted(steps({ kind: "sr", k: 0.5, h: Math.log(1000) }, [0, 1]), [1785.322, 12.29109]);
});

describe("charts on several channels", () => {
  test("Crosier's multivariate CUSUM has the published in-control run lengths", () => {
    expectPrinted(steps(mcusum(2, 5.5), [0]), [201.5]);
    expectPrinted(steps(mcusum(10, 14.9), [0]), [198.5]);
    expectPrinted(steps(mcusum(20, 24.7), [0]), [199.5]);
  });

  test("the multivariate EWMA has spc's run lengths in control", () => {
    expectPrinted(steps(mewma(0.1, 4, 12.73), [0]), [200.5]);
    expectPrinted(steps(mewma(0.1, 3, 14.98), [0]), [1094.7]);
  });
});

test("charts without memory have closed-form run lengths", () => {
  expectPrinted(steps({ kind: "shewhart", h: 3, sides: 2 }, [0]), [370.398]);
  // P(chi-square with 2 degrees of freedom > 10) = exp(-5).
  expectPrinted(steps({ kind: "t2", h: 10, dimension: 2 }, [0]), [148.4132]);
});

/** Agreement to every printed digit, and two units in the last of them for the source's own rounding. */
function expectPrinted(computed: readonly number[], printed: readonly number[]): void {
  expect(computed).toHaveLength(printed.length);
  for (const [i, value] of computed.entries()) {
    const decimals = String(printed[i]).split(".")[1]?.length ?? 0;
    expect(Math.abs(value - printed[i]!), `${value} against ${printed[i]}`).toBeLessThanOrEqual(
      2 * 10 ** -decimals,
    );
  }
}
