import { expect, test } from "vitest";
import { fisherTail } from "../numeric/beta-tail.ts";
import { T2Limits } from "./t2-limits.ts";

test("a limit is exceeded with its rate, whatever the degrees of freedom", () => {
  const limits = new T2Limits();
  for (const [d, nu] of [
    [1, 20],
    [3, 50],
    [5, 2000],
  ] as const) {
    const { limit, distribution } = limits.of(0.0027, d, nu);
    expect(fisherTail((limit * (nu - d + 1)) / (nu * d), distribution)).toBeCloseTo(0.0027, 12);
  }
});

test("a limit that was asked for is kept until another rate is", () => {
  const limits = new T2Limits();
  const first = limits.of(0.01, 2, 30);
  expect(limits.of(0.01, 2, 30)).toBe(first);
  expect(limits.of(0.001, 2, 30).limit).toBeGreaterThan(first.limit);
  expect(limits.of(0.01, 2, 30)).toEqual(first);
});
