import type { VehicleSeries } from "../../clients/typescript/generated/contract.ts";
import { utcSecond } from "../labels/moments.ts";
import { limitLabel } from "../labels/sensor-labels.ts";
import {
  type ChartLimit,
  type ChartMoment,
  type ChartPlan,
  clamp,
  largest,
  latest,
  type Quantity,
  quantityLabel,
} from "./chart-plan.ts";
import { timesOf } from "./moments-of.ts";

/** What is estimated, in the contract's unit: the drift of a sensor or about one axis. */
export interface Estimate {
  readonly title: string;
  readonly unit: "deg" | "m";
  readonly drift: readonly (number | null)[];
  readonly deviation: readonly (number | null)[];
  readonly limits: { readonly caution: number; readonly critical: number };
  /** Which way it may be beyond its limits; the angle of a camera and the error of a lidar only upwards. */
  readonly sides: "both" | "upper";
  /** Charts of one unit that are to be compared share what their axis covers. */
  readonly reach?: number;
}

/**
 * The estimated drift with its 95 % band against the engineering limits: the chart in which "how far beyond which limit"
 * can be seen. What decides is whether the estimate is surely beyond; the band shows how sure it is.
 */
export function estimateChart(
  series: VehicleSeries,
  estimate: Estimate,
  moments: readonly ChartMoment[],
): ChartPlan {
  const factor = estimate.unit === "deg" ? 1 : 1000;
  const quantity: Quantity = estimate.unit === "deg" ? "degrees" : "millimetres";
  const values = estimate.drift.map((value) => (value === null ? null : value * factor));
  const bounds = boundsOf(estimate, factor);
  const reach = factor * (estimate.reach ?? reachOf(estimate));
  return {
    title: estimate.title,
    subtitle: "Best estimate with its 95 % band; dashed: the limits that decide",
    finding: findingOf(series.timestamps, values, { estimate, factor, quantity }),
    quantity,
    timesS: timesOf(series),
    lines: [
      { name: "95 % from", values: bounds.map(({ low }) => low), look: "low" },
      { name: "95 % to", values: bounds.map(({ high }) => high), look: "high" },
      { name: "drift", values, look: "value" },
    ],
    limits: limitsOf(estimate, factor, quantity),
    moments,
    range: {
      min: estimate.sides === "both" ? -reach : 1.1 * lowestOf(bounds.map(({ low }) => low)),
      max: reach,
    },
  };
}

/**
 * How far an axis reaches: over the limits, so that nearness to them can be seen, and over the data up to three times the
 * critical limit; what is further out is marked at the edge.
 */
export function reachOf({ drift, deviation, limits: { critical } }: Estimate): number {
  const furthest = largest(
    drift.map((value, at) => (value === null ? null : Math.abs(value) + bandSigmas * (deviation[at] ?? 0))),
  );
  return clamp(1.1 * (furthest ?? 0), { min: 1.2 * critical, max: 3 * critical });
}

/** 95 % of a normal distribution. */
const bandSigmas = 1.96;

interface Bounds {
  readonly low: number | null;
  readonly high: number | null;
}

function boundsOf({ drift, deviation, sides, unit }: Estimate, factor: number): readonly Bounds[] {
  // An angle is never less than none.
  const floor = sides === "upper" && unit === "deg" ? 0 : Number.NEGATIVE_INFINITY;
  return drift.map((value, at) => {
    if (value === null) return { low: null, high: null };
    const half = bandSigmas * (deviation[at] ?? 0);
    return { low: factor * Math.max(floor, value - half), high: factor * (value + half) };
  });
}

function limitsOf({ limits, sides }: Estimate, factor: number, quantity: Quantity): readonly ChartLimit[] {
  const upper = (["critical", "caution"] as const).map((tone) =>
    limitAt(tone, factor * limits[tone], quantity),
  );
  if (sides === "upper") return [...upper, centre];
  const lower = (["caution", "critical"] as const).map((tone) =>
    limitAt(tone, -factor * limits[tone], quantity),
  );
  return [...upper, centre, ...lower];
}

const centre: ChartLimit = { label: "baseline", value: 0, tone: "centre" };

function limitAt(tone: "caution" | "critical", value: number, quantity: Quantity): ChartLimit {
  return { label: limitText(quantity, value), value, tone };
}

function limitText(quantity: Quantity, value: number): string {
  const sign = value < 0 ? "\u2212" : "";
  return quantity === "degrees"
    ? quantityLabel(quantity, value)
    : sign + limitLabel("m", Math.abs(value) / 1000);
}

function lowestOf(values: readonly (number | null)[]): number {
  return values.reduce<number>((least, value) => (value !== null && value < least ? value : least), 0);
}

interface Found {
  readonly estimate: Estimate;
  readonly factor: number;
  readonly quantity: Quantity;
}

function findingOf(
  timestamps: readonly string[],
  values: readonly (number | null)[],
  { estimate, factor, quantity }: Found,
): string {
  const now = latest(values);
  if (now === null) return "No estimate in this range.";
  const size = (value: number): number => (estimate.sides === "both" ? Math.abs(value) : value);
  const label = (value: number): string => quantityLabel(quantity, value);
  const bound = (tone: "caution" | "critical"): string => limitText(quantity, factor * estimate.limits[tone]);
  const passed = (["critical", "caution"] as const).find((tone) =>
    values.some((value) => value !== null && size(value) >= factor * estimate.limits[tone]),
  );
  if (passed === undefined) {
    return `The drift is ${label(now)} now and stayed within its caution limit of ${bound("caution")}.`;
  }
  const limit = factor * estimate.limits[passed];
  const first = values.findIndex((value) => value !== null && size(value) >= limit);
  const since = `first beyond its ${passed} limit of ${bound(passed)} at ${utcSecond(timestamps[first] ?? "")}`;
  return size(now) >= limit
    ? `The drift is ${label(now)} now; it was ${since}.`
    : `The drift is ${label(now)} now, back within its ${passed} limit; it was ${since}.`;
}
