import { clippedScore, inPose, standardise } from "../baseline/calibrate.ts";
import { exp } from "../numeric/exp.ts";
import { ln } from "../numeric/ln.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import type { Block, SensorCalibration, SensorTrack, TrackBench } from "../model/state.ts";
import { whiteningFactor } from "../baseline/indifference-zone.ts";
import { calibrationOf } from "../baseline/baseline-standing.ts";
import { waveAt } from "../cycle/daily-cycle.ts";

/** A block of a calibrated sensor, as the detectors see it. */
export interface ScoredBlock {
  readonly seq: number;
  readonly weight: number;
  /** Each a binary32 number. Camera: degrees from the baseline pose. */
  readonly placed: readonly number[];
  readonly atUs: number;
  /** Independent unit-variance scores, not clipped. */
  readonly standardised: readonly number[];
  /** Clipped: what the sums of W take. */
  readonly score: readonly number[];
  /** Clipped and whitened in time, for the charts, which know no correlation. Null for a first block. */
  readonly whitened: readonly number[] | null;
}

/** A block that has just been completed, by what it was scored, and where the newest blocks were that it came after. */
export interface CompletedBlock extends ScoredBlock {
  readonly calibration: SensorCalibration;
  /** Median of the newest five, value by value, in the track's unit; null after fewer. */
  readonly newest: readonly number[] | null;
}

/** Scores a block and remembers it as the predecessor of the next. */
export function scoreBlock(
  track: TrackBench,
  block: Block,
  settings: ScoringSettings,
  newest: CompletedBlock["newest"] = null,
): CompletedBlock {
  const calibration = calibrationOf(track);
  const placed = withoutWave(track, block);
  const standardised = standardise(placed, calibration);
  const clipped = clippedScore(standardised, calibration.clipUnit, settings);
  const scored = {
    seq: block.seq,
    atUs: block.atUs,
    weight: block.weight * closeness(track.previousUs, block.atUs, calibration),
    placed,
    standardised,
    score: bounded(clipped.slice(), calibration),
    whitened: track.previousUs === null ? null : whitenInTime(track, clipped, block.atUs),
    calibration,
    newest,
  };
  // An outlier says nothing about its successor; the block before it still does.
  if (track.previousUs === null || !isOutlier(clipped, calibration)) {
    for (let axis = 0; axis < clipped.length; axis += 1) track.previous[axis] = clipped[axis]!;
    track.previousUs = block.atUs;
  }
  return scored;
}

/** What is left of a block's values once the wave of the day is taken out. */
function withoutWave(track: SensorTrack, { values, atUs }: Block): readonly number[] {
  const placed = inPose(track, calibrationOf(track).pose, values);
  const wave = track.cycle === null ? null : waveAt(track.cycle, atUs);
  return wave === null ? placed : placed.map((value, axis) => Math.fround(value - wave[axis]!));
}

function isOutlier(clipped: readonly number[], { clipUnit }: SensorCalibration): boolean {
  for (let axis = 0; axis < clipped.length; axis += 1) {
    if (Math.abs(clipped[axis]!) * clipUnit[axis]! > outlierSigma) return true;
  }
  return false;
}

/** Ordinary noise, once clipped, stays below. */
const outlierSigma = 2.5;

/**
 * y* = (y_t − φ·y_{t−1})/(1 − φ), scaled back to unit variance, where φ fades with the gap: an Ornstein–Uhlenbeck
 * process seen at uneven times. A mean shift stays what it was, times the same scale as the indifference zone; only
 * blocks closer than usual count for less, since there the division would blow up their noise.
 */
function whitenInTime(track: SensorTrack, clipped: readonly number[], atUs: number): readonly number[] {
  const calibration = calibrationOf(track);
  const { correlation, periodUs } = calibration;
  const periods = periodsSince(track.previousUs!, atUs, periodUs);
  const values = clipped.slice();
  for (let axis = 0; axis < values.length; axis += 1) {
    const faded = fade(correlation[axis]!, periods);
    const factor = whiteningFactor(Math.max(correlation[axis]!, faded));
    values[axis] = (factor * (values[axis]! - faded * track.previous[axis]!)) / (1 - faded);
  }
  return bounded(values, calibration);
}

/** Holds values where they stand. */
function bounded(values: number[], { zones, clipUnit }: SensorCalibration): readonly number[] {
  for (let axis = 0; axis < values.length; axis += 1) {
    const most = Math.min(maxValue, zones[axis]! + maxBeyondZone / clipUnit[axis]!);
    values[axis] = Math.max(-most, Math.min(most, values[axis]!));
  }
  return values;
}

/** One block is worth at most this much, and at most this many σ beyond the zone. */
export const maxValue = 4;
export const maxBeyondZone = 6;

/**
 * A block that comes sooner than half the usual period says in part what the one before said: it counts by the time between
 * them, so that a vehicle that begins to send faster does not become surer of the same noise.
 */
function closeness(previousUs: number | null, atUs: number, { periodUs }: SensorCalibration): number {
  if (previousUs === null || atUs <= previousUs) return 1;
  return Math.max(leastWeight, Math.min(1, (2 * (atUs - previousUs)) / periodUs));
}

const leastWeight = 1 / 64;

/** At least half a period: a burst of frames must not look like certainty. */
function periodsSince(previousUs: number, atUs: number, periodUs: number): number {
  const gapUs = atUs - previousUs;
  return gapUs > 0 ? Math.max(0.5, gapUs / periodUs) : 1;
}

/** φ to the power of the number of periods between two blocks. */
function fade(correlation: number, periods: number): number {
  if (correlation === 0 || periods === 1) return correlation;
  return exp(periods * ln(correlation));
}
