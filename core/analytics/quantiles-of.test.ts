import { expect, test } from "vitest";

import { quantilesOf } from "./quantiles-of.ts";

test("quantiles are those of numpy.quantile", () => {
  const found = quantilesOf([3.2, -1, 7.5, 2.2, 2.2, 10], [0, 0.05, 0.25, 0.5, 0.9, 1])!;
  const expected = [-1, -0.2, 2.2, 2.7, 8.75, 10];
  for (const [at, value] of found.entries()) expect(value).toBeCloseTo(expected[at]!, 12);
});

test("one value is every quantile, and no value has none", () => {
  expect(quantilesOf([4], [0, 0.5, 1])).toEqual([4, 4, 4]);
  expect(quantilesOf([], [0.5])).toBeNull();
});
