import { describe, expect, test } from "vitest";
import { calibrate, inPose, lagOne, standardise } from "./calibrate.ts";
import { initialTrack } from "../model/initial-state.ts";
import { defaultSettings as settings } from "../settings/settings.ts";
import { between, expDeg, logDeg, multiply } from "../numeric/quaternion.ts";
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

test("scores that never change have no correlation either", () => {
  expect(lagOne([2, 2, 2, 2, 2])).toBe(0);
});

test("the lag-1 correlation is that of the products, less its small-sample bias", () => {
  // Their mean is 0, the sum of their squares 10.
  const scores = [1, 2, 0, -1, -2];
  const lag = (1 * 2 + 2 * 0 + 0 * -1 + -1 * -2) / 10;
  expect(lagOne(scores)).toBeCloseTo(lag + (1 + 3 * lag) / 5, 14);
});

describe("a radar's calibration", () => {
  const calibrated = (values: readonly number[], track = initialTrack("radar", null)) =>
    calibrate(
      { name: "radar", track, settings },
      values.map((value, at) => ({ seq: at + 1, atUs: 60_000_000 * at, weight: 1, values: [value] })),
    ).calibration;
  const { degrees, radarM } = settings.prior;

  test("lies at the median, with the prior counted as a few blocks of noise", () => {
    const { location, scale, whitening } = calibrated([0.1, 0.3, 0.2, 0.5, 0.4]);
    const spread = 1.4826 * 0.1;
    const variance = (degrees * radarM ** 2 + 5 * spread ** 2) / (degrees + 5);
    expect(location[0]).toBeCloseTo(0.3, 7);
    expect(scale[0]).toBeCloseTo(Math.sqrt(variance), 8);
    expect(standardise([0.3 + 2 * scale[0]!], { location, whitening })[0]).toBeCloseTo(2, 6);
  });

  test("leaves out a block beyond six σ, once", () => {
    const values = [0.1, 0.3, 0.2, 0.5, 0.4];
    const [without, far] = [calibrated(values), calibrated([...values, 90])];
    expect(far.location[0]).toBe(without.location[0]);
    expect(far.scale[0]).toBe(without.scale[0]);
    expect([without.blocks, far.blocks]).toEqual([5, 6]);
  });

  test("of values without any spread keeps the noise of the prior, and after long never less than the floor", () => {
    const still = (blocks: number) => calibrated(Array.from({ length: blocks }, () => 1)).scale[0]!;
    expect(still(20)).toBeCloseTo(radarM * Math.sqrt(degrees / (degrees + 20)), 8);
    expect(still(20_000)).toBe(Math.fround(settings.floors.radarM));
  });

  test("moves with its values, and is mirrored with them", () => {
    const values = [0.125, 0.375, 0.25, 0.5, -0.25, 0.0625];
    const [here, there] = [calibrated(values), calibrated(values.map((value) => 4 - value))];
    expect(there.location[0]).toBeCloseTo(4 - here.location[0]!, 6);
    expect(there.scale[0]).toBeCloseTo(here.scale[0]!, 8);
    expect(there.correlation[0]).toBeCloseTo(here.correlation[0]!, 7);
  });

  test("has a frame as noisy as a block while blocks are frames, and the usual gap for its period", () => {
    const { frameRatio, periodUs } = calibrated([0.1, 0.3, 0.2]);
    expect([frameRatio[0], periodUs]).toEqual([1, 60_000_000]);
  });
});

test("frames of longer blocks are noisier than their means, by what was found within", () => {
  const track = { ...initialTrack("radar", null), level: 1, within: [0.4], withinFrames: 10 };
  const blocks = [0.1, 0.3, 0.2, 0.5, 0.4].map((value, at) => ({
    seq: at,
    atUs: at,
    weight: 1,
    values: [value],
  }));
  const { frameRatio } = calibrate({ name: "radar", track, settings }, blocks).calibration;
  // Variance 0.04 within, and that of the means between.
  expect(frameRatio[0]).toBeCloseTo(Math.sqrt(1 + 0.04 / (1.4826 * 0.1) ** 2), 6);
});

test("the period is the usual gap between blocks, whatever the nights between and a clock that went back", () => {
  const blocks = [0, 60, 120, 90_000, 90_060, 90_000, 90_060, 90_120].map((second, at) => ({
    seq: at,
    atUs: 1e6 * second,
    weight: 1,
    values: [0.01 * at],
  }));
  const learner = { name: "radar" as const, track: initialTrack("radar", null), settings };
  expect(calibrate(learner, blocks).calibration.periodUs).toBe(60_000_000);
  const atOnce = blocks.map((block) => ({ ...block, atUs: 5 }));
  expect(calibrate(learner, atOnce).calibration.periodUs).toBe(1);
});

test("a camera's values turn from the anchor to the pose, and stay where both are one", () => {
  const anchor = expDeg([10, 20, 30]);
  const [pose, rotation] = [multiply(anchor, expDeg([1, 0, 0])), multiply(anchor, expDeg([1, 2, 3]))];
  const track = { ...initialTrack("camera", null), anchor };
  const values = logDeg(between(anchor, rotation));
  logDeg(between(pose, rotation)).forEach((part, axis) =>
    expect(inPose(track, pose, values)[axis]).toBeCloseTo(part, 6),
  );
  expect(inPose(track, anchor, values)).toBe(values);
  expect(inPose(track, null, values)).toBe(values);
});

function correlated(count: number, correlation: number): number[] {
  let latest = 0;
  return Array.from({ length: count }, (_, at) => {
    latest = correlation * latest + Math.sqrt(1 - correlation * correlation) * testNoise(5, 0, at);
    return latest;
  });
}
