import { describe, expect, test } from "vitest";
import { calibrationWith } from "../baseline/calibration-for-tests.ts";
import { initialState } from "../model/initial-state.ts";
import { defaultSettings } from "../model/settings.ts";
import type { Breach, ChangeSums, VehicleState } from "../model/state.ts";
import { sensorCurves } from "./sensor-curves.ts";
import { correlatedCurve, ratiosOfCorrelated, scales, varianceCurve } from "./variance-curve.ts";

const degrees = Array.from({ length: scales }, () => 8);
const priorOf = (phi: number) => ({ ratios: ratiosOfCorrelated(phi), degrees });
const curves = { camera: priorOf(0), radar: priorOf(0.4), lidar: priorOf(0.8), confidence: priorOf(0.9) };
const settings = { ...defaultSettings, prior: { ...defaultSettings.prior, curves } };

test("before anything was heard are the prior's, one for each channel of each sensor", () => {
  const found = sensorCurves(initialState(), settings);
  expect(found.camera).toHaveLength(3);
  for (const [channels, phi] of [
    [found.camera, 0],
    [found.radar, 0.4],
    [found.lidar, 0.8],
  ] as const) {
    const { inflation } = correlatedCurve(phi);
    for (const channel of channels) {
      channel.inflation.forEach((value, scale) => expect(value).toBeCloseTo(inflation[scale]!, 12));
    }
  }
  expect([found.radar.length, found.lidar.length]).toEqual([1, 1]);
});

describe("once a sensor was heard", () => {
  test("its scatter is held against the variance of its blocks, and moves no other sensor", () => {
    const before = sensorCurves(initialState(), settings);
    const found = sensorCurves(heard(), settings);
    // 60 blocks of variance ½ and a prior of as many blocks as it counts for, of variance 1.
    const prior = defaultSettings.prior.degrees;
    const variance = (prior * 1 + 30 - 60 * 0.25 ** 2) / (59 + prior);
    expect(found.radar).toEqual([
      varianceCurve({ scatter: heard().evidence.scatter, channel: 3, variance, prior: curves.radar }),
    ]);
    expect(found.radar).not.toEqual(before.radar);
    expect([found.camera, found.lidar]).toEqual([before.camera, before.lidar]);
  });

  test("the newest blocks belong to the reference, unless a breach is open", () => {
    const newer = bucketOf(40);
    const moving = sensorCurves(heard({ buckets: [newer] }), settings);
    const held = sensorCurves({ ...heard({ buckets: [newer] }), breach: {} as Breach }, settings);
    expect(held).toEqual(sensorCurves(heard(), settings));
    // Blocks far from the others make the variance larger, so that the same scatter is less of it.
    expect(moving.radar[0]!.inflation[9]!).toBeLessThan(held.radar[0]!.inflation[9]!);
  });

  test("while the reference is frozen by command, too, what came since is left out, as W leaves it out", () => {
    const frozen = { ...heard({ buckets: [bucketOf(40)] }), frozen: true };
    expect(sensorCurves(frozen, settings)).toEqual(sensorCurves(heard(), settings));
  });

  test("a doubt of its baseline makes its means vary more", () => {
    const state = heard();
    const doubted = calibrationWith({ leastCorrelation: Float64Array.of(0.9) });
    const tracks = { ...state.tracks, radar: { ...state.tracks.radar, calibration: doubted } };
    const [before, after] = [state, { ...state, tracks }].map((of) => sensorCurves(of, settings).radar[0]!);
    for (let scale = 0; scale < scales; scale += 1) {
      expect(after!.inflation[scale]).toBeGreaterThan(before!.inflation[scale]!);
    }
  });
});

/** A calibrated radar with 60 blocks of mean ¼ and mean square ½ in its reference, whose means of four have been found to vary. */
function heard({ buckets = [] }: Partial<Pick<ChangeSums, "buckets">> = {}): VehicleState {
  const state = initialState();
  const { scatter } = state.evidence;
  const at = 3 * scales + 2;
  return {
    ...state,
    tracks: { ...state.tracks, radar: { ...state.tracks.radar, calibration: calibrationWith() } },
    evidence: {
      ...state.evidence,
      past: [0, 0, 0, 0, 0, 0, 0, 0, 0, 60, 15, 30, 0, 0, 0],
      buckets,
      scatter: { squares: scatter.squares.with(at, 60), counts: scatter.counts.with(at, 20) },
    },
  };
}

/** Four blocks of the radar with a mean far from the others'. */
function bucketOf(mean: number) {
  const sums = [0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4 * mean, 4 * mean * mean, 0, 0, 0];
  return { size: 4, seq: 61, sums };
}
