import type { VehicleSeries } from "../../clients/typescript/generated/contract.ts";
import { utcSecond } from "../labels/moments.ts";
import { count, degrees, sensorMetres, statistic } from "../labels/quantities.ts";
import { channelLabel } from "../labels/verdict-labels.ts";
import { type ChartMoment, type ChartPlan, clamp, largest, latest, type Span } from "./chart-plan.ts";
import { timesOf } from "./moments-of.ts";
import type { Spreads } from "./residual-charts.ts";

/**
 * Readings between two false signals of a two-sided tabular CUSUM, for independent normal readings without a change:
 * Siegmund's approximation (Siegmund 1985, Sequential Analysis, 2.5; Montgomery, Introduction to Statistical Quality
 * Control, 9.1.8). Both sums have the same run length, so that the two together have half of it.
 */
export function falseSignalEvery({ k, h }: { readonly k: number; readonly h: number }): number {
  const height = h + 1.166;
  return (Math.exp(2 * k * height) - 2 * k * height - 1) / (4 * k * k);
}

type ChannelSeries = VehicleSeries["channels"][number];

/**
 * One tabular CUSUM chart a channel: the upper sum above the centre line, the lower one mirrored below, the decision
 * interval ±h (ISO 7870-4). All channels share one scale. These charts explain; the log likelihood ratio decides.
 */
export function cusumCharts(
  series: VehicleSeries,
  spreads: Spreads,
  moments: readonly ChartMoment[],
): readonly ChartPlan[] {
  const timesS = timesOf(series);
  const range = sharedRange(series.channels);
  const k = series.chart_design?.cusum_k;
  return series.channels.map((channel) => ({
    title: `${channelLabel(channel.channel)} sums`,
    subtitle: subtitleOf(channel, spreads.get(channel.channel), k),
    finding: [findingOf(channel, series.timestamps), ...priceOf(channel, k)].join(" "),
    quantity: "sigmas",
    timesS,
    lines: [
      { name: "C⁺", values: upperOf(channel), look: "value" },
      { name: "C⁻", values: mirrored(lowerOf(channel)), look: "second" },
      { name: "C⁺ beyond h", values: beyond(upperOf(channel), channel.cusum_limit), look: "beyond" },
      {
        name: "C⁻ beyond h",
        values: mirrored(beyond(lowerOf(channel), channel.cusum_limit)),
        look: "beyond",
      },
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

/** Target, noise, allowance and decision interval, and when the sums begin anew (ISO 7870-4). */
function subtitleOf(
  { cusum_limit: h, unit }: ChannelSeries,
  spread: number | undefined,
  k: number | undefined,
): string {
  const inUnit = unit === "deg" ? degrees : sensorMetres;
  return [
    "C⁺ above zero, C⁻ below",
    `target ${inUnit(0)}`,
    ...(spread === undefined ? [] : [`σ ${inUnit(spread)}`]),
    ...(k === undefined ? [] : [`k ${statistic(k)}`]),
    `h ${statistic(h)}`,
    "reset with each new baseline",
  ].join(" · ");
}

/** What h costs, in words: a chart's signal alone is no alarm. */
function priceOf({ cusum_limit: h }: ChannelSeries, k: number | undefined): readonly string[] {
  if (k === undefined) return [];
  const [first = 0, ...others] = String(Math.round(falseSignalEvery({ k, h })));
  const readings = Number(`${first}${others.map(() => "0").join("")}`);
  return [
    `With this h, noise alone gives a false signal about once in ${count(readings)} independent readings.`,
  ];
}

function beyond(values: readonly (number | null)[], limit: number): readonly (number | null)[] {
  return values.map((value) => (value !== null && value > limit ? value : null));
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
