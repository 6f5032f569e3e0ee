import { zeros } from "../../numeric/doubles.ts";
import { channels } from "../sensors.ts";

/** How many values, their mean, their squares about it. */
export interface RunningNoise {
  readonly count: number;
  readonly mean: number;
  readonly squares: number;
}

/** A channel's two sums, in σ, beside what it knows of its noise. */
export interface ChannelChart extends RunningNoise {
  readonly upper: number;
  readonly lower: number;
}

/** The charts of all channels in one list of bare numbers, `chartWidth` of each channel, as they are packed. */
export type ChannelCharts = number[];

/** Where each number of a channel stands, from its first. */
export const chartColumns = { upper: 0, lower: 1, count: 2, mean: 3, squares: 4 } as const;

export const chartWidth = 5;

export const noCharts = (): ChannelCharts => zeros(chartWidth * channels.length);

export function chartOf(charts: ChannelCharts, channel: number): ChannelChart {
  const chart = { upper: 0, lower: 0, count: 0, mean: 0, squares: 0 };
  readChart(charts, channel, chart);
  return chart;
}

/** A channel's chart on its way to other values. */
export type ChartBench = { -readonly [Member in keyof ChannelChart]: number };

/** Reads a channel's chart into a register. */
export function readChart(charts: ChannelCharts, channel: number, chart: ChartBench): void {
  const at = chartWidth * channel;
  chart.upper = charts[at + chartColumns.upper]!;
  chart.lower = charts[at + chartColumns.lower]!;
  chart.count = charts[at + chartColumns.count]!;
  chart.mean = charts[at + chartColumns.mean]!;
  chart.squares = charts[at + chartColumns.squares]!;
}

/** One of a channel's two sums. */
export function chartSum(charts: ChannelCharts, channel: number, side: "upper" | "lower"): number {
  return charts[chartWidth * channel + chartColumns[side]]!;
}

export function writeSums(
  charts: ChannelCharts,
  channel: number,
  { upper, lower }: Pick<ChannelChart, "upper" | "lower">,
): void {
  const at = chartWidth * channel;
  charts[at + chartColumns.upper] = upper;
  charts[at + chartColumns.lower] = lower;
}

export function writeRunningNoise(charts: ChannelCharts, channel: number, noise: RunningNoise): void {
  const at = chartWidth * channel;
  charts[at + chartColumns.count] = noise.count;
  charts[at + chartColumns.mean] = noise.mean;
  charts[at + chartColumns.squares] = noise.squares;
}
