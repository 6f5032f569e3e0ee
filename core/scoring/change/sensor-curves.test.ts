import { describe, expect, test } from "vitest";
import { Buckets } from "../model/buckets.ts";
import type { Bucket } from "../model/buckets.ts";
import { calibrationWith } from "../baseline/calibration-for-tests.ts";
import { initialState } from "../model/initial-state.ts";
import { defaultSettings } from "../settings/settings.ts";
import type { CurvePrior } from "../settings/settings.ts";
import { noScatter } from "../scatter/mean-scatter.ts";
import type { VarianceCurve } from "../model/standing.ts";
import type { VehicleState } from "../model/state.ts";
import { sensorCurves } from "./sensor-curves.ts";
import { ratiosOfCorrelated, scales } from "../scatter/noise-family.ts";
import { varianceCurve } from "../scatter/variance-curve.ts";

const degrees = Array.from({ length: scales }, () => 8);
const priorOf = (phi: number) => ({ ratios: ratiosOfCorrelated(phi), degrees });
const curves = { camera: priorOf(0), radar: priorOf(0.4), lidar: priorOf(0.8), confidence: priorOf(0.9) };
const settings = { ...defaultSettings, prior: { ...defaultSettings.prior, curves } };

test("before anything was heard are the prior's, one for each channel of each sensor", () => {
  const found = sensorCurves(initialState(), settings);
  const expected = (phi: number) => [
    varianceCurve({ scatter: noScatter(1), channel: 0, variance: 1, prior: priorOf(phi) }),
  ];
  expectCurves(
    found.camera,
    [0, 1, 2].flatMap(() => expected(0)),
  );
  expectCurves(found.radar, expected(0.4));
  expectCurves(found.lidar, expected(0.8));
});

describe("once a sensor was heard", () => {
  test("its scatter is held against the variance of its past, and half of it tells of the others", () => {
    const found = sensorCurves(heard(), settings);
    // 60 blocks of mean ¼ and mean square ½, and a prior of as many blocks as it counts for, of variance 1.
    const prior = defaultSettings.prior.degrees;
    const variance = (prior * 1 + 30 - 60 * 0.25 ** 2) / (59 + prior);
    const { squares, counts } = noScatter(1);
    const curveOf = (known: CurvePrior, share: number) => {
      const scatter = {
        squares: squares.with(2, (share * 60) / variance),
        counts: counts.with(2, share * 20),
      };
      return varianceCurve({ scatter, channel: 0, variance: 1, prior: known });
    };
    expectCurves(found.radar, [curveOf(curves.radar, 1)]);
    expectCurves(found.lidar, [curveOf(curves.lidar, 0.5)]);
    expectCurves(
      found.camera,
      Array.from({ length: 3 }, () => curveOf(curves.camera, 0.5)),
    );
  });

  test("the newest blocks do not make it look smaller, unless there is hardly a past", () => {
    const newer = bucketOf(40);
    expect(sensorCurves(heard({ buckets: [newer] }), settings)).toEqual(sensorCurves(heard(), settings));
    const [fresh, moved] = [[], [newer]].map(
      (buckets) => sensorCurves(heard({ buckets, past: 4 }), settings).radar[0]!,
    );
    expect(moved!.inflation[2]!).toBeLessThan(fresh!.inflation[2]!);
  });

  test("a doubt of its baseline makes its means vary more", () => {
    const state = heard();
    const doubted = calibrationWith({ leastCorrelation: [0.9] });
    const tracks = { ...state.tracks, radar: { ...state.tracks.radar, calibration: doubted } };
    const [before, after] = [state, { ...state, tracks }].map((of) => sensorCurves(of, settings).radar[0]!);
    for (let scale = 0; scale < scales; scale += 1) {
      expect(after!.inflation[scale]).toBeGreaterThan(before!.inflation[scale]!);
    }
  });
});

function expectCurves(found: readonly VarianceCurve[], expected: readonly VarianceCurve[]): void {
  expect(found).toHaveLength(expected.length);
  found.forEach(({ inflation, degrees: known }, at) => {
    inflation.forEach((value, scale) => expect(value / expected[at]!.inflation[scale]!).toBeCloseTo(1, 9));
    known.forEach((value, scale) => expect(value / expected[at]!.degrees[scale]!).toBeCloseTo(1, 9));
  });
}

/** A calibrated radar with blocks of mean ¼ and mean square ½ in its past, whose means of four have been found to vary. */
function heard({
  buckets = [],
  past = 60,
}: { readonly buckets?: readonly Bucket[]; readonly past?: number } = {}): VehicleState {
  const state = initialState();
  const { scatter } = state.evidence;
  const at = 3 * scales + 2;
  return {
    ...state,
    tracks: { ...state.tracks, radar: { ...state.tracks.radar, calibration: calibrationWith() } },
    evidence: {
      ...state.evidence,
      past: [0, 0, 0, 0, 0, 0, 0, 0, 0, past, 0.25 * past, 0.5 * past, 0, 0, 0],
      buckets: Buckets.of(buckets, 5),
      scatter: { squares: scatter.squares.with(at, 60), counts: scatter.counts.with(at, 20) },
    },
  };
}

/** Four blocks of the radar with a mean far from the others'. */
function bucketOf(mean: number) {
  const sums = [0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4 * mean, 4 * mean * mean, 0, 0, 0];
  return { size: 4, seq: 61, sums };
}
