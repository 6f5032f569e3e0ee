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
  const at = chartWidth * channel;
  return {
    upper: charts[at + chartColumns.upper]!,
    lower: charts[at + chartColumns.lower]!,
    count: charts[at + chartColumns.count]!,
    mean: charts[at + chartColumns.mean]!,
    squares: charts[at + chartColumns.squares]!,
  };
}

export function writeChart(charts: ChannelCharts, channel: number, chart: ChannelChart): void {
  const at = chartWidth * channel;
  charts[at + chartColumns.upper] = chart.upper;
  charts[at + chartColumns.lower] = chart.lower;
  charts[at + chartColumns.count] = chart.count;
  charts[at + chartColumns.mean] = chart.mean;
  charts[at + chartColumns.squares] = chart.squares;
}
