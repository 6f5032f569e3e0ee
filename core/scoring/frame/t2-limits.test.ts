import { describe, expect, test } from "vitest";
import { T2Limits } from "./t2-limits.ts";
import { fisherDistribution, fisherTail } from "../numeric/beta-tail.ts";

// Phase II limits of Hotelling's T² at a rate of 0.0027, one channel (design page scoring, section 2, row 59).
test.each([
  [20, 12.48],
  [30, 11.12],
  [50, 10.19],
  [100, 9.57],
  [200, 9.28],
])("with a baseline of %i frames the limit of one channel is %f", (m, published) => {
  expect((new T2Limits().of(0.0027, 1, m - 1).limit * (m + 1)) / m).toBeCloseTo(published, 2);
});

// What the chi-square limit of rate 0.0027 really gives with a short baseline (design page scoring, 1.5).
test.each([
  [5, 18.2053, [0.06, 0.028, 0.013, 0.0065]],
  [3, 14.1563, [0.025, 0.014, 0.0079, 0.0048]],
])(
  "the chi-square limit in %i dimensions alarms too often with 20, 30, 50 and 100 frames",
  (d, limit, rates) => {
    [20, 30, 50, 100].forEach((m, at) => {
      const nu = m - 1;
      const f = (limit * (m / (m + 1)) * (nu - d + 1)) / (nu * d);
      expect(fisherTail(f, fisherDistribution(d, nu - d + 1)) / rates[at]!).toBeCloseTo(1, 1);
    });
  },
);

describe("of two channels", () => {
  test.each([
    [0.0027, 5],
    [0.05, 19],
    [1e-6, 200],
  ])("the limit of rate %f with %i degrees has a closed form", (rate, nu) => {
    const closed = nu * (rate ** (-2 / (nu - 1)) - 1);
    expect(new T2Limits().of(rate, 2, nu).limit / closed).toBeCloseTo(1, 10);
  });

  test("it falls to that of χ² as the baseline grows", () => {
    const limits = [10, 100, 10_000].map((nu) => new T2Limits().of(0.0027, 2, nu).limit);
    expect(limits[0]).toBeGreaterThan(limits[1]!);
    expect(limits[1]).toBeGreaterThan(limits[2]!);
    expect(limits[2]! / (-2 * Math.log(0.0027))).toBeCloseTo(1, 2);
  });
});

test("what was asked before is answered from memory, of another rate never", () => {
  const limits = new T2Limits();
  const first = limits.of(0.01, 3, 40);
  expect(limits.of(0.01, 3, 40)).toBe(first);
  expect(limits.of(0.01, 3, 41).limit).toBeLessThan(first.limit);
  expect(limits.of(0.01, 4, 40).limit).toBeGreaterThan(first.limit);
  expect(limits.of(0.001, 3, 40).limit).toBeGreaterThan(first.limit);
  expect(limits.of(0.01, 3, 40)).toEqual(first);
});

test.each([
  [1, 20],
  [3, 50],
  [5, 2000],
])(
  "of %i channels and %i degrees the limit comes with the distribution that exceeds it at its rate",
  (d, nu) => {
    const { limit, distribution } = new T2Limits().of(0.0027, d, nu);
    expect(distribution).toMatchObject({ d1: d, d2: nu - d + 1 });
    expect(fisherTail((limit * (nu - d + 1)) / (nu * d), distribution)).toBeCloseTo(0.0027, 12);
  },
);
