import { baselineStanding } from "../baseline/baseline-standing.ts";
import { describeCourse } from "../breach/describe-course.ts";
import type { ChannelResidual } from "../frame/frame-residuals.ts";
import { absent, isAbsent, largestCrossCorrelation } from "../frame/frame-moments.ts";
import type { FrameTest } from "../frame/frame-tester.ts";
import { judgeConfidence, calibratedConfidence } from "./judge-confidence.ts";
import type { Measurement } from "../frame/measurement.ts";
import { isCommonMode, nameFaultSource } from "./name-fault-source.ts";
import { isProvisional } from "../breach/is-provisional.ts";
import { isSettled } from "./standing.ts";
import { inMillimetres, statedNats, statedVerdict } from "./stated-numbers.ts";
import type { Reported } from "./state-events.ts";
import { chartSum } from "../model/rows/channel-charts.ts";
import { hasLate } from "../frame/sensor-clock.ts";
import { noiseGrowths } from "../frame/noise-growth.ts";
import { isRepeating } from "../frame/stuck-sensor.ts";
import { hasStuck, hasUnmonitored, recommendAction } from "./recommend-action.ts";
import { scoreWarnings } from "../model/score.ts";
import type { ChannelScore, Score, ScoreWarning } from "../model/score.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import type { Breach, SensorTrack, VehicleState } from "../model/state.ts";
import { firstChannel, channels } from "../model/sensors.ts";
import type { LimitedSensor, Channel } from "../model/sensors.ts";
import type { Drift, Standing } from "../model/standing.ts";
import { asVector } from "../numeric/quaternion.ts";
import { sixDigits } from "../numeric/rounding/six-digits.ts";

/** What is known once a frame has been folded. */
export interface FoldedFrame {
  readonly before: Reported;
  readonly after: VehicleState;
  readonly measurement: Measurement;
  readonly residuals: readonly ChannelResidual[];
  readonly test: FrameTest | null;
  readonly standing: Standing;
  readonly late: boolean;
}

/**
 * Every number with six significant digits, but those of the course and of the deciding window, from which W can be computed again. The
 * state and all decisions keep to the numbers as they were computed.
 */
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
    cusumStatistic: statedNats(after.finding.nats),
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
    sourcePosterior: statePosterior(posteriorOf(after)),
    recommendedAction: recommendAction(after, settings),
    late: frame.late,
    outlier,
    baseline,
    channels: channelScores(frame, settings),
    cameraDriftDeg: sixDigits(amountOf(drifts.camera)),
    radarDriftMm: inMillimetres(sixDigits(amountOf(drifts.radar))),
    healthScore: sixDigits(standing.healthScore),
    changePointSeq: after.breach?.changePointSeq ?? null,
    course: describeCourse(after, standing, settings),
    warnings,
    window: after.finding.window,
    noise: noiseGrowths(after.noise),
    provisional: statedVerdict(after.breach),
  };
}

/** This frame alone against the baseline as it was. */
function distancesOf(frame: FoldedFrame, { frame: { outlierRate } }: ScoringSettings) {
  const { test } = frame;
  if (test === null) {
    const residualScore = sixDigits(residualSize(frame));
    return { residualScore, mahalDistance: null, mahalPValue: null, t2Limit: null, outlier: false };
  }
  return {
    residualScore: sixDigits(Math.sqrt(test.t2 / test.degrees)),
    mahalDistance: sixDigits(Math.sqrt(test.t2)),
    mahalPValue: sixDigits(test.pValue),
    t2Limit: sixDigits(test.limit),
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
    if (!residual.isHeard) continue;
    sum += residual.standardised * residual.standardised;
    count += 1;
  }
  return count === 0 ? 0 : Math.sqrt(sum / count);
}

function statePosterior([camera, radar, lidar]: readonly [number, number, number]) {
  return [sixDigits(camera), sixDigits(radar), sixDigits(lidar)] as const;
}

function posteriorOf({ breach, finding }: VehicleState): readonly [number, number, number] {
  const posterior = breach?.posterior ?? finding.posterior;
  return asVector(posterior);
}

function confidenceOf(
  frame: FoldedFrame,
  known: { readonly isLearning: boolean; readonly warnings: readonly ScoreWarning[] },
  settings: ScoringSettings,
): number {
  const stated = statedConfidence(frame, settings);
  const trusted = known.warnings.includes("rotation_not_orthonormal") ? distrust * stated : stated;
  return sixDigits(known.isLearning ? Math.min(0.5, trusted) : trusted);
}

/** A matrix that is not quite a rotation says that its sender rounds, or computes wrongly. */
const distrust = 0.9;

/** While all that it follows from is settled, it need not be computed again. */
function statedConfidence(frame: FoldedFrame, settings: ScoringSettings): number {
  const { after, standing } = frame;
  const grounded = after.standing;
  if (grounded === null || grounded.standing !== standing || !isSettled(after, grounded))
    return computeConfidence(frame, settings);
  const settled = grounded.settled!;
  settled.confidence ??= computeConfidence(frame, settings);
  return settled.confidence;
}

function computeConfidence({ after, standing }: FoldedFrame, settings: ScoringSettings): number {
  const facts = {
    drifts: standing.drifts,
    absolute: standing.absolute,
    breached: after.breach !== null,
    nats: after.finding.nats ?? 0,
    posterior: posteriorOf(after),
  };
  return calibratedConfidence(judgeConfidence(after.tier, facts, settings), settings.confidenceMap);
}

function channelScores(frame: FoldedFrame, settings: ScoringSettings): readonly ChannelScore[] {
  const scores: ChannelScore[] = [];
  for (let at = 0; at < channels.length; at += 1) {
    const residual = frame.residuals[at]!;
    if (!residual.isHeard) continue;
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
  return {
    channel: of.channel,
    residual: sixDigits(of.residual.residual),
    standardised: sixDigits(of.residual.standardised),
    cusumUpper: sixDigits(chartSum(after.charts, of.at, "upper")),
    cusumLower: sixDigits(chartSum(after.charts, of.at, "lower")),
    cusumLimit: settings.chart.h,
    shareOfT2: sixDigits(shareOf(test, of.at)),
    drift,
    driftSd,
  };
}

/** 0 of a channel that was not tested. */
function shareOf(test: FrameTest | null, channel: number): number {
  const share = test === null ? absent : test.shares[channel]!;
  return isAbsent(share) ? 0 : share;
}

function driftOf(estimate: Drift | null, axis: number) {
  if (estimate === null) return { drift: 0, driftSd: 0 };
  return { drift: sixDigits(estimate.parts[axis]!), driftSd: sixDigits(estimate.partSds[axis]!) };
}

function sensorOf(channel: number): LimitedSensor {
  return channel < 3 ? "camera" : channel === 3 ? "radar" : "lidar";
}

function warningsOf(frame: FoldedFrame, settings: ScoringSettings): readonly ScoreWarning[] {
  let warnings: ScoreWarning[] | null = null;
  for (const warning of scoreWarnings) {
    if (warns[warning](frame, settings)) (warnings ??= []).push(warning);
  }
  return warnings ?? noWarnings;
}

/** Of most frames. */
const noWarnings: readonly ScoreWarning[] = [];

/** When each is given. */
const warns: Readonly<Record<ScoreWarning, (frame: FoldedFrame, settings: ScoringSettings) => boolean>> = {
  rotation_not_orthonormal: ({ measurement }) => measurement.orthonormalityError > 1e-3,
  rotation_coarsely_rounded: ({ measurement }) => measurement.coarselyRounded,
  lidar_confidence_absent: ({ measurement }) =>
    measurement.lidar !== null && measurement.lidarConfidence === null,
  lidar_confidence_below_floor: ({ measurement: { lidarConfidence } }, { lidar }) =>
    lidarConfidence !== null && lidarConfidence < lidar.confidenceFloor,
  correlated_channels: ({ after }) => largestCrossCorrelation(after.moments, 50) > 0.3,
  source_provisional: ({ after: { breach } }, { tiers }) =>
    breach !== null && breach.blocks < tiers.settleBlocks,
  calibration_did_not_restore: ({ after: { tracks } }) =>
    tracks.camera.notRestored || tracks.radar.notRestored || tracks.lidar.notRestored,
  stream_too_short_for_blocks: ({ after: { tracks } }, settings) =>
    isTooShort(tracks.camera, settings) ||
    isTooShort(tracks.radar, settings) ||
    isTooShort(tracks.lidar, settings),
  sensor_unmonitored: ({ after }) => hasUnmonitored(after),
  sensor_stuck: ({ after }) => hasStuck(after),
  common_mode_suspected: ({ after }) => isCommonMode(after),
  verdict_provisional: ({ after }) => isProvisional(after.breach),
  sensor_late: ({ after }) => hasLate(after),
  frames_repeat: ({ after }) => isRepeating(after.repeats),
};

function isTooShort({ calibration, frames }: SensorTrack, { baseline }: ScoringSettings): boolean {
  return calibration === null && frames >= baseline.provisionalBlocks;
}
