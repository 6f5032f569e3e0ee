import { expect, test } from "vitest";
import { seriesLike } from "./series-like-for-tests.ts";
import { t2Contributions } from "./t2-contributions.ts";

test("each channel adds its part, on the side on which it lies", () => {
  const radar = seriesLike(2).channels[0]!;
  const series = seriesLike(2, {
    channels: [
      { ...radar, residual: [0.1, -0.2], t2_part: [3, 7] },
      { ...radar, channel: "lidar", sensor: "lidar", residual: [0.1, 0.3], t2_part: [1, 2] },
    ],
  });
  expect(t2Contributions(series, 1)).toEqual([
    { channel: "radar", signed: -7 },
    { channel: "lidar", signed: 2 },
  ]);
});

test("a channel the point has no frame of adds nothing, and neither does one that learns", () => {
  const { t2_part: _, ...silent } = seriesLike(1).channels[0]!;
  expect(t2Contributions(seriesLike(1, { channels: [silent] }), 0)).toEqual([]);
  expect(t2Contributions(seriesLike(1, { channel: { t2_part: [null] } }), 0)).toEqual([]);
  expect(t2Contributions(seriesLike(1), 5)).toEqual([]);
});
