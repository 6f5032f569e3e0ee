import { array, assert, double, integer, property } from "fast-check";
import { expect, test } from "vitest";
import type { SkimmedScore } from "../../../core/scoring/model/codec/skimmed-score.ts";
import type { ChannelScore, Score } from "../../../core/scoring/model/score.ts";
import { channels } from "../../../core/scoring/model/sensors.ts";
import type { SeriesValues } from "../ports/reading/vehicle-analysis.ts";
import { SeriesColumns, ValueRanges } from "./series-columns.ts";

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

function skimmed(whole: Score): SkimmedScore {
  const places = whole.channels.map((one) => ({ ...one, place: channels.indexOf(one.channel) }));
  return { ...whole, channels: places };
}

function columnsOf(scores: readonly Score[], points: number) {
  const columns = new SeriesColumns<Score>({ frames: scores.length, points }, (whole) => whole);
  for (const each of scores) columns.add(each.seq * 1_000_000, skimmed(each), each);
  const values = JSON.parse([...columns.texts()].join("")) as SeriesValues;
  return { ...values, downsampled: columns.isDownsampled };
}

test("a short series is given frame by frame, without extremes", () => {
  const columns = columnsOf(
    [
      score(1, { channels: [radar(0.1, 1)], mahalDistance: 3, t2Limit: 12, cusumStatistic: 2.5 }),
      score(2, { tier: "CAUTION", reason: "caution_limit_exceeded" }),
    ],
    10,
  );
  expect(columns).toEqual({
    downsampled: false,
    timestamps: ["1970-01-01T00:00:01.000Z", "1970-01-01T00:00:02.000Z"],
    frame_seqs: [1, 2],
    tiers: ["NOMINAL", "CAUTION"],
    decided_by: ["in_control", "caution_limit_exceeded"],
    channels: [
      {
        channel: "radar",
        sensor: "radar",
        unit: "m",
        residual: [0.1, null],
        cusum_upper: [1, null],
        cusum_lower: [0, null],
        cusum_limit: 5,
        drift: [0, null],
        drift_sd: [0, null],
        t2_part: [9, null],
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

function camera(channel: "camera_x" | "camera_y" | "camera_z", drift: number, shareOfT2: number) {
  return { ...radar(0), channel, drift, driftSd: 0.01, shareOfT2 } as const;
}

test("a point shows the estimates of its newest frame, and the camera's as one angle beyond its noise", () => {
  const turned = [camera("camera_x", 0.3, 0.25), camera("camera_y", -0.4, 0.75), camera("camera_z", 0, 0)];
  const columns = columnsOf(
    [score(1, { channels: [camera("camera_x", 9, 1)] }), score(2, { channels: turned, mahalDistance: 4 })],
    1,
  );
  expect(columns.channels.map(({ drift, t2_part: part }) => [drift, part])).toEqual([
    [[0.3], [4]],
    [[-0.4], [12]],
    [[0], [0]],
  ]);
  // √(0.3² + 0.4² − 3·0.01²), and the noise along the drift.
  expect(columns.camera_drift?.[0]).toBeCloseTo(Math.sqrt(0.25 - 0.0003), 5);
  expect(columns.camera_drift_sd).toEqual([0.01]);
});

test("sensors that report in frames of their own each show the newest of theirs", () => {
  const columns = columnsOf(
    [
      score(1, { channels: [radar(0.1)], mahalDistance: 3 }),
      score(2, { channels: [{ ...radar(0), channel: "lidar", drift: 0.2, shareOfT2: 1 }], mahalDistance: 2 }),
    ],
    1,
  );
  expect(columns.channels.map(({ channel, drift, t2_part: part }) => [channel, drift, part])).toEqual([
    ["radar", [0], [9]],
    ["lidar", [0.2], [4]],
  ]);
  expect(columns).not.toHaveProperty("camera_drift");
});

test("of a late frame no estimate is shown: it belongs to the newest frame's time", () => {
  const columns = columnsOf(
    [score(1, { channels: [radar(0.1)], mahalDistance: 1 }), score(2, { late: true, channels: [radar(7)] })],
    1,
  );
  expect(columns.channels[0]?.t2_part).toEqual([1]);
});

const anyNumber = double({ noNaN: true });

test("newest, smallest and largest are those of the values that were added, and of no neighbour's", () => {
  assert(
    property(array(anyNumber, { minLength: 1 }), anyNumber, (values, other) => {
      const ranges = new ValueRanges(2, 2);
      ranges.add(0, 0, other);
      for (const value of values) ranges.add(0, 1, value);
      ranges.add(1, 0, other);
      expect(ranges.newest(0, 1)).toBe(values.at(-1));
      // 0 and −0 are as small as each other.
      expect(ranges.smallest(0, 1)! + 0).toBe(Math.min(...values) + 0);
      expect(ranges.largest(0, 1)! + 0).toBe(Math.max(...values) + 0);
    }),
  );
});

test("where nothing was added there is nothing", () => {
  const ranges = new ValueRanges(1, 1);
  expect([ranges.newest(0, 0), ranges.smallest(0, 0), ranges.largest(0, 0)]).toEqual([null, null, null]);
});
