import { expect, test } from "vitest";
import { wilsonInterval } from "./noise-results.ts";

// Newcombe 1998, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17, table I, method 3.
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])("%d of %d gives the published interval", (found, of, low, high) => {
  const [lower, upper] = wilsonInterval(found, of);
  expect(lower).toBeCloseTo(low, 4);
  expect(upper).toBeCloseTo(high, 4);
});
