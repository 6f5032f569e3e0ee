/**
 * Fits a straight rise between two levels, wherever it begins and ends: a step is a rise that takes no time. The change
 * point is only an estimate, so the values may begin before a step or in the middle of a ramp.
 */
export function driftShape(values: readonly number[]): "step" | "ramp" {
  const count = values.length;
  if (count < fewestFrames) return "step";
  const grid = Math.max(1, Math.ceil(count / gridPlaces));
  let best: Rise = { from: 0, to: 0, height: 0, end: 1, misfit: Infinity };
  for (let from = 0; from < count; from += grid) {
    for (let to = from + 1; to < count + grid; to += grid) {
      const rise = fitRise(values, from, Math.min(to, count - 1));
      if (rise.misfit < best.misfit) best = rise;
    }
  }
  const takesTime = best.to - best.from > Math.max(fewestFrames, shortestRamp * count);
  const isWorthIt = Math.abs(best.height) > smallestRise * Math.abs(best.end);
  return takesTime && isWorthIt ? "ramp" : "step";
}

/** Fewer values prove no growth. */
const fewestFrames = 8;
/** Places tried for the begin and for the end of a rise. */
const gridPlaces = 32;
/** A ramp takes at least this share of the frames, and this share of where it ends. */
const shortestRamp = 0.2;
const smallestRise = 1 / 3;

interface Rise {
  readonly from: number;
  readonly to: number;
  readonly height: number;
  /** Level after the rise. */
  readonly end: number;
  /** Sum of squared residuals. */
  readonly misfit: number;
}

/** Least squares of level + height · progress, where progress goes from 0 at `from` to 1 at `to`. */
function fitRise(values: readonly number[], from: number, to: number): Rise {
  const progress = (at: number) => (to <= from ? 1 : Math.min(1, Math.max(0, (at - from) / (to - from))));
  const count = values.length;
  let sumP = 0;
  let sumV = 0;
  let sumPP = 0;
  let sumPV = 0;
  for (const [at, value] of values.entries()) {
    const p = progress(at);
    sumP += p;
    sumV += value;
    sumPP += p * p;
    sumPV += p * value;
  }
  const spread = count * sumPP - sumP * sumP;
  const height = spread <= 0 ? 0 : (count * sumPV - sumP * sumV) / spread;
  const level = (sumV - height * sumP) / count;
  const misfit = values.reduce((sum, value, at) => sum + (value - level - height * progress(at)) ** 2, 0);
  return { from, to, height, end: level + height, misfit };
}
