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

test("a ramp downward reaches a lower limit when its mirror image reaches the upper one", () => {
  const doubtful = { ...trend, slopeVariance: 0.01, meanVariance: 0.01 };
  const mirrored = { ...doubtful, slope: -0.5, meanValue: -1 };
  expect(timeToLimit(mirrored, -3)).toEqual(timeToLimit(doubtful, 3));
});

test("a clock that begins a day later says a day less", () => {
  const doubtful = { ...trend, slopeVariance: 0.01, meanVariance: 0.01 };
  const there = timeToLimit(doubtful, 3);
  const later = timeToLimit({ ...doubtful, meanDays: trend.meanDays - 1 }, 3);
  if (there.kind !== "known" || later.kind !== "known") throw new Error("both have a date");
  expect(there.days - later.days).toBeCloseTo(1, 12);
  expect(there.lowDays - later.lowDays).toBeCloseTo(1, 12);
  expect(there.highDays - later.highDays).toBeCloseTo(1, 12);
});

test("a slope of just three standard errors is none, and one of a little more has both its bounds", () => {
  expect(timeToLimit({ ...trend, slopeVariance: (0.5 / 3) ** 2 }, 3).kind).toBe("no_trend");
  const sure = timeToLimit({ ...trend, slopeVariance: (0.49 / 3) ** 2, meanVariance: 0.01 }, 3);
  if (sure.kind !== "known") throw new Error("it has a date");
  // Both bounds are where the line is 1.2816 standard deviations from the limit.
  for (const days of [sure.lowDays, sure.highDays]) {
    const after = days - trend.meanDays;
    const missing = 3 - trend.meanValue - trend.slope * after;
    const variance = 0.01 + after ** 2 * (0.49 / 3) ** 2;
    expect(missing ** 2 / variance).toBeCloseTo(1.2815515655446 ** 2, 9);
  }
});
