import { expect, test } from "vitest";
import { fitLine, fitTrend } from "./fit-trend.ts";
import { timeToLimit } from "./time-to-limit.ts";
import { testNoise } from "../vehicle-journal.ts";

/*
 * Expected values: weighted least squares by matrix inversion with numpy, and the two times at which
 * (line(T) − 0.7)² = 1.2816²·Var(line(T)), found by scipy's brentq on the full covariance of the line.
 */
const observations = [
  [-9, 0.11, 4],
  [-7.5, 0.16, 4],
  [-6, 0.2, 2],
  [-4, 0.31, 2],
  [-3, 0.33, 1],
  [-1.5, 0.42, 1],
  [-0.5, 0.43, 1],
  [0, 0.47, 2],
].map(([timeDays, value, variance]) => ({
  timeDays: timeDays!,
  value: value!,
  variance: 1e-4 * variance!,
}));

test("a line through weighted observations is the one of an independent least squares", () => {
  const line = fitLine(observations)!;
  expect(line.slope).toBeCloseTo(0.0409264518656351, 12);
  expect(line.slopeVariance).toBeCloseTo(4.681809900288769e-6, 14);
  expect(line.meanDays).toBeCloseTo(-2.825, 12);
  expect(line.meanValue).toBeCloseTo(0.3475, 12);
  expect(line.meanVariance).toBeCloseTo(2.9878725557405387e-5, 14);
});

test("Fieller's interval is where the confidence band of the line meets the limit", () => {
  const reached = timeToLimit({ shape: "ramp", level: 0, ...fitLine(observations)! }, 0.7);
  expect(reached).toMatchObject({ kind: "known" });
  if (reached.kind !== "known") return;
  expect(reached.days).toBeCloseTo(5.788011486001435, 9);
  expect(reached.lowDays).toBeCloseTo(5.216884753692361, 9);
  expect(reached.highDays).toBeCloseTo(6.438582214055741, 9);
});

test("a step is a step and a ramp a ramp, and the ramp is dated and continued within its stated errors", () => {
  const runs = 400;
  const counts = { steps: 0, ramps: 0, dated: 0, covered: 0 };
  for (let run = 0; run < runs; run += 1) {
    const noisy = (truth: (day: number) => number) =>
      Array.from({ length: 32 }, (_, day) => ({
        timeDays: day - 31,
        value: truth(day) + 0.05 * testNoise(run, 0, day),
        variance: 0.0025,
        blocks: 1,
        afterPause: false,
      }));
    if (fitTrend(noisy((day) => (day < 16 ? 0 : 0.2)))!.shape === "step") counts.steps += 1;
    const ramp = fitTrend(noisy((day) => 0.02 * Math.max(0, day - 12)))!;
    if (ramp.shape !== "ramp") continue;
    counts.ramps += 1;
    if (Math.abs(ramp.beganDays - (12 - 31)) <= 4) counts.dated += 1;
    const reached = timeToLimit(ramp, 0.5);
    // 0.5 is reached 25 days after day 12, which is day 6 from now.
    if (reached.kind === "known" && reached.lowDays <= 6 && 6 <= reached.highDays) counts.covered += 1;
  }
  expect(counts.steps / runs).toBeGreaterThan(0.95);
  expect(counts.ramps / runs).toBeGreaterThan(0.95);
  expect(counts.dated / counts.ramps).toBeGreaterThan(0.9);
  // 80 % with the binomial's own four standard errors, 0.08.
  expect(counts.covered / counts.ramps).toBeGreaterThan(0.72);
});

test("no date is stated where the slope could be none, leads away, or belongs to a step", () => {
  const line = { meanDays: -5, meanValue: 0.3, meanVariance: 1e-4, level: 0, beganDays: -10 };
  const ramp = { ...line, shape: "ramp" as const, slope: 0.02, slopeVariance: 1e-6 };
  expect(timeToLimit(ramp, 0.5)).toMatchObject({ kind: "known", days: 5 });
  expect(timeToLimit({ ...ramp, slopeVariance: 0.0001 }, 0.5)).toEqual({ kind: "no_trend" });
  expect(timeToLimit({ ...ramp, slope: -0.02 }, 0.5)).toEqual({ kind: "no_trend" });
  expect(timeToLimit({ ...ramp, shape: "step" }, 0.5)).toEqual({ kind: "no_trend" });
});

test("a date is never more than a year ahead, and never behind", () => {
  const trend = {
    shape: "ramp" as const,
    beganDays: -10,
    level: 0,
    meanDays: -5,
    meanValue: 0.1,
    meanVariance: 1e-8,
    slope: 1e-4,
    slopeVariance: 1e-12,
  };
  expect(timeToLimit(trend, 0.5)).toMatchObject({ days: 365, highDays: 365 });
  expect(timeToLimit(trend, 0.05)).toMatchObject({ days: 0, lowDays: 0, highDays: 0 });
});
