import { expect, test } from "vitest";
import { lagOne } from "./calibrate.ts";
import { testNoise } from "../vehicle-journal.ts";

test("one outlying score does not hide that all the others resemble their neighbours", () => {
  const scores = correlated(24, 0.8);
  const withOutlier = scores.with(4, 40);

  expect(lagOne(scores)).toBeGreaterThan(0.5);
  expect(lagOne(withOutlier)).toBeGreaterThan(0.5);
});

test("scores that owe nothing to their neighbours have no lag-1 correlation", () => {
  expect(lagOne(correlated(5_000, 0))).toBeCloseTo(0, 1);
  expect(lagOne(correlated(5_000, 0.8))).toBeCloseTo(0.8, 1);
});

function correlated(count: number, correlation: number): number[] {
  let latest = 0;
  return Array.from({ length: count }, (_, at) => {
    latest = correlation * latest + Math.sqrt(1 - correlation * correlation) * testNoise(5, 0, at);
    return latest;
  });
}
