import { expect, test } from "vitest";
import { normalCdf, normalDensity } from "./normal.ts";

// Abramowitz & Stegun, table 26.1.
test.each([
  [0, 0.5, 0.398942280401433],
  [0.5, 0.691462461274013, 0.3520653267643],
  [1, 0.841344746068543, 0.241970724519143],
  [2, 0.977249868051821, 0.053990966513188],
  [3, 0.99865010196837, 0.004431848411938],
])("at %f probability and density are the published ones", (x, probability, density) => {
  expect(normalCdf(x)).toBeCloseTo(probability, 14);
  expect(normalDensity(x)).toBeCloseTo(density, 14);
});

test("both sides of zero are alike", () => {
  for (let x = 0; x < 9; x += 0.13) {
    expect(normalCdf(x) + normalCdf(-x)).toBeCloseTo(1, 14);
    expect(normalDensity(x)).toBe(normalDensity(-x));
  }
});

test("the probability rises, and by its density", () => {
  for (let x = -5; x < 5; x += 0.21) {
    const slope = (normalCdf(x + 5e-4) - normalCdf(x - 5e-4)) / 1e-3;
    expect(slope).toBeCloseTo(normalDensity(x), 7);
  }
});

test("far out it is certainty, and no number has no probability", () => {
  expect([normalCdf(9), normalCdf(Infinity), normalCdf(-9), normalCdf(-Infinity)]).toEqual([1, 1, 0, 0]);
  // 1 − Φ(8.5) is 9.5e-18.
  expect(normalCdf(8.5)).toBeCloseTo(1, 14);
  expect(normalCdf(-8.5)).toBeCloseTo(0, 14);
  expect(normalCdf(NaN)).toBeNaN();
});
