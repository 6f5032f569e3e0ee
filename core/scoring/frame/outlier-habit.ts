import type { FrameTest } from "./frame-tester.ts";
import { ln } from "../numeric/ln.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import type { VehicleState, OutlierHabit } from "../model/state.ts";

export const noOutliers: OutlierHabit = { share: 0, frames: 0, found: 0, many: false };

/**
 * The counts with one more frame. Some sensors' noise has tails, or bursts in every turn: their outliers are theirs, and
 * only more of them are news. A share s of memory n among outliers of probability p is that large with probability
 * e^(−n·KL(s, p)) at most (Chernoff; each weight is at most 1/n). p is the share so far, begun at one in twenty.
 */
export function followOutliers(
  state: VehicleState,
  test: FrameTest | null,
  { frame }: ScoringSettings,
): OutlierHabit {
  // During a breach outliers are what is to be expected.
  if (test === null || state.breach !== null) return state.outliers;
  return countFrame(state.outliers, {
    isOutlier: test.pValue < frame.outlierRate,
    learns: !state.frozen,
    maxPerHundred: frame.outliersPerHundred,
  });
}

/** The counts with one more frame that was tested; exported for the vectors, which drive it alone. */
export function countFrame(
  before: OutlierHabit,
  frame: { readonly isOutlier: boolean; readonly learns: boolean; readonly maxPerHundred: number },
): OutlierHabit {
  const one = frame.isOutlier ? 1 : 0;
  const share = before.share + (one - before.share) / memory;
  const nats = memory * divergence(share, (before.found + 1) / (before.frames + 20));
  const isAboveLimit = 100 * share > frame.maxPerHundred;
  const many = isAboveLimit && nats > (before.many ? 0.5 * lnRarest : lnRarest);
  // What is unusual already is no habit yet.
  if (many || !frame.learns || nats > lnUnusual) return { ...before, share, many };
  return { share, frames: before.frames + 1, found: before.found + one, many };
}

/** Half of a window of the same variance. */
const memory = 50;
/** One in ten million, and that of frames that share all but one with their neighbours. */
const lnRarest = 16;
const lnUnusual = 4;

/** Kullback–Leibler divergence of a share from a smaller probability; 0 when it is no larger. */
function divergence(share: number, probability: number): number {
  if (share <= probability) return 0;
  const rest = 1 - share;
  return share * ln(share / probability) + (rest > 0 ? rest * ln(rest / (1 - probability)) : 0);
}
