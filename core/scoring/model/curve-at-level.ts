import type { FleetCurve } from "./journal-entry.ts";
import type { CurvePrior } from "../settings/settings.ts";

/**
 * A fleet's curve for a vehicle whose blocks are longer: their scale k is scale k + d of the shorter ones, and their own variance
 * that of a mean of 2^d, a(2^d)/2^d, so ratio′_k = ratio_{k+d}/a(2^d). Of shorter blocks than the fleet's nothing follows.
 */
export function curveAtLevel(
  { level: from, ratios, degrees }: FleetCurve,
  level: number,
  usual: CurvePrior,
): CurvePrior {
  const by = level - from;
  if (by === 0) return { ratios, degrees };
  const last = ratios.length - 1;
  if (by < 0 || by > last) return usual;
  const at = (list: readonly number[], scale: number) => list[Math.min(last, scale)]!;
  const own = inflationAt(ratios, by);
  return {
    ratios: ratios.map((_, scale) => at(ratios, scale + by) / own),
    degrees: degrees.map((_, scale) => at(degrees, scale + by)),
  };
}

/** a(2^scale) of rising ratios that are never below 1: 2^scale·(½ Σ_{j ≥ scale} ratio_j·2^−j + what is longer). */
function inflationAt(ratios: readonly number[], scale: number): number {
  let sum = 0;
  let share = 0.5;
  for (let at = scale; at < ratios.length; at += 1, share *= 0.5) {
    const isLast = at === ratios.length - 1;
    sum += (isLast ? 2 * share : share) * Math.max(1, ratios[at]!);
  }
  return sum;
}
