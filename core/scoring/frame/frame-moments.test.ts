import { describe, expect, test } from "vitest";
import {
  absent,
  addFrame,
  clearMoments,
  covariance,
  largestCrossCorrelation,
  meanOf,
  pairAt,
} from "./frame-moments.ts";
import type { StandardisedFrame } from "./frame-moments.ts";
import { initialState } from "../model/initial-state.ts";
import type { FrameMoments } from "../model/state.ts";
import { testNoise } from "../vehicle-journal.ts";

const nothing = initialState().moments;
const gather = (frames: readonly StandardisedFrame[], weight = 1): FrameMoments => {
  const { moments } = initialState();
  for (const frame of frames) addFrame(moments, frame, weight);
  return moments;
};

test("the sums of the pairs follow each other without a gap", () => {
  const places = [0, 1, 2, 3, 4].flatMap((j) =>
    [0, 1, 2, 3, 4].filter((k) => k >= j).map((k) => pairAt(j, k, 5)),
  );
  expect(places).toEqual(Array.from({ length: 15 }, (_, at) => 3 * at));
  expect(nothing.second).toHaveLength(45);
});

test("mean and covariance are those of the frames", () => {
  const frames = Array.from({ length: 30 }, (_, t) => [0, 1, 2, 3, 4].map((c) => testNoise(3, c, t)));
  const moments = gather(frames);
  const means = [0, 1, 2, 3, 4].map((c) => frames.reduce((sum, frame) => sum + frame[c]!, 0) / 30);
  means.forEach((mean, c) => expect(meanOf(moments, c)).toBeCloseTo(mean, 13));
  const products = frames.reduce((sum, f) => sum + (f[1]! - means[1]!) * (f[3]! - means[3]!), 0);
  expect(covariance(moments, pairAt(1, 3, 5), means[1]! * means[3]!)).toBeCloseTo(products / 29, 12);
  const fourth = frames.reduce((sum, f) => sum + (f[1]! * f[3]!) ** 2, 0);
  expect(moments.second[pairAt(1, 3, 5) + 2]).toBeCloseTo(fourth, 12);
});

test("absent channels add nothing to any of their pairs", () => {
  const moments = gather([[absent, 1, absent, 2, absent]]);
  expect(moments.first).toEqual([0, 0, 1, 1, 0, 0, 1, 2, 0, 0]);
  const filled = new Map([
    [pairAt(1, 1, 5), [1, 1, 1]],
    [pairAt(1, 3, 5), [1, 2, 4]],
    [pairAt(3, 3, 5), [1, 4, 16]],
  ]);
  for (let pair = 0; pair < 45; pair += 3) {
    expect(moments.second.slice(pair, pair + 3)).toEqual(filled.get(pair) ?? [0, 0, 0]);
  }
});

test("a value far out counts as 4 σ from the mean so far, on either side", () => {
  const moments = gather([
    [2, 0, 0, 0, 0],
    [50, 0, 0, 0, -50],
  ]);
  expect(moments.first.slice(0, 2)).toEqual([2, 2 + 6]);
  expect(moments.first.slice(8)).toEqual([2, -4]);
});

test("frames of half the weight count half, and move no mean", () => {
  const frames = [
    [1, 2, 3, 0, -1],
    [0, 1, 1, 2, 2],
  ];
  const [whole, half] = [gather(frames), gather(frames, 0.5)];
  expect(half.second.map((sum) => 2 * sum)).toEqual(whole.second);
  for (let c = 0; c < 5; c += 1) expect(meanOf(half, c)).toBe(meanOf(whole, c));
});

test("nothing has a mean of zero, and one frame no covariance", () => {
  expect(meanOf(nothing, 2)).toBe(0);
  expect(covariance(gather([[1, 1, 1, 1, 1]]), 0, 1)).toBeNull();
});

test("a sensor that is cleared is as if it had never been there, the others stay", () => {
  const frames = Array.from({ length: 6 }, (_, t) => [0, 1, 2, 3, 4].map((c) => testNoise(4, c, t)));
  const withoutCamera = gather(frames.map((frame) => frame.map((value, c) => (c < 3 ? absent : value))));
  const withoutRadar = gather(frames.map((frame) => frame.map((value, c) => (c === 3 ? absent : value))));
  expect(clearMoments(gather(frames), 0, 3)).toEqual(withoutCamera);
  expect(clearMoments(gather(frames), 3, 1)).toEqual(withoutRadar);
});

describe("the largest correlation between sensors", () => {
  const frames = (mix: (base: readonly number[]) => number[]) =>
    Array.from({ length: 40 }, (_, t) => mix([0, 1, 2, 3, 4].map((c) => testNoise(6, c, t))));

  test("is that of two channels which say the same, with either sign", () => {
    for (const sign of [1, -1]) {
      const same = frames(([x, y, z, , lidar]) => [x!, y!, z!, sign * 0.5 * y!, lidar!]);
      expect(largestCrossCorrelation(gather(same), 20)).toBeCloseTo(1, 10);
    }
  });

  test("finds radar and lidar too, and ignores the axes of one camera among themselves", () => {
    const radarLidar = frames(([x, y, z, radar]) => [x!, y!, z!, radar!, radar!]);
    expect(largestCrossCorrelation(gather(radarLidar), 20)).toBeCloseTo(1, 10);
    const camera = frames(([x, , , radar, lidar]) => [x!, x!, x!, radar!, lidar!]);
    expect(largestCrossCorrelation(gather(camera), 20)).toBeLessThan(0.5);
  });

  test("is zero with fewer common frames than asked for, or none at all", () => {
    const same = frames(([x]) => [x!, x!, x!, x!, x!]);
    expect(largestCrossCorrelation(gather(same), 41)).toBe(0);
    expect(largestCrossCorrelation(nothing, 0)).toBe(0);
  });
});
