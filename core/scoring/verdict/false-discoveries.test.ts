import { expect, test } from "vitest";
import { changeEValue, discoveryThreshold } from "./false-discoveries.ts";

test("with e = 1/p the rule is that of Benjamini and Hochberg: four of the fifteen in their own example", () => {
  // Benjamini & Hochberg 1995, J. R. Stat. Soc. B 57, section 4.1; q = 0.05.
  const pValues = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528,
    0.759, 1,
  ];
  const eValues = pValues.map((p) => 1 / p);
  expect(discoveryThreshold(eValues, 15, 0.05)).toBe(1 / 0.0095);
  expect(discoveryThreshold(eValues.toReversed(), 15, 0.05)).toBe(1 / 0.0095);
});

test("e-values that were not given count as none", () => {
  expect(discoveryThreshold([300, 200], 20, 0.1)).toBe(200);
  expect(discoveryThreshold([300, 200], 40, 0.1)).toBe(200);
  expect(discoveryThreshold([300, 199], 40, 0.1)).toBe(Infinity);
  expect(discoveryThreshold([], 40, 0.1)).toBe(Infinity);
});

test("the statistic says more of a vehicle that was watched for less long, and nothing while it is not known", () => {
  expect(changeEValue(Math.log(5000), 100)).toBeCloseTo(50, 9);
  expect(changeEValue(Math.log(5000), 10_000)).toBeCloseTo(0.5, 9);
  expect(changeEValue(null, 100)).toBe(0);
  expect(Number.isFinite(changeEValue(10_000, 1))).toBe(true);
});
