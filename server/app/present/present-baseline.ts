import type { BaselineResult } from "../../../core/contract/types.ts";
import type { BaselineState } from "../../../core/scoring/model/score.ts";

/**
 * How far a baseline is learnt. The scoring says how many frames the first verdict takes in all; the contract says how
 * many are still missing.
 */
export function presentBaseline(learnt: {
  readonly state: BaselineState;
  readonly frames: number;
  readonly needed: number;
}): BaselineResult["baseline"] {
  const { state, frames, needed } = learnt;
  return { state, frames, needed: state === "learning" ? Math.max(0, needed - frames) : 0 };
}
