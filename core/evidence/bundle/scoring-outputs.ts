import type { Static } from "typebox";

import type { MeasuredKind } from "../../sensors/sensor-lists.ts";
import type { BundleCore } from "../../encoding/bundle.ts";
import type { tierSchema } from "../../encoding/field-schemas.ts";

type StatedDrifts = Readonly<Record<MeasuredKind["drift"]["field"], number>>;

/**
 * What the score of the breach frame says, as far as a bundle repeats it: the scoring's own result, structurally.
 * Angles in degrees, lengths as the field names say, evidence in nats.
 */
export interface ScoredFrame extends StatedDrifts {
  readonly seq: number;
  readonly tierBefore: Static<typeof tierSchema>;
  readonly tier: Static<typeof tierSchema>;
  readonly reason: string;
  readonly residualScore: number;
  readonly mahalDistance: number | null;
  readonly mahalPValue: number | null;
  readonly t2Limit: number | null;
  readonly cusumStatistic: number | null;
  readonly cautionLimit: number;
  readonly cusumTriggered: boolean;
  readonly breachOpened: boolean;
  readonly confidence: number;
  readonly probableFaultSource: string;
  readonly sourcePosterior: readonly number[];
  readonly recommendedAction: string;
  readonly late: boolean;
  readonly outlier: boolean;
  readonly baseline: { readonly state: string; readonly frames: number; readonly needed: number };
  readonly channels: readonly {
    readonly channel: string;
    readonly residual: number;
    readonly standardised: number;
    readonly cusumUpper: number;
    readonly cusumLower: number;
    readonly cusumLimit: number;
    readonly shareOfT2: number;
    readonly drift: number;
    readonly driftSd: number;
  }[];
  readonly healthScore: number;
  readonly changePointSeq: number | null;
  readonly warnings: readonly string[];
}

export type ScoringOutputs = BundleCore["scoring"]["outputs"];

export function scoringOutputs(score: ScoredFrame): ScoringOutputs {
  return {
    tier_before: score.tierBefore,
    tier: score.tier,
    reason: score.reason,
    residual_score: score.residualScore,
    mahal_distance: score.mahalDistance,
    mahal_p_value: score.mahalPValue,
    t2_limit: score.t2Limit,
    cusum_statistic: score.cusumStatistic,
    caution_limit: score.cautionLimit,
    cusum_triggered: score.cusumTriggered,
    breach_opened: score.breachOpened,
    confidence: score.confidence,
    probable_fault_source: score.probableFaultSource,
    source_posterior: [...score.sourcePosterior],
    recommended_action: score.recommendedAction,
    late: score.late,
    outlier: score.outlier,
    baseline: { state: score.baseline.state, frames: score.baseline.frames, needed: score.baseline.needed },
    channels: score.channels.map((channel) => ({
      channel: channel.channel,
      residual: channel.residual,
      standardised: channel.standardised,
      cusum_upper: channel.cusumUpper,
      cusum_lower: channel.cusumLower,
      cusum_limit: channel.cusumLimit,
      share_of_t2: channel.shareOfT2,
      drift: channel.drift,
      drift_sd: channel.driftSd,
    })),
    ...driftOutputs(score),
    health_score: score.healthScore,
    change_point_seq: score.changePointSeq,
    warnings: [...score.warnings],
  };
}

/**
 * By the score's own names, in the spelling of the wire: a frozen scorer is built from this file, and the table of sensors,
 * which goes on, has no place in it. A test holds them to the table.
 */
function driftOutputs(score: StatedDrifts): Record<MeasuredKind["drift"]["member"], number> {
  const drifts = Object.entries(score).filter(([name]) => /^[a-z]+Drift(?:Deg|Mm|M)$/.test(name));
  const outputs = drifts.map(([name, drift]) => [
    name.replaceAll(/[A-Z]/g, (big) => `_${big.toLowerCase()}`),
    drift,
  ]);
  return Object.fromEntries(outputs) as Record<MeasuredKind["drift"]["member"], number>;
}
