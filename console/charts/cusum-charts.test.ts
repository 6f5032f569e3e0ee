import { expect, test } from "vitest";
import { averageRunLength } from "../../core/chart-design/average-run-length.ts";
import { cusumCharts, falseSignalEvery } from "./cusum-charts.ts";
import { seriesLike } from "./series-like-for-tests.ts";

const noSpreads = new Map<string, number>();

test("the lower sum is mirrored below the centre line, the limits lie at ±h", () => {
  const [plan] = cusumCharts(
    seriesLike(3, { channel: { cusum_upper: [0, 2, null], cusum_lower: [1, 0, null] } }),
    noSpreads,
    [],
  );
  expect(plan?.lines.map(({ name, values }) => [name, values])).toEqual([
    ["C⁺", [0, 2, null]],
    ["C⁻", [-1, 0, null]],
    ["C⁺ beyond h", [null, null, null]],
    ["C⁻ beyond h", [null, null, null]],
  ]);
  expect(plan?.limits.map(({ label, value }) => [label, value])).toEqual([
    ["+h 5.0", 5],
    ["0", 0],
    ["−h 5.0", -5],
  ]);
  expect(plan?.finding).toBe("Both sums stayed within h 5.0; C⁺ 2.0, C⁻ 0.0 now.");
});

test("sums far beyond h end the axis at 3 h, on their own side only", () => {
  const [plan] = cusumCharts(seriesLike(2, { channel: { cusum_upper: [0, 60] } }), noSpreads, []);
  expect(plan?.range).toEqual({ min: -6.25, max: 15 });
  expect(plan?.finding).toBe("C⁺ passed h 5.0 at 2026-03-01 08:01:00 UTC; C⁺ 60.0, C⁻ 0.0 now.");
});

test("a crossing inside a point that stands for several frames is not lost", () => {
  const channel = { cusum_lower: [1, 2], cusum_lower_max: [1, 6], cusum_upper_max: [0, 0] };
  const [plan] = cusumCharts(seriesLike(2, { channel, downsampled: true }), noSpreads, []);
  expect(plan?.finding).toContain("C⁻ passed h 5.0 at 2026-03-01 08:01:00 UTC");
  expect(plan?.lines[1]?.values).toEqual([-1, -6]);
});

test("all channels share one scale", () => {
  const calm = seriesLike(2).channels[0]!;
  const [first, second] = cusumCharts(
    seriesLike(2, { channels: [calm, { ...calm, channel: "lidar", cusum_upper: [0, 9] }] }),
    noSpreads,
    [],
  );
  expect(first?.range).toEqual(second?.range);
});

test("the subtitle says what the chart is designed for, and the finding what its h costs", () => {
  const design = { cusum_k: 0.5, t2_false_alarm_rate: 0.0027 };
  const series = seriesLike(2, { chart_design: design, channel: { cusum_limit: 8, cusum_lower: [7, 9] } });
  const [plan] = cusumCharts(series, new Map([["radar", 0.012]]), []);
  expect(plan?.subtitle).toBe(
    "C⁺ above zero, C⁻ below · target 0.000\u00a0m · σ 0.012\u00a0m · k 0.5 · h 8.0 · reset with each new baseline",
  );
  expect(plan?.finding).toMatch(/ a false signal about once in 9\D?000 independent readings\.$/u);
  expect(plan?.lines.find(({ name }) => name === "C⁻ beyond h")?.values).toEqual([null, -9]);
});

// Montgomery, table 9.3, has 168 and 465 for h 4 and 5; the design page of the console lists these.
test.each([
  [4, 169],
  [5, 469],
  [6, 1286],
  [8, 9556],
  [10, 70_674],
])("with k 0.5 and h %i one false signal in %i readings", (h, readings) => {
  expect(Math.round(falseSignalEvery({ k: 0.5, h }))).toBe(readings);
});

test("it is within three in a hundred of the run length by the integral equation", () => {
  for (const h of [4, 5, 8]) {
    const exact = averageRunLength(
      { kind: "cusum", k: 0.5, h, sides: 2, headStart: 0 },
      { kind: "shift", size: 0 },
      "zero-state",
    );
    expect(Math.abs(falseSignalEvery({ k: 0.5, h }) / exact.frames - 1)).toBeLessThan(0.03);
  }
});
