import { kindOf } from "../../../core/sensors/sensor-lists.ts";
import type { ProvisionalVerdict } from "../../../core/contract/types.ts";
import type { ProvisionalVerdict as Scored } from "../../../core/scoring/model/score.ts";

/** What an early verdict rests on, as the contract says it. */
export function presentProvisional(verdict: Scored): ProvisionalVerdict {
  return {
    sensor: verdict.sensor,
    blocks_before: verdict.blocksBefore,
    blocks_after: verdict.blocksAfter,
    frames_per_block: verdict.framesPerBlock,
    correlation: verdict.correlation,
    statistic: verdict.statistic,
    limit: verdict.limit,
    drift: verdict.drift,
    drift_sd: verdict.driftSd,
    unit: kindOf(verdict.sensor).unit,
  };
}
