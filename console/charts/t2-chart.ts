import type { VehicleSeries } from "../../clients/typescript/generated/contract.ts";
import { count, statistic } from "../labels/quantities.ts";
import { type ChartMoment, type ChartPlan, clamp, largest, latest } from "./chart-plan.ts";
import { timesOf } from "./moments-of.ts";

/**
 * Hotelling's T² of each frame with its upper limit. The limit follows the sensors of the frame, so it is a line of its own;
 * there is no lower one.
 */
export function t2Chart(series: VehicleSeries, moments: readonly ChartMoment[]): ChartPlan {
  const values = series.t2_max ?? series.t2;
  const beyond = values.map((value, index) => {
    const limit = series.t2_limit[index] ?? null;
    return value !== null && limit !== null && value > limit ? value : null;
  });
  const limit = latest(series.t2_limit);
  const highest = largest(values) ?? 0;
  return {
    title: "T² of each frame",
    subtitle: subtitleOf(series),
    finding: findingOf(values, beyond, limit),
    quantity: "squares",
    timesS: timesOf(series),
    lines: [
      { name: "T²", values, look: "dots" },
      { name: "T² above its limit", values: beyond, look: "beyond" },
      { name: "upper limit", values: series.t2_limit, look: "limit" },
    ],
    limits: limit === null ? [] : [{ label: `UCL ${statistic(limit)}`, value: limit, tone: "control" }],
    moments,
    range: {
      min: 0,
      max: limit === null ? 1.1 * highest || 1 : clamp(1.1 * highest, { min: 1.5 * limit, max: 5 * limit }),
    },
  };
}

/** With how many values the latest limit is for, and the share of frames that lie above it by design. */
function subtitleOf({ channels, t2_limit: limits, chart_design: design }: VehicleSeries): string {
  const newest = limits.findLastIndex((limit) => limit !== null);
  const parts = channels.filter(({ t2_part: part }) => (part?.[newest] ?? null) !== null).length;
  return [
    "Distance from the baseline, all sensors of one frame",
    ...(parts === 0 ? [] : [`p = ${parts}`]),
    ...(design === undefined
      ? []
      : [`α ${design.t2_false_alarm_rate}: so many lie above the upper limit (UCL) without any change`]),
  ].join(" · ");
}

function findingOf(
  values: readonly (number | null)[],
  beyond: readonly (number | null)[],
  limit: number | null,
): string {
  const now = latest(values);
  if (now === null || limit === null) return "No value yet: the baseline is still being learnt.";
  const points = values.filter((value) => value !== null).length;
  const above = beyond.filter((value) => value !== null).length;
  const shares =
    above === 0 ? "no point lies" : above === 1 ? "one point lies" : `${count(above)} points lie`;
  return `T² is ${statistic(now)} now, its limit ${statistic(limit)}; ${shares} above it out of ${count(points)}.`;
}
