import type { Block } from "./block-average.ts";
import { clippedScore, inPose, standardise, whiteningFactor } from "./calibrate.ts";
import { exp } from "./numeric/exp.ts";
import { ln } from "./numeric/ln.ts";
import type { ScoringSettings } from "./settings.ts";
import type { SensorCalibration, SensorTrack } from "./state.ts";

/** A block of a calibrated sensor, as the detectors see it. */
export interface ScoredBlock {
  readonly seq: number;
  readonly weight: number;
  /** In the track's own unit; camera: degrees from the baseline pose. */
  readonly placed: Float64Array;
  /** Independent unit-variance scores, not clipped. */
  readonly standardised: Float64Array;
  /** Clipped and whitened in time: what the evidence sums. Null for a first block, which has no predecessor. */
  readonly evidence: Float64Array | null;
}

/** Scores a block and remembers it as the predecessor of the next. */
export function scoreBlock(
  track: SensorTrack,
  block: Block,
  settings: ScoringSettings,
): { readonly track: SensorTrack; readonly scored: ScoredBlock } {
  const calibration = track.calibration!;
  const placed = inPose(track, calibration.pose, block.values);
  const standardised = standardise(placed, calibration);
  const clipped = clippedScore(standardised, calibration.clipUnit, settings);
  return {
    track: { ...track, previous: asPredecessor(clipped, calibration), previousUs: block.atUs },
    scored: {
      seq: block.seq,
      weight: block.weight,
      placed,
      standardised,
      evidence: track.previousUs === null ? null : whitenInTime(track, clipped, block.atUs),
    },
  };
}

/**
 * y* = (y_t − φ·y_{t−1})/(1 − φ), scaled back to unit variance, where φ fades with the gap: an Ornstein–Uhlenbeck
 * process seen at uneven times. A mean shift stays what it was, times the same scale as the indifference zone.
 */
function whitenInTime(track: SensorTrack, clipped: Float64Array, atUs: number): Float64Array {
  const calibration = track.calibration!;
  const periods = periodsSince(track.previousUs!, atUs, calibration);
  return clipped.map((y, axis) => {
    const correlation = calibration.correlation[axis]!;
    const faded = fade(correlation, periods);
    const whitened = (whiteningFactor(correlation) * (y - faded * track.previous[axis]!)) / (1 - faded);
    const most = Math.min(
      mostEvidence,
      calibration.zones[axis]! + mostBeyondZone / calibration.clipUnit[axis]!,
    );
    return Math.max(-most, Math.min(most, whitened));
  });
}

/** One block is worth at most this much, and at most this many σ beyond the zone: it must not decide for its neighbours. */
const mostEvidence = 4;
const mostBeyondZone = 6;

/** A wild block must not make its successor look wild the other way. */
function asPredecessor(clipped: Float64Array, { clipUnit }: SensorCalibration): Float64Array {
  return clipped.map((y, axis) => {
    const most = mostOfPredecessor / clipUnit[axis]!;
    return Math.max(-most, Math.min(most, y));
  });
}

/** σ; ordinary noise stays below. */
const mostOfPredecessor = 2.5;

/** At least half a period: a burst of frames must not look like certainty. */
function periodsSince(previousUs: number, atUs: number, { periodUs }: SensorCalibration): number {
  const gapUs = atUs - previousUs;
  return gapUs > 0 ? Math.max(0.5, gapUs / periodUs) : 1;
}

/** φ to the power of the number of periods between two blocks. */
function fade(correlation: number, periods: number): number {
  return correlation === 0 ? 0 : exp(periods * ln(correlation));
}
