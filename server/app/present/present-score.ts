import { limitedSensors } from "../../../core/scoring/model/sensors.ts";
import { channelOf, measurementsOf, perKind } from "../../../core/sensors/sensor-lists.ts";
import type { DroppedReading } from "../../../core/contract/requests/read-sensors.ts";
import type { ResidualScore, StrongestChange as ContractChange } from "../../../core/contract/types.ts";
import type { ChannelScore, Score, StrongestChange } from "../../../core/scoring/model/score.ts";
import { notesOnScore } from "../../../core/scoring/verdict/explain-verdict.ts";
import { presentBaseline } from "./present-baseline.ts";
import { presentChangePoint, presentNoise, presentTrend } from "./present-course.ts";
import { presentDropped } from "./present-ingest.ts";

/** What the statistic rests on. */
function presentChange({ channel, shape, noise, blocks, size, sizeSd }: StrongestChange): ContractChange {
  const noiseModel = noise.map((part) => ({ ...part }));
  return {
    ...channelOf(channel),
    shape,
    noise_model: noiseModel,
    blocks_since: blocks,
    size,
    size_sd: sizeSd,
  };
}

/** What a verdict on a frame says besides the score itself. */
export interface ScoredFrame {
  readonly vehicleId: string;
  /** In UTC, as received where it was sent so. */
  readonly timestamp: string;
  readonly requestId: string;
  /** The breach this frame opened or fell into; null when none is open. */
  readonly evidenceId: string | null;
  readonly duplicate: boolean;
  /** What the frame's own check warned about; added before the score's warnings. */
  readonly frameWarnings: readonly string[];
  readonly dropped: readonly DroppedReading[];
}

/** The contract's verdict on one frame. What a learning baseline cannot say yet is absent, never zero. */
export function presentScore(score: Score, about: ScoredFrame): ResidualScore {
  const notes = notesOnScore(score);
  return {
    vehicle_id: about.vehicleId,
    tier: score.tier,
    residual_score: score.residualScore,
    ...(score.mahalDistance !== null && { mahal_distance: score.mahalDistance }),
    confidence: score.confidence,
    ...(about.evidenceId !== null && { evidence_id: about.evidenceId }),
    recommended_action: score.recommendedAction,
    cusum_triggered: score.cusumTriggered,
    probable_fault_source: score.probableFaultSource,
    timestamp: about.timestamp,
    request_id: about.requestId,
    frame_seq: score.seq,
    baseline: presentBaseline(score.baseline),
    ...(score.cusumStatistic !== null && { cusum_statistic: score.cusumStatistic }),
    cusum_limit: score.cautionLimit,
    ...(score.change !== null && { strongest_change: presentChange(score.change) }),
    contributions: score.channels.map(presentContribution),
    measurements: {
      ...measurementsOf(score),
      health_score: score.healthScore,
    },
    thresholds: {
      decided_by: score.reason,
      ...(score.t2Limit !== null && { t2_limit: score.t2Limit }),
    },
    source_probabilities: perKind(
      ({ name }) => name,
      ({ name }) => score.sourcePosterior[limitedSensors.indexOf(name)]!,
    ),
    ...presentCourse(score),
    ...(score.noise.length > 0 && { noise: presentNoise(score.noise) }),
    outlier: score.outlier,
    late: score.late,
    duplicate: about.duplicate,
    ...(notes.length > 0 && { notes: [...notes] }),
    warnings: [...new Set([...about.frameWarnings, ...score.warnings])],
    ...presentDropped(about.dropped),
  };
}

/** Of an open breach: when it began, and where it is going. */
function presentCourse({ course, changePointSeq }: Score): Pick<ResidualScore, "change_point" | "trend"> {
  if (course === null) return {};
  return {
    ...(changePointSeq !== null && { change_point: presentChangePoint(changePointSeq, course) }),
    trend: presentTrend(course),
  };
}

function presentContribution(channel: ChannelScore): ResidualScore["contributions"][number] {
  return {
    ...channelOf(channel.channel),
    residual: channel.residual,
    standardised_value: channel.standardised,
    cusum_statistic: Math.max(channel.cusumUpper, channel.cusumLower),
    cusum_upper: channel.cusumUpper,
    cusum_lower: channel.cusumLower,
    cusum_limit: channel.cusumLimit,
    t2_share: channel.shareOfT2,
    drift: channel.drift,
    drift_sd: channel.driftSd,
  };
}
