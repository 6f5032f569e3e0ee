import type { Block } from "./block-average.ts";
import { clippedScore, inPose, standardise } from "./calibrate.ts";
import { exp } from "./numeric/exp.ts";
import { ln } from "./numeric/ln.ts";
import type { ScoringSettings } from "./settings.ts";
import type { SensorCalibration, SensorTrack } from "./state.ts";
import { whiteningFactor } from "./whitening-factor.ts";

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
  // A wild block says nothing about its successor; the block before it still does.
  const foretells = track.previousUs === null || !isWild(clipped, calibration);
  return {
    track: foretells ? { ...track, previous: clipped, previousUs: block.atUs } : track,
    scored: {
      seq: block.seq,
      weight: block.weight,
      placed,
      standardised,
      evidence: track.previousUs === null ? null : whitenInTime(track, clipped, block.atUs),
    },
  };
}

function isWild(clipped: Float64Array, { clipUnit }: SensorCalibration): boolean {
  return clipped.some((y, axis) => Math.abs(y) * clipUnit[axis]! > wildSigma);
}

/** Ordinary noise, once clipped, stays below. */
const wildSigma = 2.5;

/**
 * y* = (y_t − φ·y_{t−1})/(1 − φ), scaled back to unit variance, where φ fades with the gap: an Ornstein–Uhlenbeck
 * process seen at uneven times. A mean shift stays what it was, times the same scale as the indifference zone; only
 * blocks closer than usual count for less, since there the division would blow up their noise.
 */
function whitenInTime(track: SensorTrack, clipped: Float64Array, atUs: number): Float64Array {
  const calibration = track.calibration!;
  const periods = periodsSince(track.previousUs!, atUs, calibration);
  return clipped.map((y, axis) => {
    const correlation = calibration.correlation[axis]!;
    const faded = fade(correlation, periods);
    const factor = whiteningFactor(Math.max(correlation, faded));
    const whitened = (factor * (y - faded * track.previous[axis]!)) / (1 - faded);
    const most = Math.min(
      mostEvidence,
      calibration.zones[axis]! + mostBeyondZone / calibration.clipUnit[axis]!,
    );
    return Math.max(-most, Math.min(most, whitened));
  });
}

/** One block is worth at most this much, and at most this many σ beyond the zone. */
const mostEvidence = 4;
const mostBeyondZone = 6;

/** At least half a period: a burst of frames must not look like certainty. */
function periodsSince(previousUs: number, atUs: number, { periodUs }: SensorCalibration): number {
  const gapUs = atUs - previousUs;
  return gapUs > 0 ? Math.max(0.5, gapUs / periodUs) : 1;
}

/** φ to the power of the number of periods between two blocks. */
function fade(correlation: number, periods: number): number {
  return correlation === 0 ? 0 : exp(periods * ln(correlation));
}
