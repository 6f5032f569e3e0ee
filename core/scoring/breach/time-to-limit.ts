import type { Line, Trend } from "./fit-trend.ts";

/** Days until a trend reaches a limit. */
export type TimeToLimit =
  | { readonly kind: "known"; readonly days: number; readonly lowDays: number; readonly highDays: number }
  /** The slope cannot be distinguished from none, or leads away from the limit. */
  | { readonly kind: "no_trend" };

/**
 * When the line of a ramp is a limit away from the level it began at, with Fieller's 80 % interval (Fieller 1954, "Some problems in interval
 * estimation"): r = (level + limit − ȳ)/b days after the mean time, whose bounds solve
 * (b² − q²·V_b)·r² − 2·d·b·r + d² − q²·V_ȳ = 0 with d = level + limit − ȳ. From a slope of three standard errors on, that
 * equation has two real solutions. Days count from day 0 of the trend's clock; none is below 0 or above a year.
 */
export function timeToLimit(trend: Line & Pick<Trend, "shape" | "level">, limit: number): TimeToLimit {
  const { shape, level, slope, slopeVariance, meanDays, meanValue, meanVariance } = trend;
  const isSure = slope * slope > surely * surely * slopeVariance;
  if (shape !== "ramp" || !isSure || slope * limit <= 0) return { kind: "no_trend" };
  const distance = level + limit - meanValue;
  const a = slope * slope - eighty * eighty * slopeVariance;
  const half = distance * slope;
  const c = distance * distance - eighty * eighty * meanVariance;
  const root = Math.sqrt(Math.max(0, half * half - a * c));
  return {
    kind: "known",
    days: within(meanDays + distance / slope),
    lowDays: within(meanDays + (half - root) / a),
    highDays: within(meanDays + (half + root) / a),
  };
}

/** Standard errors a slope needs to be called one. */
const surely = 3;
/** 90 % quantile of the normal distribution: four fifths lie within it on both sides. */
const eighty = 1.2815515655446004;
const maxDays = 365;

function within(days: number): number {
  return Math.max(0, Math.min(maxDays, days));
}
