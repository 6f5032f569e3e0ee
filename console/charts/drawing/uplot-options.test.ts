import { expect, test } from "vitest";
import type { ChartPlan } from "../chart-plan.ts";
import { cusumCharts } from "../cusum-charts.ts";
import { residualCharts } from "../residual-charts.ts";
import { seriesLike } from "../series-like-for-tests.ts";
import { paletteOf } from "./chart-palette.ts";
import { tickLabel, timeTickLabels, timeTicks, uplotColumns, uplotOptions } from "./uplot-options.ts";

const palette = paletteOf({ getPropertyValue: (token) => ` color-of${token} ` });
const size = { width: 600, height: 220 };

function optionsOf(plan: ChartPlan, onCursor: (atS: number | null) => void = () => {}) {
  return uplotOptions({ edges: () => [], plan: () => plan, palette, size, onCursor, onZoom: () => {} });
}

test("every line of a plan becomes a series with the same number of values as times", () => {
  const series = seriesLike(3, { channel: { residual: [0.01, null, 0.02] } });
  for (const plan of [...residualCharts(series, new Map(), []), ...cusumCharts(series, new Map(), [])]) {
    const columns = uplotColumns(plan);
    const options = optionsOf(plan);
    expect(options.series).toHaveLength(columns.length);
    expect(new Set(columns.map((column) => column.length))).toEqual(new Set([3]));
  }
});

test("the colours are those of the theme in use", () => {
  const [plan] = cusumCharts(seriesLike(2), new Map(), []);
  const options = optionsOf(plan!);
  expect(options.series[1]?.stroke).toBe("color-of--chart-first");
  expect(options.series[2]?.stroke).toBe("color-of--chart-second");
});

test("the lowest and the highest reading of a point are joined into a band", () => {
  const channel = { residual_min: [0, 0], residual_max: [1, 1] };
  const [plan] = residualCharts(seriesLike(2, { channel }), new Map(), []);
  const options = optionsOf(plan!);
  expect(options.bands).toEqual([{ series: [2, 1], fill: "color-of--chart-grid" }]);
});

test("the horizontal axis is the stretch that was asked for, else that of the points", () => {
  const [plan] = cusumCharts(seriesLike(3), new Map(), []);
  const rangeOf = (shown: ChartPlan) => {
    const options = optionsOf(shown);
    const { range } = options.scales!["x"]!;
    return (range as () => [number, number])();
  };
  const firstS = Date.UTC(2026, 2, 1, 8) / 1000;
  expect(rangeOf(plan!)).toEqual([firstS, firstS + 120]);
  expect(rangeOf({ ...plan!, windowS: { min: 5, max: 9 } })).toEqual([5, 9]);
});

test.each([
  { tick: -0.2, step: 0.1, unit: "°", label: "\u22120.2°" },
  { tick: 20, step: 10, unit: "mm", label: "20\u00a0mm" },
  { tick: 0.25, step: 0.05, unit: null, label: "0.25" },
  { tick: 7.5, step: 2.5, unit: "nats", label: "7.5\u00a0nats" },
])("a tick has the decimals of its step and its unit: $label", ({ tick, step, unit, label }) => {
  expect(tickLabel(tick, { step, unit })).toBe(label);
});

test("only what a pointer did moves the shared cursor; what uPlot finds after a new size or new data does not", () => {
  const [plan] = cusumCharts(seriesLike(3), new Map(), []);
  const told: (number | null)[] = [];
  const onCursor = (atS: number | null) => told.push(atS);
  const options = optionsOf(plan!, onCursor);
  const hook = options.hooks!.setCursor![0] as (u: object) => void;
  const pointer = {};
  const data = uplotColumns(plan!);
  hook({ data, cursor: { idx: null } });
  hook({ data, cursor: { idx: 1, event: pointer } });
  hook({ data, cursor: { idx: null, event: pointer } });
  hook({ data, cursor: { idx: null, event: {} } });
  expect(told).toEqual([plan!.timesS[1], null]);
});

const at = (text: string): number => Date.parse(text) / 1000;

test("ticks fall on round UTC times inside the span, never more than asked for", () => {
  const ticks = timeTicks({ minS: at("2026-03-01T07:58:20Z"), maxS: at("2026-03-01T10:10:00Z") }, 4);
  expect(ticks.map((atS) => new Date(atS * 1000).toISOString())).toEqual([
    "2026-03-01T08:00:00.000Z",
    "2026-03-01T09:00:00.000Z",
    "2026-03-01T10:00:00.000Z",
  ]);
  for (const hours of [0.01, 1, 30, 5000, 500_000]) {
    expect(timeTicks({ minS: 0, maxS: hours * 3600 }, 5).length).toBeLessThanOrEqual(6);
  }
});

test("the date stands below the first time of each day", () => {
  const ticks = ["2026-03-01T12:00:00Z", "2026-03-02T00:00:00Z", "2026-03-02T12:00:00Z"].map(at);
  expect(timeTickLabels(ticks)).toEqual(["12:00\n2026-03-01", "00:00\n2026-03-02", "12:00"]);
});

test("days apart, only dates are left; seconds show when steps are that short", () => {
  expect(timeTickLabels([at("2026-03-01T00:00:00Z"), at("2026-03-03T00:00:00Z")])).toEqual([
    "03-01",
    "03-03",
  ]);
  expect(timeTickLabels([at("2026-03-01T08:00:00Z"), at("2026-03-01T08:00:05Z")])[1]).toBe("08:00:05");
});
