import { expect, test } from "vitest";
import { fisherDistribution, fisherTail } from "./beta-tail.ts";

// Upper 5 % and 1 % points of F (Abramowitz & Stegun, table 26.9).
test.each([
  [161.4, 1, 1, 0.05],
  [3.33, 5, 10, 0.05],
  [4.96, 1, 10, 0.05],
  [4.1, 2, 10, 0.05],
  [5.64, 5, 10, 0.01],
  [2.5336, 5, 30, 0.05],
])("the value %f is exceeded by F(%i, %i) with the published probability %f", (f, d1, d2, published) => {
  expect(fisherTail(f, fisherDistribution(d1, d2)) / published).toBeCloseTo(1, 2);
});

test("with two degrees above, the tail is a power", () => {
  for (const d2 of [1, 4, 17, 300]) {
    for (const f of [0.01, 0.8, 3, 40]) {
      const closed = (1 + (2 * f) / d2) ** (-d2 / 2);
      expect(fisherTail(f, fisherDistribution(2, d2)) / closed).toBeCloseTo(1, 11);
    }
  }
});

test("with one degree each, it is the square of a Cauchy variable", () => {
  for (const f of [0.02, 1, 6, 900]) {
    const closed = 1 - (2 / Math.PI) * Math.atan(Math.sqrt(f));
    expect(fisherTail(f, fisherDistribution(1, 1))).toBeCloseTo(closed, 13);
  }
});

test("turned over, F(d1, d2) is F(d2, d1)", () => {
  for (const [f, d1, d2] of [
    [0.4, 3, 8],
    [2.2, 5, 45],
    [1, 7, 2],
  ] as const) {
    const turned = 1 - fisherTail(1 / f, fisherDistribution(d2, d1));
    expect(fisherTail(f, fisherDistribution(d1, d2))).toBeCloseTo(turned, 13);
  }
});

test("of alike degrees the median is 1", () => {
  for (const d of [1, 2, 9, 60]) expect(fisherTail(1, fisherDistribution(d, d))).toBeCloseTo(0.5, 13);
});

test("everything exceeds zero and nothing infinity", () => {
  const distribution = fisherDistribution(3, 20);
  expect(fisherTail(0, distribution)).toBe(1);
  expect(fisherTail(Infinity, distribution)).toBe(0);
});

test("ln B is that of the factorials", () => {
  // B(4, 3) = 3!·2!/6!.
  expect(fisherDistribution(6, 8).lnBeta).toBeCloseTo(Math.log(12 / 720), 13);
});
