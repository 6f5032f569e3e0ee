import { expect, test } from "vitest";

import { quantile } from "./quantile.ts";

test("99 of 100 values do not exceed the 99th, and half of them not the 50th", () => {
  const values = Array.from({ length: 100 }, (_, at) => at + 1);
  expect(quantile(values, 0.99)).toBe(99);
  expect(quantile(values, 0.5)).toBe(50);
});

test("of a single value every quantile is that value, and of none there is none", () => {
  expect(quantile([7], 0.5)).toBe(7);
  expect(quantile([7], 0.99)).toBe(7);
  expect(quantile([], 0.5)).toBeNaN();
});
