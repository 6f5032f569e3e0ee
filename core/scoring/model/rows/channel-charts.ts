import { zeros } from "../../numeric/doubles.ts";
import { channels } from "../sensors.ts";
import type { ChannelChart } from "../state.ts";

/** The charts of all channels in one list of bare numbers: 5·channels = [upper, lower, values, mean, squares]. */
export type ChannelCharts = readonly number[];

const width = 5;

export const noCharts: ChannelCharts = zeros(width * channels.length);

export function chartOf(charts: ChannelCharts, channel: number): ChannelChart {
  const at = width * channel;
  return {
    upper: charts[at]!,
    lower: charts[at + 1]!,
    count: charts[at + 2]!,
    mean: charts[at + 3]!,
    squares: charts[at + 4]!,
  };
}

/** Into a list of the writer's own. */
export function writeChart(charts: number[], channel: number, chart: ChannelChart): void {
  const at = width * channel;
  charts[at] = chart.upper;
  charts[at + 1] = chart.lower;
  charts[at + 2] = chart.count;
  charts[at + 3] = chart.mean;
  charts[at + 4] = chart.squares;
}
