import type { VehicleSeries } from "../../clients/typescript/generated/contract.ts";
import { utcSecond } from "../labels/moments.ts";
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
  given: Estimate,
  moments: readonly ChartMoment[],
): ChartPlan {
  const estimate = { ...given, drift: comparedOnly(series, given.drift) };
  const quantity: Quantity = estimate.unit === "deg" ? "degrees" : "metres";
  const values = estimate.drift;
  const bounds = boundsOf(estimate);
  const reach = estimate.reach ?? reachOf(estimate);
  return {
    title: estimate.title,
    subtitle: "Best estimate with its 95 % band; dashed: the limits that decide",
    finding: findingOf(series, values, { estimate, quantity }),
    quantity,
    timesS: timesOf(series),
    lines: [
      { name: "95 % from", values: bounds.map(({ low }) => low), look: "low" },
      { name: "95 % to", values: bounds.map(({ high }) => high), look: "high" },
      { name: "drift", values, look: "value" },
    ],
    limits: limitsOf(estimate, quantity),
    moments,
    range: {
      min: estimate.sides === "both" ? -reach : 1.1 * lowestOf(bounds.map(({ low }) => low)),
      max: reach,
    },
  };
}

/** While the baseline is learnt the service writes zeros: nothing was compared yet, and no line may say that nothing moved. */
function comparedOnly({ tiers }: VehicleSeries, drift: Estimate["drift"]): Estimate["drift"] {
  return drift.map((value, at) => (tiers[at] === "UNKNOWN" && value === 0 ? null : value));
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

function boundsOf({ drift, deviation, sides, unit }: Estimate): readonly Bounds[] {
  // An angle is never less than none.
  const floor = sides === "upper" && unit === "deg" ? 0 : Number.NEGATIVE_INFINITY;
  return drift.map((value, at) => {
    if (value === null) return { low: null, high: null };
    const half = bandSigmas * (deviation[at] ?? 0);
    return { low: Math.max(floor, value - half), high: value + half };
  });
}

function limitsOf({ limits, sides }: Estimate, quantity: Quantity): readonly ChartLimit[] {
  const upper = (["critical", "caution"] as const).map((tone) => limitAt(tone, limits[tone], quantity));
  if (sides === "upper") return [...upper, centre];
  const lower = (["caution", "critical"] as const).map((tone) => limitAt(tone, -limits[tone], quantity));
  return [...upper, centre, ...lower];
}

const centre: ChartLimit = { label: "baseline", value: 0, tone: "centre" };

function limitAt(tone: "caution" | "critical", value: number, quantity: Quantity): ChartLimit {
  return { label: quantityLabel(quantity, value), value, tone };
}

function lowestOf(values: readonly (number | null)[]): number {
  return values.reduce<number>((least, value) => (value !== null && value < least ? value : least), 0);
}

interface Found {
  readonly estimate: Estimate;
  readonly quantity: Quantity;
}

function findingOf(
  series: VehicleSeries,
  values: readonly (number | null)[],
  { estimate, quantity }: Found,
): string {
  const last = latest(values);
  if (series.tiers.at(-1) === "UNKNOWN")
    return "There is no verdict yet: the baseline is still being learnt.";
  if (last === null) return "No estimate in this range.";
  const size = (value: number): number => (estimate.sides === "both" ? Math.abs(value) : value);
  const bound = (tone: "caution" | "critical"): string => quantityLabel(quantity, estimate.limits[tone]);
  const isBeyond = (tone: "caution" | "critical", value: number): boolean =>
    size(value) >= estimate.limits[tone];
  const passed = (["critical", "caution"] as const).find((tone) =>
    values.some((value) => value !== null && isBeyond(tone, value)),
  );
  // A stretch that has ended says nothing of now.
  const drift = `The drift is ${quantityLabel(quantity, last)} ${series.next_cursor === null ? "at the end of this range" : "now"}`;
  if (passed === undefined) return `${drift} and stayed within its caution limit of ${bound("caution")}.`;
  const limit = `${passed} limit of ${bound(passed)}`;
  const stay = beyondFrom(series, values, (value) => isBeyond(passed, value));
  if (!isBeyond(passed, last)) return `${drift}, back within its ${passed} limit; ${stay.was(limit)}.`;
  return stay.isThroughout
    ? `${drift}, beyond its ${limit} throughout this range.`
    : `${drift}; ${stay.was(limit)}.`;
}

interface Stay {
  readonly isThroughout: boolean;
  readonly was: (limit: string) => string;
}

/** Since when it was beyond a limit, as far as the stretch can say: what was before its first value, it does not know. */
function beyondFrom(
  { timestamps, downsampled }: VehicleSeries,
  values: readonly (number | null)[],
  isBeyond: (value: number) => boolean,
): Stay {
  const known = values.filter((value) => value !== null);
  if (isBeyond(known[0]!)) {
    return {
      isThroughout: known.every(isBeyond),
      was: (limit) => `it was beyond its ${limit} at the beginning of this range`,
    };
  }
  const first = values.findIndex((value) => value !== null && isBeyond(value));
  // Of a thinned series a point stands for the frames up to it.
  const at = `${downsampled ? "about " : ""}${utcSecond(timestamps[first] ?? "")}`;
  return { isThroughout: false, was: (limit) => `it was first beyond its ${limit} at ${at}` };
}
