import { expect, test } from "vitest";
import { seriesLike } from "../charts/series-like-for-tests.ts";
import { extendSeries } from "./extend-series.ts";

test("what is new stands behind what was there, in every column", () => {
  const base = seriesLike(3);
  const more = seriesLike(2, { continues: true, next_cursor: "next", frame_seqs: [4, 5] });
  const both = extendSeries(base, more);
  expect(both).toMatchObject({
    frames: 5,
    continues: false,
    next_cursor: "next",
    from: base.from,
    to: more.to,
  });
  expect(both.frame_seqs).toEqual([1, 2, 3, 4, 5]);
  for (const column of [both.timestamps, both.tiers, both.cusum_statistic, both.t2, both.t2_limit]) {
    expect(column).toHaveLength(5);
  }
  expect(both.channels).toMatchObject([{ channel: "radar", residual: [0.01, 0.01, 0.01, 0.01, 0.01] }]);
});

test("nothing new leaves all as it was, but the cursor", () => {
  const base = seriesLike(3);
  const none = seriesLike(0, { channels: [], from: null, to: null, next_cursor: "next" });
  expect(extendSeries(base, none)).toMatchObject({ ...base, next_cursor: "next" });
});

test("a point of one frame is its own extreme in a series that is down-sampled", () => {
  const base = seriesLike(2, {
    downsampled: true,
    cusum_statistic_max: [8, 9],
    t2_max: [7, 7],
    channel: {
      residual_min: [-1, -1],
      residual_max: [1, 1],
      cusum_upper_max: [3, 3],
      cusum_lower_max: [4, 4],
    },
  });
  const both = extendSeries(base, seriesLike(1));
  expect([both.cusum_statistic_max, both.t2_max]).toEqual([
    [8, 9, 0],
    [7, 7, 1],
  ]);
  expect(both.channels[0]).toMatchObject({
    residual_min: [-1, -1, 0.01],
    residual_max: [1, 1, 0.01],
    cusum_upper_max: [3, 3, 0],
    cusum_lower_max: [4, 4, 0],
  });
});

test("a channel received for the first time, and one not received again, have nothing where they were not received", () => {
  const base = seriesLike(2, { channel: { channel: "lidar", sensor: "lidar" } });
  const both = extendSeries(base, seriesLike(1));
  expect(both.channels).toMatchObject([
    { channel: "radar", residual: [null, null, 0.01] },
    { channel: "lidar", residual: [0.01, 0.01, null] },
  ]);
});

test("estimates go on, and stand empty where none were told", () => {
  const turned = { camera_drift: [0.3, 0.4], camera_drift_sd: [0.01, 0.02] };
  const both = extendSeries(seriesLike(2, turned), seriesLike(1));
  expect([both.camera_drift, both.camera_drift_sd]).toEqual([
    [0.3, 0.4, null],
    [0.01, 0.02, null],
  ]);
  expect(both.channels[0]).toMatchObject({ drift: [0.002, 0.002, 0.002], t2_part: [1, 1, 1] });
  expect(extendSeries(seriesLike(1), seriesLike(1))).not.toHaveProperty("camera_drift");
});
