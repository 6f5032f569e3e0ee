import { kindOf } from "../../../core/sensors/sensor-lists.ts";
import type { ScenarioType } from "../../../core/contract/scenario-types.ts";
import type { Score } from "../../../core/scoring/model/score.ts";
import type { Channel } from "../../../core/scoring/model/sensors.ts";

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

/** Frames after the change that tell a step from a ramp. */
export const shapeFrames = 512;

/**
 * The scenario that looks most like what this vehicle went through. A jump of several sensors at once is a collision,
 * of the radar alone a bumper that was taken off, of another sensor alone one that was exchanged; a drift that grew
 * is a mount coming loose. Without an open breach nothing happened.
 *
 * `residuals` are those of the channel that moved most, of the first scores after the estimated change point, in order.
 */
export function inferScenario(score: Score, residuals: readonly number[]): ScenarioType {
  if (!score.cusumTriggered || score.probableFaultSource === "none") return "nominal_control";
  if (driftShape(residuals) === "ramp") return "gradual_mount_loosening";
  return score.probableFaultSource === "multi_modal"
    ? "post_collision"
    : kindOf(score.probableFaultSource).jump;
}

/** The channel whose drift stands out most against its own uncertainty. */
export function movedMost({ channels }: Score): Channel | null {
  const clarity = channels.map(({ drift, driftSd }) => (driftSd > 0 ? Math.abs(drift) / driftSd : 0));
  const clearest = Math.max(0, ...clarity);
  return clearest === 0 ? null : (channels[clarity.indexOf(clearest)]?.channel ?? null);
}
