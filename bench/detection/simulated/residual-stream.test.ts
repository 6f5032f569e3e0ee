import { describe, expect, test } from "vitest";

import { RandomStream } from "./random-stream.ts";
import { channelCount, directions, generateResiduals, noiseFamilies, vehicleOf } from "./residual-stream.ts";
import type { StreamPlan } from "./residual-stream.ts";
import { countLeads } from "./simulated-results.ts";
import { summariseAlarms } from "./measure-delay.ts";

const quiet: StreamPlan = {
  seed: 11,
  noise: "normal",
  baselineFrames: 50,
  framesBefore: 20_000,
  framesAfter: 0,
  change: null,
  missing: 0,
};

describe("the residual generator", () => {
  test("gives the same stream for the same seed and another for another", () => {
    const short = { ...quiet, framesBefore: 10 };
    expect(generateResiduals(short)).toEqual(generateResiduals(short));
    expect(generateResiduals(short)).not.toEqual(generateResiduals({ ...short, seed: 12 }));
  });

  test.each(noiseFamilies)("has the vehicle's own mean and deviation under %s noise", (noise) => {
    const plan = { ...quiet, noise };
    const rows = generateResiduals(plan);
    const { locations, scales } = vehicleOf(plan.seed);
    // One frame in a hundred at ten σ adds 0.99 to the variance of one.
    const deviation = noise === "outliers-1-percent" ? Math.sqrt(0.99 + 1) : 1;
    for (let channel = 0; channel < channelCount; channel++) {
      const z = channelOf(rows, channel).map((value) => (value - locations[channel]!) / scales[channel]!);
      expect(mean(z)).toBeCloseTo(0, 1);
      expect(Math.sqrt(mean(z.map((value) => value * value)))).toBeGreaterThan(0.9 * deviation);
      expect(Math.sqrt(mean(z.map((value) => value * value)))).toBeLessThan(1.1 * deviation);
    }
  });

  test("correlates a frame with the one before when asked to", () => {
    const z = channelOf(generateResiduals({ ...quiet, noise: "ar-0.3" }), 3);
    expect(lagOne(z)).toBeCloseTo(0.3, 1);
    expect(lagOne(channelOf(generateResiduals(quiet), 3))).toBeCloseTo(0, 1);
  });

  test("moves a channel by its share of the step, and every direction has length one", () => {
    for (const direction of Object.values(directions)) expect(Math.hypot(...direction)).toBeCloseTo(1, 12);
    const change = { direction: "radar and lidar", shape: "step", size: 2 } as const;
    const plan = { ...quiet, framesBefore: 100, framesAfter: 100 };
    const still = generateResiduals(plan);
    const moved = generateResiduals({ ...plan, change });
    const { scales } = vehicleOf(plan.seed);
    const last = moved.length - channelCount;
    expect(moved[last + 3]! - still[last + 3]!).toBeCloseTo(scales[3]! * Math.SQRT2, 12);
    expect(moved[last]!).toBe(still[last]!);
    // The frame before the change is untouched.
    const before = (plan.baselineFrames + plan.framesBefore - 1) * channelCount;
    expect(moved.subarray(0, before + channelCount)).toEqual(still.subarray(0, before + channelCount));
  });

  test("silences a sensor as often as it is told, all camera axes at once", () => {
    const rows = generateResiduals({ ...quiet, missing: 0.3 });
    const silent = channelOf(rows, 0).map((value) => (Number.isNaN(value) ? 1 : 0));
    expect(mean(silent)).toBeCloseTo(0.3, 1);
    expect(channelOf(rows, 2).map((value) => (Number.isNaN(value) ? 1 : 0))).toEqual(silent);
  });
});

test("the random numbers have a normal's tails", () => {
  const random = new RandomStream(3);
  let beyond = 0;
  for (let draw = 0; draw < 200_000; draw++) if (Math.abs(random.normal()) > 3) beyond++;
  // 0.0027 of them, give or take four standard errors.
  expect(Math.abs(beyond / 200_000 - 0.0027)).toBeLessThan(4 * Math.sqrt(0.0027 / 200_000));
});

test("a delay counts runs that alarmed too early neither way", () => {
  const delay = summariseAlarms([10, 510, 530, null], 500);
  expect(delay).toMatchObject({ mean: 20, median: 30, early: 1, runs: 4 });
  expect(delay.missed).toBeCloseTo(1 / 3, 12);
});

test("missing more than a tenth of the faults is no lead, however fast the rest", () => {
  const fast = { mean: 5, halfWidth: 1, median: 5, missed: 0.2, early: 0, runs: 10 };
  const sure = { mean: 9, halfWidth: 1, median: 9, missed: 0, early: 0, runs: 10 };
  expect(countLeads([sure, fast], [[fast, sure]])).toEqual({ leading: 1, within: 1, behind: 1, cells: 2 });
});

function channelOf(rows: Float64Array, channel: number): number[] {
  return Array.from({ length: rows.length / channelCount }, (_, row) => rows[row * channelCount + channel]!);
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}

function lagOne(values: readonly number[]): number {
  const centre = mean(values);
  let products = 0;
  let squares = 0;
  values.forEach((value, at) => {
    squares += (value - centre) ** 2;
    if (at > 0) products += (value - centre) * (values[at - 1]! - centre);
  });
  return products / squares;
}
