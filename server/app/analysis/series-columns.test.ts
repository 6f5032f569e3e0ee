import { assert, integer, property } from "fast-check";
import { expect, test } from "vitest";

import type { ChannelScore, Score } from "../../../core/scoring/model/score.ts";
import { SeriesColumns } from "./series-columns.ts";

function radar(residual: number, cusumUpper = 0): ChannelScore {
  return {
    channel: "radar",
    residual,
    standardised: residual,
    cusumUpper,
    cusumLower: 0,
    cusumLimit: 5,
    shareOfT2: 1,
    drift: 0,
    driftSd: 0,
  };
}

function score(seq: number, given: Partial<Score> = {}): Score {
  return {
    seq,
    tier: "NOMINAL",
    reason: "in_control",
    mahalDistance: null,
    t2Limit: null,
    cusumStatistic: null,
    late: false,
    channels: [],
    ...given,
  } as Score;
}

function columnsOf(scores: readonly Score[], points: number) {
  const columns = new SeriesColumns({ frames: scores.length, points });
  for (const each of scores) columns.add(each.seq * 1_000_000, each);
  return { ...columns.columns(), downsampled: columns.isDownsampled };
}

test("a short series is given frame by frame, without extremes", () => {
  const columns = columnsOf(
    [
      score(1, { channels: [radar(0.1, 1)], mahalDistance: 3, t2Limit: 12, cusumStatistic: 2.5 }),
      score(2, { tier: "CAUTION", reason: "cusum_breach" }),
    ],
    10,
  );
  expect(columns).toEqual({
    downsampled: false,
    timestamps: ["1970-01-01T00:00:01.000Z", "1970-01-01T00:00:02.000Z"],
    frame_seqs: [1, 2],
    tiers: ["NOMINAL", "CAUTION"],
    decided_by: ["in_control", "cusum_breach"],
    channels: [
      {
        channel: "radar",
        sensor: "radar",
        unit: "m",
        residual: [0.1, null],
        cusum_upper: [1, null],
        cusum_lower: [0, null],
        cusum_limit: 5,
      },
    ],
    cusum_statistic: [2.5, null],
    t2: [9, null],
    t2_limit: [12, null],
  });
});

test("one frame beyond a limit among a thousand is not lost, however few the points", () => {
  assert(
    property(integer({ min: 1, max: 1000 }), integer({ min: 2, max: 200 }), (at, points) => {
      const scores = Array.from({ length: 1000 }, (_, index) => {
        const isOutlier = index + 1 === at;
        return score(index + 1, {
          tier: isOutlier ? "CRITICAL" : "NOMINAL",
          channels: [radar(isOutlier ? -7 : 0, isOutlier ? 30 : 1)],
          mahalDistance: isOutlier ? 20 : 1,
          cusumStatistic: isOutlier ? 19 : 1,
        });
      });
      const columns = columnsOf(scores, points);
      expect(columns.timestamps.length).toBeLessThanOrEqual(points);
      expect(columns.tiers.filter((tier) => tier === "CRITICAL")).toHaveLength(1);
      const point = columns.tiers.indexOf("CRITICAL");
      expect(columns.cusum_statistic_max?.[point]).toBe(19);
      expect(columns.t2_max?.[point]).toBe(400);
      expect(columns.channels[0]?.residual_min?.[point]).toBe(-7);
      expect(columns.channels[0]?.cusum_upper_max?.[point]).toBe(30);
    }),
    { seed: 11, numRuns: 40 },
  );
});

test("a point holds the newest value of each kind, also where its last frame lacks it", () => {
  const columns = columnsOf(
    [
      score(1, { channels: [radar(0.3)], cusumStatistic: 1 }),
      score(2, { channels: [radar(0.5)], cusumStatistic: 2 }),
      score(3),
      score(4),
    ],
    1,
  );
  expect(columns.channels[0]?.residual).toEqual([0.5]);
  expect(columns.channels[0]?.residual_min).toEqual([0.3]);
  expect(columns.cusum_statistic).toEqual([2]);
  expect(columns.frame_seqs).toEqual([4]);
});

test("a late frame shows its residual, but none of the sums of another time", () => {
  const columns = columnsOf([score(1, { late: true, channels: [radar(0.3, 9)], cusumStatistic: 9 })], 5);
  expect(columns.channels[0]).toMatchObject({ residual: [0.3], cusum_upper: [null] });
  expect(columns.cusum_statistic).toEqual([null]);
});

test("no frames make empty columns", () => {
  expect(columnsOf([], 5)).toMatchObject({ downsampled: false, timestamps: [], channels: [], t2: [] });
});
