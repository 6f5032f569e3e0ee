import { expect, test } from "vitest";
import { timeToLimit } from "./time-to-limit.ts";

/** Half a metre a day through 1 m at day 2, hardly in doubt. */
const trend = {
  shape: "ramp" as const,
  level: 0,
  meanDays: 2,
  meanValue: 1,
  meanVariance: 1e-12,
  slope: 0.5,
  slopeVariance: 1e-12,
};

test("a sure line reaches its limit when it says", () => {
  expect(timeToLimit(trend, 3)).toEqual({
    kind: "known",
    days: 6,
    lowDays: expect.closeTo(6, 4),
    highDays: expect.closeTo(6, 4),
  });
});

test("a less sure one has an interval about it, and none ends beyond a year", () => {
  const doubtful = timeToLimit({ ...trend, slopeVariance: 0.01, meanVariance: 0.01 }, 3);
  expect(doubtful).toMatchObject({ kind: "known", days: 6 });
  if (doubtful.kind === "known") {
    expect(doubtful.lowDays).toBeLessThan(6);
    expect(doubtful.highDays).toBeGreaterThan(6);
  }
  expect(timeToLimit({ ...trend, slope: 0.001 }, 3)).toMatchObject({ days: 365 });
});

test.each([
  [{ shape: "step" as const }, 3],
  [{ slopeVariance: 0.04 }, 3],
  [{}, -3],
])("no date for a step, a slope that could be none, or a limit on the other side: %j, %f", (other, limit) => {
  expect(timeToLimit({ ...trend, ...other }, limit)).toEqual({ kind: "no_trend" });
});
