import { Type, type Static } from "typebox";

import { codeSchema, strict, tierSchema } from "./field-schemas.ts";

/**
 * What the score of the breach frame says, as far as a bundle repeats it: the scoring's own result, structurally.
 * Angles in degrees, lengths as the field names say, evidence in nats.
 */
export interface ScoredFrame {
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
  readonly criticalLimit: number;
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
  readonly cameraDriftDeg: number;
  readonly radarDriftMm: number;
  readonly healthScore: number;
  readonly changePointSeq: number | null;
  readonly warnings: readonly string[];
}

const nullableNumber = Type.Union([Type.Number(), Type.Null()]);

/** `scoring.outputs`: the whole score of the breach frame, every double as computed, none rounded. */
export const scoringOutputsSchema = Type.Object(
  {
    tier_before: tierSchema,
    tier: tierSchema,
    reason: codeSchema,
    residual_score: Type.Number(),
    mahal_distance: nullableNumber,
    mahal_p_value: nullableNumber,
    t2_limit: nullableNumber,
    cusum_statistic: nullableNumber,
    caution_limit: Type.Number(),
    critical_limit: Type.Number(),
    cusum_triggered: Type.Boolean(),
    breach_opened: Type.Boolean(),
    confidence: Type.Number(),
    probable_fault_source: codeSchema,
    source_posterior: Type.Array(Type.Number()),
    recommended_action: codeSchema,
    late: Type.Boolean(),
    outlier: Type.Boolean(),
    baseline: Type.Object({ state: codeSchema, frames: Type.Integer(), needed: Type.Integer() }, strict),
    channels: Type.Array(
      Type.Object(
        {
          channel: codeSchema,
          residual: Type.Number(),
          standardised: Type.Number(),
          cusum_upper: Type.Number(),
          cusum_lower: Type.Number(),
          cusum_limit: Type.Number(),
          share_of_t2: Type.Number(),
          drift: Type.Number(),
          drift_sd: Type.Number(),
        },
        strict,
      ),
    ),
    camera_drift_deg: Type.Number(),
    radar_drift_mm: Type.Number(),
    health_score: Type.Number(),
    change_point_seq: Type.Union([Type.Integer(), Type.Null()]),
    warnings: Type.Array(codeSchema),
  },
  strict,
);
export type ScoringOutputs = Static<typeof scoringOutputsSchema>;

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
    critical_limit: score.criticalLimit,
    cusum_triggered: score.cusumTriggered,
    breach_opened: score.breachOpened,
    confidence: score.confidence,
    probable_fault_source: score.probableFaultSource,
    source_posterior: [...score.sourcePosterior],
    recommended_action: score.recommendedAction,
    late: score.late,
    outlier: score.outlier,
    baseline: { ...score.baseline },
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
    camera_drift_deg: score.cameraDriftDeg,
    radar_drift_mm: score.radarDriftMm,
    health_score: score.healthScore,
    change_point_seq: score.changePointSeq,
    warnings: [...score.warnings],
  };
}
