import type { VehicleSeries } from "../../clients/typescript/generated/contract.ts";
import { count } from "../labels/quantities.ts";
import { channelLabel } from "../labels/verdict-labels.ts";
import {
  type ChartLine,
  type ChartMoment,
  type ChartPlan,
  latest,
  type Quantity,
  quantityLabel,
  type Span,
} from "./chart-plan.ts";
import { timesOf } from "./moments-of.ts";

type ChannelSeries = VehicleSeries["channels"][number];

/** Ordinary spread (robust standard deviation) of each channel's baseline, in the channel's own unit. */
export type Spreads = ReadonlyMap<string, number>;

/**
 * One chart a channel: reading minus baseline, with the ±3 σ band of ordinary noise. These are control limits, not the
 * engineering limits of a drift; single readings outside them are expected now and then. Channels of one unit share one
 * scale, so that their heights can be compared.
 */
export function residualCharts(
  series: VehicleSeries,
  spreads: Spreads,
  moments: readonly ChartMoment[],
): readonly ChartPlan[] {
  const timesS = timesOf(series);
  return series.channels.map((channel) => {
    const sameUnit = series.channels.filter(({ sensor }) => sensor === channel.sensor);
    const spread = spreads.get(channel.channel) ?? null;
    const lines = linesOf(channel, spread);
    return {
      title: channelLabel(channel.channel),
      subtitle: "Each reading minus the baseline; dashed: ±3 σ of its ordinary noise, not a limit of drift",
      finding: findingOf(channel, spread),
      quantity: quantityOf(channel),
      timesS,
      lines,
      limits: limitsOf(channel, spread),
      moments,
      range: sharedRange(sameUnit, spreads),
    };
  });
}

/** How many σ away from the baseline a reading must be to be marked. */
const markedBeyondSigmas = 3;

function linesOf(channel: ChannelSeries, spread: number | null): readonly ChartLine[] {
  const lines: ChartLine[] = [];
  if (channel.residual_min !== undefined && channel.residual_max !== undefined) {
    lines.push({ name: "lowest", values: channel.residual_min, look: "low" });
    lines.push({ name: "highest", values: channel.residual_max, look: "high" });
  }
  lines.push({ name: "residual", values: channel.residual, look: "dots" });
  lines.push({ name: "beyond ±3 σ", values: beyondOf(channel, spread), look: "beyond" });
  return lines;
}

/** The readings outside ±3 σ; of a point that stands for several frames, the one furthest out. */
function beyondOf(channel: ChannelSeries, spread: number | null): readonly (number | null)[] {
  const bound = spread === null ? Number.POSITIVE_INFINITY : markedBeyondSigmas * spread;
  const lowest = channel.residual_min ?? channel.residual;
  const highest = channel.residual_max ?? channel.residual;
  return lowest.map((low, index) => {
    const high = highest[index] ?? null;
    if (low === null || high === null) return null;
    const furthest = high > -low ? high : low;
    return Math.abs(furthest) > bound ? furthest : null;
  });
}

function limitsOf(channel: ChannelSeries, spread: number | null): ChartPlan["limits"] {
  if (spread === null) return [{ label: "0", value: 0, tone: "centre" }];
  const bound = markedBeyondSigmas * spread;
  return [
    { label: "+3 σ", value: bound, tone: "control" },
    { label: "0", value: 0, tone: "centre" },
    { label: "−3 σ", value: -bound, tone: "control" },
  ];
}

/** All channels of one sensor together; wide enough for 98 in 100 readings, so that one outlier flattens nothing. */
function sharedRange(channels: readonly ChannelSeries[], spreads: Spreads): Span {
  const magnitudes = channels
    .flatMap((channel) => channel.residual)
    .flatMap((value) => (value === null ? [] : [Math.abs(value)]))
    .sort((a, b) => a - b);
  const usual = magnitudes[Math.ceil(0.98 * (magnitudes.length - 1))] ?? 0;
  const noise = Math.max(...channels.map((channel) => 4 * (spreads.get(channel.channel) ?? 0)));
  const height = Math.max(1.15 * usual, noise) || 1;
  return { min: -height, max: height };
}

function findingOf(channel: ChannelSeries, spread: number | null): string {
  const residual = channel.residual;
  const now = latest(residual);
  if (now === null) return "No reading in this range.";
  const value = quantityLabel(quantityOf(channel), now);
  if (spread === null) return `Latest residual ${value}; no baseline spread yet.`;
  const bound = markedBeyondSigmas * spread;
  const points = residual.filter((reading) => reading !== null).length;
  const beyond = beyondOf(channel, spread).filter((reading) => reading !== null).length;
  return `Latest residual ${value}; ${count(beyond)} of ${count(points)} points beyond ±${quantityLabel(quantityOf(channel), bound)}.`;
}

function quantityOf(channel: ChannelSeries): Quantity {
  return channel.unit === "deg" ? "degrees" : "metres";
}
