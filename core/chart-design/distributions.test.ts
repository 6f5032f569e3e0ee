import { describe, expect, test } from "vitest";
import {
  gammaProbability,
  gammaTail,
  logGamma,
  noncentralChiDensity,
  noncentralChiSquareProbability,
  normalDensity,
  normalProbability,
} from "./distributions.ts";
import { gaussLegendre } from "./gauss-legendre.ts";

describe("the normal distribution", () => {
  // Abramowitz & Stegun, tables 26.1 and 26.2.
  test.each([
    [0, 0.5],
    [1, 0.841344746068543],
    [1.96, 0.97500210485178],
    [3, 0.99865010196837],
    [-1, 0.158655253931457],
    [-3, 1.3498980316301e-3],
    [-5, 2.8665157187919e-7],
    [-10, 7.61985302416e-24],
  ])("is at %f what the tables say", (z, published) => {
    expect(normalProbability(z) / published).toBeCloseTo(1, 11);
  });

  test("does not jump where the series hands over to the continued fraction", () => {
    const [before, after] = [normalProbability(-2.5 - 1e-6), normalProbability(-2.5 + 1e-6)];
    expect((after - before) / 2e-6 / normalDensity(-2.5)).toBeCloseTo(1, 7);
  });

  test("has its density for a derivative, 1/√(2π) in the middle", () => {
    expect(normalDensity(0)).toBeCloseTo(0.398942280401433, 14);
    for (const z of [-3.2, -1, 0.4, 2.2]) {
      const slope = (normalProbability(z + 1e-4) - normalProbability(z - 1e-4)) / 2e-4;
      expect(slope / normalDensity(z)).toBeCloseTo(1, 7);
    }
  });
});

describe("the gamma function", () => {
  test("is the factorial of whole numbers, and √π at one half", () => {
    let lnFactorial = 0;
    for (let n = 1; n <= 60; n += 1) {
      expect(Math.abs(logGamma(n) - lnFactorial)).toBeLessThan(1e-13 * Math.max(1, lnFactorial));
      lnFactorial += Math.log(n);
    }
    expect(logGamma(0.5)).toBeCloseTo(0.5 * Math.log(Math.PI), 13);
  });

  test("below one half follows from Γ(x + 1) = x·Γ(x)", () => {
    for (const x of [0.01, 0.2, 0.49]) expect(logGamma(x)).toBeCloseTo(logGamma(x + 1) - Math.log(x), 12);
  });

  test.each([0.3, 1, 3.9, 4.1, 12])("of order 1 is incomplete as the exponential is, at %f", (x) => {
    expect(gammaProbability(1, x)).toBeCloseTo(1 - Math.exp(-x), 13);
    expect(gammaTail(1, x) / Math.exp(-x)).toBeCloseTo(1, 12);
  });

  test.each([0.2, 3, 6.5, 20])("of order 4 is the chance of more than three Poisson events, at %f", (x) => {
    const few = Math.exp(-x) * (1 + x + (x * x) / 2 + (x * x * x) / 6);
    expect(gammaProbability(4, x)).toBeCloseTo(1 - few, 13);
    expect(gammaTail(4, x) / few).toBeCloseTo(1, 12);
  });

  test("keeps its tail where the complement would be lost, and all of it is below no value", () => {
    expect(gammaTail(1, 600) / Math.exp(-600)).toBeCloseTo(1, 11);
    expect([gammaProbability(2, 0), gammaTail(2, 0)]).toEqual([0, 1]);
  });
});

describe("the length of a normal vector", () => {
  test("in one dimension is a folded normal variable", () => {
    expect(noncentralChiDensity(1.3, 1, 0.4)).toBeCloseTo(normalDensity(0.9) + normalDensity(1.7), 14);
  });

  // In three dimensions the Bessel function is a hyperbolic sine.
  test.each([
    [0.5, 0.1],
    [2, 3],
    [12, 11],
    [70, 71],
  ])("has in three dimensions, at %f from a centre at %f, the density (r/c)(φ(r − c) − φ(r + c))", (r, c) => {
    const closed = (r / c) * (normalDensity(r - c) - normalDensity(r + c));
    expect(noncentralChiDensity(r, 3, c) / closed).toBeCloseTo(1, 11);
  });

  test.each([
    [2, 0],
    [4, 0],
    [5, 1.5],
    [10, 6],
    [2, 40],
  ])("in %i dimensions about a centre at %f has some length for certain", (dimension, centre) => {
    const { nodes, weights } = gaussLegendre(160, Math.max(0, centre - 10), centre + 12);
    const mass = nodes.reduce(
      (sum, r, at) => sum + weights[at]! * noncentralChiDensity(r, dimension, centre),
      0,
    );
    expect(mass).toBeCloseTo(1, 11);
  });

  test("is never zero or less", () => {
    expect(noncentralChiDensity(0, 3, 1)).toBe(0);
    expect(noncentralChiDensity(-1, 1, 0)).toBe(0);
    expect(noncentralChiSquareProbability(0, 3, 1)).toBe(0);
  });

  test.each([
    [1, 0],
    [4, 1.2],
    [9, 5],
    [2500, 49],
  ])("is in one dimension below √%f as often as the normal distribution says, about %f", (x, centre) => {
    const root = Math.sqrt(x);
    const closed = normalProbability(root - centre) - normalProbability(-root - centre);
    expect(noncentralChiSquareProbability(x, 1, centre)).toBeCloseTo(closed, 11);
  });

  test("has a square with the tail e^(−x/2) in two dimensions about zero", () => {
    for (const x of [0.1, 2, 10, 30]) {
      expect(noncentralChiSquareProbability(x, 2, 0)).toBeCloseTo(1 - Math.exp(-x / 2), 13);
    }
  });
});
