import { expect, test } from "vitest";
import { residualCharts } from "./residual-charts.ts";
import { seriesLike } from "./series-like-for-tests.ts";

const radarSpread = new Map([["radar", 0.025]]);

test("a radar is shown in metres, with the ±3 σ of the baseline as limits", () => {
  const [plan] = residualCharts(
    seriesLike(4, { channel: { residual: [0.01, null, -0.08, 0.076] } }),
    radarSpread,
    [],
  );
  expect(plan?.quantity).toBe("metres");
  expect(plan?.lines.find(({ look }) => look === "dots")?.values).toEqual([0.01, null, -0.08, 0.076]);
  expect(plan?.lines.find(({ look }) => look === "beyond")?.values).toEqual([null, null, -0.08, 0.076]);
  expect(plan?.limits.map(({ label, value }) => [label, Number(value.toFixed(6))])).toEqual([
    ["+3 σ", 0.075],
    ["0", 0],
    ["−3 σ", -0.075],
  ]);
  expect(plan?.finding).toBe("Latest residual 0.076\u00a0m; 2 of 3 points beyond ±0.075\u00a0m.");
});

test("the extremes of a point that stands for several frames are drawn and judged", () => {
  const channel = { residual: [0.01, 0.02], residual_min: [0, -0.09], residual_max: [0.02, 0.03] };
  const [plan] = residualCharts(seriesLike(2, { channel, downsampled: true }), radarSpread, []);
  expect(plan?.lines.map(({ look }) => look)).toEqual(["low", "high", "dots", "beyond"]);
  expect(plan?.lines.at(-1)?.values).toEqual([null, -0.09]);
});

test("the three axes of the camera share one scale", () => {
  const calm = seriesLike(3).channels[0]!;
  const camera = { ...calm, sensor: "camera" as const, unit: "deg" as const };
  const series = seriesLike(3, {
    channels: [
      { ...camera, channel: "camera_x", residual: [0, 0.01, 0] },
      { ...camera, channel: "camera_y", residual: [0.4, 0.5, 0.5] },
      { ...calm, residual: [0, 0.001, 0] },
    ],
  });
  const [x, y, radar] = residualCharts(series, new Map([["camera_x", 0.02]]), []);
  expect(x?.range).toEqual(y?.range);
  expect(x?.range.max).toBeGreaterThan(0.5);
  expect(radar?.range.max).toBeLessThan(2);
});

test("one outlier in a hundred leaves the scale to the others", () => {
  const residual = Array.from({ length: 100 }, (_, index) => (index === 50 ? 50 : 0.01));
  const [plan] = residualCharts(seriesLike(100, { channel: { residual } }), radarSpread, []);
  expect(plan?.range).toEqual({ min: -0.1, max: 0.1 });
});

test("without a baseline there are no limits and no reading is called beyond", () => {
  const [plan] = residualCharts(seriesLike(2, { channel: { residual: [0.5, 0.4] } }), new Map(), []);
  expect(plan?.lines.at(-1)?.values).toEqual([null, null]);
  expect(plan?.finding).toBe("Latest residual 0.400\u00a0m; no baseline spread yet.");
});
