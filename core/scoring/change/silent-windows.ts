import { zeros } from "../numeric/doubles.ts";
import { totalsOf } from "./change-sums.ts";
import type { ChangeModel } from "./change-model.ts";
import type { ChangeSums } from "../model/state.ts";
import type { MeanScatter } from "../model/mean-scatter.ts";
import { scales } from "../scatter/noise-family.ts";
import { familyDegrees } from "../scatter/variance-curve.ts";
import { leastShare } from "../scatter/mean-scatter.ts";

/**
 * Whether a window in which no channel has left its zone certainly adds nothing to W, so that nobody need ask by how much its
 * means vary: most windows are such. There each channel's factor is 1/√(1 + g/V), below 1 for whatever V. The likelihood ratio,
 * a mean over mixtures of such factors, is then at most 1 − δ with δ near g/4V. That is below 1 in floating point too as
 * long as δ is far above what rounding may add: a few times 2⁻⁵² over the probability p of taking part. So V is held against
 * a bound that needs no curve, and p, g and the weights against theirs. V ≤ 2 + 10·a, a the largest inflation
 * (variance-curve.ts), which is at most what samples and prior say together, as if the variance of a block were the least.
 */
export function areSilentWithinZones({ squares }: MeanScatter, model: ChangeModel): boolean {
  return isOrdinary(model) && isBounded(squares, model);
}

/** With these δ is at least 10⁻¹¹. */
const mostInflation = 1e6;
const leastProbability = 0.01;
const leastShiftVariance = 0.01;
const weightsSlack = 1e-12;

function isOrdinary(model: ChangeModel): boolean {
  const { participation, shiftVariances, shiftWeights, minimumReference } = model;
  let weights = 0;
  for (let at = 0; at < shiftWeights.length; at += 1) {
    if (!(shiftVariances[at]! >= leastShiftVariance && shiftWeights[at]! >= 0)) return false;
    weights += shiftWeights[at]!;
  }
  return (
    weights <= 1 + weightsSlack &&
    participation >= leastProbability &&
    participation <= 1 - leastProbability &&
    minimumReference >= 1
  );
}

function isBounded(squares: readonly number[], { priorCurves, priorVariances }: ChangeModel): boolean {
  const channels = priorCurves.length;
  let leastVariance = Infinity;
  for (let channel = 0; channel < channels; channel += 1) {
    leastVariance = Math.min(leastVariance, leastShare * priorVariances[channel]!);
  }
  for (let scale = 0; scale < scales; scale += 1) {
    // What other channels show counts for less than what a channel itself does.
    let heard = 0;
    let told = 0;
    for (let channel = 0; channel < channels; channel += 1) {
      heard += squares[scales * channel + scale]!;
      told = Math.max(told, priorCurves[channel]!.ratios[scale]!);
    }
    if (!(heard / (familyDegrees * leastVariance) + told < mostInflation)) return false;
  }
  return true;
}

/** Whether any channel that is heard both in a window and outside of it has left its zone. Sums: [n, Σwy, Σwy²] of each. */
export function leavesZones(
  window: readonly number[],
  everything: readonly number[],
  { zones, directions, minimumReference, referenceFrozen }: ChangeModel,
): boolean {
  const out = referenceFrozen ? 0 : 1;
  for (let at = 0, channel = 0; at < window.length; at += 3, channel += 1) {
    const n = window[at]!;
    const m = everything[at]! - out * n;
    if (m < minimumReference || n < 1) continue;
    const s = window[at + 1]!;
    const shift = s * m - (everything[at + 1]! - out * s) * n;
    const direction = directions[channel]!;
    const size = direction === 0 ? Math.abs(shift) : direction * shift;
    if (size > zones[channel]! * (n * m)) return true;
  }
  return false;
}

/** Whether every window of these sums is within its zones. */
export function staysWithinZones({ past, buckets }: ChangeSums, model: ChangeModel): boolean {
  const everything = model.referenceFrozen ? past : totalsOf({ past, buckets }, model.known).everything;
  const window = zeros(past.length);
  for (let row = buckets.length - 1; row >= 0; row -= 1) {
    buckets.addTo(window, row);
    if (leavesZones(window, everything, model)) return false;
  }
  return true;
}
