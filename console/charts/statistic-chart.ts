import type { VehicleSeries } from "../../clients/typescript/generated/contract.ts";
import { utcSecond } from "../labels/moments.ts";
import { nats } from "../labels/quantities.ts";
import { type ChartLine, type ChartMoment, type ChartPlan, clamp, largest, latest } from "./chart-plan.ts";
import { timesOf } from "./moments-of.ts";

/**
 * The log likelihood ratio of a change with its limit: the chart that decides. Where a point stands for several frames the
 * largest is drawn, so that no crossing is hidden.
 */
export function statisticChart(series: VehicleSeries, moments: readonly ChartMoment[]): ChartPlan {
  const values = series.cusum_statistic_max ?? series.cusum_statistic;
  const limit = series.cusum_limit;
  const lowest = Math.min(0, ...values.map((value) => value ?? 0));
  // Far below 0 nothing is to be seen, and the limits would be pressed flat.
  const floor = -0.25 * limit;
  return {
    title: "Log likelihood ratio of a change",
    subtitle: "In nats; dashed line: its limit; dashed curve: no change indicated",
    finding: [findingOf(series, values), ...momentLabels(moments)].join(" "),
    quantity: "nats",
    timesS: timesOf(series),
    lines: [{ name: "Log ratio", values, look: "value" }, ...silentLine(series, values)],
    limits: [{ label: `proved from ${limit}`, value: limit, tone: "caution" }],
    moments,
    range: {
      min: Math.max(floor, lowest),
      max: clamp(1.1 * (largest(values) ?? 0), { min: 1.25 * limit, max: 3 * limit }),
    },
  };
}

/** It has no value where nothing speaks for a change: a line at 0 instead of a gap that looks like lost data. */
function silentLine(series: VehicleSeries, values: readonly (number | null)[]): readonly ChartLine[] {
  const isSilent = values.map((value, at) => value === null && series.t2_limit[at] !== null);
  if (!isSilent.includes(true)) return [];
  const drawn = isSilent.map((silent) => (silent ? 0 : null));
  return [{ name: "No change", values: drawn, look: "silent" }];
}

function findingOf(series: VehicleSeries, values: readonly (number | null)[]): string {
  const limit = series.cusum_limit;
  const now = latest(values);
  const peak = largest(values);
  if (now === null || peak === null) {
    const isEstimated = series.t2_limit.some((limit) => limit !== null);
    return isEstimated
      ? "No value: no candidate change point is more likely than no change."
      : "No value yet: the baseline is still being learnt.";
  }
  if (peak < limit) {
    return `It is ${nats(now)} and stayed below its limit of ${nats(limit)}; its highest was ${nats(peak)}.`;
  }
  const crossing = series.timestamps[values.findIndex((value) => value !== null && value >= limit)] ?? "";
  const side = now >= limit ? "is" : "is back at";
  return `It passed its limit of ${nats(limit)} at ${utcSecond(crossing)} and ${side} ${nats(now)} now.`;
}

/** The latest signal and the onset marked before it, for those who do not see the marks. */
function momentLabels(moments: readonly ChartMoment[]): readonly string[] {
  const index = moments.findLastIndex(({ kind }) => kind === "signal");
  const signal = moments[index];
  if (signal === undefined) return [];
  const before = moments[index - 1];
  const onset = before?.kind === "onset" ? onsetLabel(before) : "";
  return [`Latest signal ${secondOf(signal)}${onset}.`];
}

function onsetLabel(onset: ChartMoment): string {
  if (onset.betweenS === undefined) return `, onset by the tabular sums ${secondOf(onset)}`;
  const [from, to] = [onset.betweenS.min, onset.betweenS.max].map((atS) => secondOf({ ...onset, atS }));
  return `, onset ${secondOf(onset)}, with 90 % probability between ${from} and ${to}`;
}

function secondOf({ atS }: ChartMoment): string {
  return utcSecond(new Date(atS * 1000).toISOString());
}
