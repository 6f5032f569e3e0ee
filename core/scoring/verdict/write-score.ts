import { baselineStanding } from "../baseline/baseline-standing.ts";
import { describeCourse } from "../breach/describe-course.ts";
import type { ChannelResidual } from "../frame/frame-residuals.ts";
import { largestCrossCorrelation } from "../frame/frame-moments.ts";
import type { FrameTest } from "../frame/frame-tester.ts";
import { judgeConfidence, calibratedConfidence } from "./judge-confidence.ts";
import type { Measurement } from "../frame/measurement.ts";
import { isCommonMode, nameFaultSource } from "./name-fault-source.ts";
import { isProvisional } from "../breach/is-provisional.ts";
import type { Reported } from "./state-events.ts";
import { chartOf } from "../model/rows/channel-charts.ts";
import { noiseGrowths } from "../frame/noise-growth.ts";
import { isUnmonitored, recommendAction } from "./recommend-action.ts";
import { scoreWarnings } from "../model/score.ts";
import type { ChannelScore, Score, ScoreWarning } from "../model/score.ts";
import type { ScoringSettings } from "../model/settings.ts";
import { isStuck } from "../frame/stuck-sensor.ts";
import type { Breach, VehicleState } from "../model/state.ts";
import { limitedSensors, firstChannel, channels } from "../model/sensors.ts";
import type { LimitedSensor, Channel } from "../model/sensors.ts";
import type { Drift, Standing } from "../model/standing.ts";
import { asVector } from "../numeric/quaternion.ts";

/** What is known once a frame has been folded. */
export interface FoldedFrame {
  readonly before: Reported;
  readonly after: VehicleState;
  readonly measurement: Measurement;
  readonly residuals: readonly (ChannelResidual | null)[];
  readonly test: FrameTest | null;
  readonly standing: Standing;
  readonly late: boolean;
}

export function writeScore(frame: FoldedFrame, settings: ScoringSettings): Score {
  const { before, after, standing } = frame;
  const { drifts } = standing;
  const { residualScore, mahalDistance, mahalPValue, t2Limit, outlier } = distancesOf(frame, settings);
  const warnings = warningsOf(frame, settings);
  const baseline = baselineStanding(after, settings);
  return {
    seq: after.entries,
    tierBefore: before.tier,
    tier: after.tier.tier,
    reason: after.tier.reason,
    residualScore,
    mahalDistance,
    mahalPValue,
    t2Limit,
    cusumStatistic: after.finding.nats,
    cautionLimit: settings.evidence.cautionNats,
    criticalLimit: settings.evidence.criticalNats,
    cusumTriggered: after.breach !== null,
    breachOpened: hasOpened(after.breach, before.breach),
    confidence: confidenceOf(
      frame,
      { isLearning: baseline.state === "learning" || isProvisional(after.breach), warnings },
      settings,
    ),
    probableFaultSource: nameFaultSource(after, standing.absolute),
    sourcePosterior: posteriorOf(after),
    recommendedAction: recommendAction(after, settings),
    late: frame.late,
    outlier,
    baseline,
    channels: channelScores(frame, settings),
    cameraDriftDeg: amountOf(drifts.camera),
    radarDriftMm: 1000 * amountOf(drifts.radar),
    healthScore: standing.healthScore,
    changePointSeq: after.breach?.changePointSeq ?? null,
    course: describeCourse(after, standing, settings),
    warnings,
    window: after.finding.window,
    noise: noiseGrowths(after.noise),
    provisional: isProvisional(after.breach) ? after.breach!.early!.verdict : null,
  };
}

/** This frame alone against the baseline as it was. */
function distancesOf(frame: FoldedFrame, { frame: { outlierRate } }: ScoringSettings) {
  const { test } = frame;
  if (test === null) {
    const residualScore = residualSize(frame);
    return { residualScore, mahalDistance: null, mahalPValue: null, t2Limit: null, outlier: false };
  }
  return {
    residualScore: Math.sqrt(test.t2 / test.degrees),
    mahalDistance: Math.sqrt(test.t2),
    mahalPValue: test.pValue,
    t2Limit: test.limit,
    outlier: test.pValue < outlierRate,
  };
}

function hasOpened(breach: Breach | null, before: Breach | null): boolean {
  return breach !== null && breach.openedSeq !== before?.openedSeq;
}

function amountOf(drift: Drift | null): number {
  return drift === null ? 0 : drift.amount;
}

/** Root mean square of the standardised residuals: what stands in for √(T²/d) before there is a covariance. */
function residualSize({ residuals }: FoldedFrame): number {
  let sum = 0;
  let count = 0;
  for (const residual of residuals) {
    if (residual === null) continue;
    sum += residual.standardised * residual.standardised;
    count += 1;
  }
  return count === 0 ? 0 : Math.sqrt(sum / count);
}

function posteriorOf({ breach, finding }: VehicleState): readonly [number, number, number] {
  const posterior = breach?.posterior ?? finding.posterior;
  return asVector(posterior);
}

function confidenceOf(
  { after, standing }: FoldedFrame,
  known: { readonly isLearning: boolean; readonly warnings: readonly ScoreWarning[] },
  settings: ScoringSettings,
): number {
  const facts = {
    drifts: standing.drifts,
    absolute: standing.absolute,
    breached: after.breach !== null,
    nats: after.finding.nats ?? 0,
    posterior: posteriorOf(after),
  };
  const stated = calibratedConfidence(judgeConfidence(after.tier, facts, settings), settings.confidenceMap);
  const trusted = known.warnings.includes("rotation_not_orthonormal") ? distrust * stated : stated;
  return known.isLearning ? Math.min(0.5, trusted) : trusted;
}

/** A matrix that is not quite a rotation says that its sender rounds, or computes wrongly. */
const distrust = 0.9;

function channelScores(frame: FoldedFrame, settings: ScoringSettings): readonly ChannelScore[] {
  const scores: ChannelScore[] = [];
  for (let at = 0; at < channels.length; at += 1) {
    const residual = frame.residuals[at] ?? null;
    if (residual === null) continue;
    scores.push(channelScore(frame, { channel: channels[at]!, at, residual }, settings));
  }
  return scores;
}

function channelScore(
  { after, test, standing }: FoldedFrame,
  of: { readonly channel: Channel; readonly at: number; readonly residual: ChannelResidual },
  settings: ScoringSettings,
): ChannelScore {
  const sensor = sensorOf(of.at);
  const { drift, driftSd } = driftOf(standing.drifts[sensor], of.at - firstChannel[sensor]);
  const { upper, lower } = chartOf(after.charts, of.at);
  return {
    channel: of.channel,
    residual: of.residual.residual,
    standardised: of.residual.standardised,
    cusumUpper: upper,
    cusumLower: lower,
    cusumLimit: settings.chart.h,
    shareOfT2: test?.shares[of.at] ?? 0,
    drift,
    driftSd,
  };
}

function driftOf(estimate: Drift | null, axis: number) {
  return { drift: estimate?.parts[axis] ?? 0, driftSd: estimate?.partSds[axis] ?? 0 };
}

function sensorOf(channel: number): LimitedSensor {
  return channel < 3 ? "camera" : channel === 3 ? "radar" : "lidar";
}

function warningsOf(frame: FoldedFrame, settings: ScoringSettings): readonly ScoreWarning[] {
  const { after, measurement } = frame;
  const { tracks, breach } = after;
  const lidarGiven = measurement.lidar !== null || measurement.lidarConfidence !== null;
  const isBelowFloor =
    measurement.lidarConfidence !== null && measurement.lidarConfidence < settings.lidar.confidenceFloor;
  const conditions: Readonly<Record<ScoreWarning, boolean>> = {
    rotation_not_orthonormal: measurement.orthonormalityError > 1e-3,
    rotation_coarsely_rounded: measurement.coarselyRounded,
    lidar_confidence_absent: lidarGiven && measurement.lidarConfidence === null,
    lidar_confidence_below_floor: isBelowFloor,
    correlated_channels: largestCrossCorrelation(after.moments, 50) > 0.3,
    source_provisional: breach !== null && breach.blocks < settings.tiers.settleBlocks,
    calibration_did_not_restore: limitedSensors.some((sensor) => tracks[sensor].notRestored),
    stream_too_short_for_blocks: limitedSensors.some((sensor) => {
      const { calibration, frames } = tracks[sensor];
      return calibration === null && frames >= settings.baseline.provisionalBlocks;
    }),
    sensor_unmonitored: limitedSensors.some((sensor) => isUnmonitored(tracks[sensor])),
    sensor_stuck: limitedSensors.some((sensor) => isStuck(after.repeats, sensor)),
    common_mode_suspected: isCommonMode(after),
    verdict_provisional: isProvisional(breach),
  };
  return scoreWarnings.filter((warning) => conditions[warning]);
}
