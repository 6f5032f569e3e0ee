import type { VehicleSeries } from "../../clients/typescript/generated/contract.ts";
import { utcSecond } from "../labels/moments.ts";
import { statistic } from "../labels/quantities.ts";
import { channelLabel } from "../labels/verdict-labels.ts";
import { type ChartMoment, type ChartPlan, clamp, largest, latest, type Span } from "./chart-plan.ts";
import { timesOf } from "./moments-of.ts";

type ChannelSeries = VehicleSeries["channels"][number];

/**
 * One tabular CUSUM chart a channel: the upper sum above the centre line, the lower one mirrored below, the decision
 * interval ±h (ISO 7870-4). All channels share one scale. These charts explain; W decides.
 */
export function cusumCharts(series: VehicleSeries, moments: readonly ChartMoment[]): readonly ChartPlan[] {
  const timesS = timesOf(series);
  const range = sharedRange(series.channels);
  return series.channels.map((channel) => ({
    title: `${channelLabel(channel.channel)} sums`,
    subtitle: `Tabular CUSUM: C⁺ above zero, C⁻ below, h ${statistic(channel.cusum_limit)}`,
    finding: findingOf(channel, series.timestamps),
    quantity: "sigmas",
    timesS,
    lines: [
      { name: "C⁺", values: upperOf(channel), look: "value" },
      { name: "C⁻", values: mirrored(lowerOf(channel)), look: "second" },
    ],
    limits: [
      { label: `+h ${statistic(channel.cusum_limit)}`, value: channel.cusum_limit, tone: "control" },
      { label: "0", value: 0, tone: "centre" },
      { label: `−h ${statistic(channel.cusum_limit)}`, value: -channel.cusum_limit, tone: "control" },
    ],
    moments,
    range,
  }));
}

/** Values far above h are cut off at 3 h: drawn to scale they would press the limits into a fifth of the height. */
function sharedRange(channels: readonly ChannelSeries[]): Span {
  const limit = Math.max(0, ...channels.map((channel) => channel.cusum_limit));
  const reach = (sums: readonly (readonly (number | null)[])[]): number =>
    clamp(1.1 * (largest(sums.flat()) ?? 0), { min: 1.25 * limit, max: 3 * limit });
  return {
    min: -reach(channels.map(lowerOf)),
    max: reach(channels.map(upperOf)),
  };
}

/** Where a point stands for several frames, the largest sum: no crossing is hidden. */
function upperOf(channel: ChannelSeries): readonly (number | null)[] {
  return channel.cusum_upper_max ?? channel.cusum_upper;
}

function lowerOf(channel: ChannelSeries): readonly (number | null)[] {
  return channel.cusum_lower_max ?? channel.cusum_lower;
}

function findingOf(channel: ChannelSeries, timestamps: readonly string[]): string {
  const limit = channel.cusum_limit;
  const upper = latest(channel.cusum_upper);
  const lower = latest(channel.cusum_lower);
  if (upper === null || lower === null) return "No sums yet: the baseline is still being learnt.";
  const now = `C⁺ ${statistic(upper)}, C⁻ ${statistic(lower)} now`;
  const upperSums = upperOf(channel);
  const lowerSums = lowerOf(channel);
  const crossing = timestamps.findIndex(
    (_, index) => (upperSums[index] ?? 0) > limit || (lowerSums[index] ?? 0) > limit,
  );
  if (crossing === -1) return `Both sums stayed within h ${statistic(limit)}; ${now}.`;
  const side = (upperSums[crossing] ?? 0) > limit ? "C⁺" : "C⁻";
  return `${side} passed h ${statistic(limit)} at ${utcSecond(timestamps[crossing] ?? "")}; ${now}.`;
}

function mirrored(values: readonly (number | null)[]): readonly (number | null)[] {
  return values.map((value) => (value === null ? null : -value || 0));
}
