import type { BaselineResult } from "../../../core/contract/types.ts";
import type { BaselineState } from "../../../core/scoring/model/score.ts";

/**
 * How far a baseline is estimated. The scoring says how many frames the first verdict takes in all; the contract says how
 * many are still missing.
 */
export function presentBaseline(baseline: {
  readonly state: BaselineState;
  readonly frames: number;
  readonly needed: number;
}): BaselineResult["baseline"] {
  const { state, frames, needed } = baseline;
  return { state, frames, needed: state === "learning" ? Math.max(0, needed - frames) : 0 };
}
