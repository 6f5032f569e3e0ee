import { zeros } from "../numeric/doubles.ts";
import { clipUnits, indifferenceZones } from "./indifference-zone.ts";
import { meanRotation } from "./mean-rotation.ts";
import { asVector, between, expDeg, logDeg, multiply } from "../numeric/quaternion.ts";
import type { Quaternion } from "../numeric/quaternion.ts";
import { median, robustSpread } from "../numeric/robust.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import { shrinkCorrelation } from "./shrink-correlation.ts";
import { softClip } from "../numeric/soft-clip.ts";
import type { Block, SensorCalibration, SensorTrack } from "../model/state.ts";
import { inverseRoot } from "../numeric/symmetric-matrix.ts";
import { effectiveNoise } from "./effective-noise.ts";
import type { Learner } from "./effective-noise.ts";

/** A calibration, and how much its blocks still resemble their neighbours. */
export interface Calibrated {
  readonly calibration: SensorCalibration;
  /** Largest lag-1 correlation of the values' block scores, corrected for its bias. */
  readonly correlation: number;
}

/**
 * Learns a sensor's location, noise and correlation in time from its first blocks: medians and median deviations,
 * one screening of blocks far out, the prior counted as a few blocks, a shrunk correlation between camera axes.
 */
export function calibrate(learner: Learner, blocks: readonly Block[]): Calibrated {
  const { name, track, settings } = learner;
  const pose = name === "camera" ? meanRotation(blocks.map((block) => rotationOf(track, block))) : null;
  const placed = blocks.map((block) => inPose(track, pose, block.values));
  const kept = screen(learner, placed);
  const { location, scale } = locate(learner, kept);
  const shape = { location, whitening: whiteningMatrix(kept, { location, scale }, settings) };
  const clipUnit = clipUnits(learner, { location, scale });
  const scores = placed.map((values) => clippedScore(standardise(values, shape), clipUnit, settings));
  const lags = Array.from(location, (_, axis) => lagOne(scores.map((score) => score[axis]!)));
  const correlation = lags.map((lag, axis) => shrinkLag(learner, lag, axis, blocks.length));
  return {
    calibration: narrowed({
      blocks: blocks.length,
      established: false,
      pose,
      location,
      scale,
      whitening: shape.whitening,
      frameRatio: frameRatio(track, kept),
      correlation,
      leastCorrelation: correlation.map(() => 0),
      periodUs: typicalGapUs(blocks),
      clipUnit,
      zones: indifferenceZones(learner, { location, scale, clipUnit }),
    }),
    correlation: lags.reduce((most, lag) => Math.max(most, lag), -1),
  };
}

/** As binary32, like the blocks it was learnt from: it is remembered in half the space, and known to a tenth at best. */
export function narrowed(calibration: SensorCalibration): SensorCalibration {
  return {
    ...calibration,
    location: narrowedList(calibration.location),
    scale: narrowedList(calibration.scale),
    whitening: narrowedList(calibration.whitening),
    frameRatio: narrowedList(calibration.frameRatio),
    correlation: narrowedList(calibration.correlation),
    leastCorrelation: narrowedList(calibration.leastCorrelation),
    clipUnit: narrowedList(calibration.clipUnit),
    zones: narrowedList(calibration.zones),
  };
}

function narrowedList(values: readonly number[]): readonly number[] {
  const narrow = zeros(values.length);
  for (let at = 0; at < narrow.length; at += 1) narrow[at] = Math.fround(values[at]!);
  return narrow;
}

/** A block's values as the calibration measures them: camera values turn from the anchor's frame to the pose's. */
export function inPose(
  track: SensorTrack,
  pose: Quaternion | null,
  values: readonly number[],
): readonly number[] {
  // An established camera counts from its pose: there is nothing to turn.
  if (pose === null || isSame(pose, track.anchor!)) return values;
  const rotation = multiply(track.anchor!, expDeg(asVector(values)));
  return logDeg(between(pose, rotation)).map(Math.fround);
}

function isSame(a: Quaternion, b: Quaternion): boolean {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2] && a[3] === b[3];
}

/** Independent unit-variance scores of one block, not yet clipped. */
export function standardise(
  values: ArrayLike<number>,
  { location, whitening }: Pick<SensorCalibration, "location" | "whitening">,
): readonly number[] {
  const width = location.length;
  const scores = zeros(width);
  for (let row = 0; row < width; row += 1) {
    let sum = 0;
    for (let column = 0; column < width; column += 1) {
      sum += whitening[row * width + column]! * (values[column]! - location[column]!);
    }
    scores[row] = sum;
  }
  return scores;
}

/** The soft clip in its own units. */
export function clippedScore(
  scores: readonly number[],
  clipUnit: readonly number[],
  settings: ScoringSettings,
): readonly number[] {
  const { clipDegrees } = settings.evidence;
  const clipped = scores.slice();
  for (let axis = 0; axis < clipped.length; axis += 1) {
    clipped[axis] = softClip(clipped[axis]! / clipUnit[axis]!, clipDegrees);
  }
  return clipped;
}

/** The rotation a camera block stands for. */
export function rotationOf(track: SensorTrack, block: Block): Quaternion {
  return multiply(track.anchor!, expDeg(asVector(block.values)));
}

/** Leaves out blocks far from the rest, once; all of them stay when nothing would be left. */
function screen(learner: Learner, placed: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const { location, scale } = locate(learner, placed);
  const reach = learner.settings.baseline.screenSigma;
  const kept = placed.filter((values) =>
    values.every((value, axis) => Math.abs(value - location[axis]!) <= reach * scale[axis]!),
  );
  return kept.length > 0 ? kept : placed;
}

type Place = Pick<SensorCalibration, "location" | "scale">;

function locate(learner: Learner, placed: readonly (readonly number[])[]): Place {
  const { prior, floor, degrees } = effectiveNoise(learner);
  const location = Array.from(prior, (_, axis) => median(placed.map((values) => values[axis]!)));
  const scale = Array.from(prior, (before, axis) => {
    const spread = robustSpread(
      placed.map((values) => values[axis]!),
      location[axis]!,
    );
    const variance =
      (degrees * before * before + placed.length * spread * spread) / (degrees + placed.length);
    return Math.max(floor, Math.sqrt(variance));
  });
  return { location, scale };
}

function whiteningMatrix(
  placed: readonly (readonly number[])[],
  { location, scale }: Place,
  settings: ScoringSettings,
): readonly number[] {
  const width = location.length;
  const scores = placed.map((values) =>
    values.map((value, axis) => {
      const z = (value - location[axis]!) / scale[axis]!;
      return Math.max(-2.5, Math.min(2.5, z));
    }),
  );
  const shrunk = shrinkCorrelation(scores, width, settings.prior.degrees);
  // Scales come from the medians; only the correlation is taken from the products.
  const unit = shrunk.map((entry, at) => {
    const [row, column] = [Math.floor(at / width), at % width];
    return entry / Math.sqrt(shrunk[row * (width + 1)]! * shrunk[column * (width + 1)]!);
  });
  return Array.from(inverseRoot(unit, width, 1e-3), (entry, at) => entry / scale[at % width]!);
}

/**
 * Lag-1 correlation, corrected for its small-sample bias (Kendall 1954): r + (1 + 3r)/n. A score far from the rest is left
 * out, and with it its pairs: one outlying block would hide that all the others resemble their neighbours.
 */
export function lagOne(scores: readonly number[]): number {
  const middle = median(scores);
  const reach = outlierSpreads * robustSpread(scores, middle);
  const isKept = (score: number) => !(reach > 0) || Math.abs(score - middle) <= reach;
  let count = 0;
  let sum = 0;
  for (const score of scores) {
    if (!isKept(score)) continue;
    count += 1;
    sum += score;
  }
  const mean = sum / count;
  let products = 0;
  let squares = 0;
  scores.forEach((score, at) => {
    if (!isKept(score)) return;
    squares += (score - mean) * (score - mean);
    if (at > 0 && isKept(scores[at - 1]!)) products += (score - mean) * (scores[at - 1]! - mean);
  });
  if (!(squares > 1e-12 * count)) return 0;
  const lag = products / squares;
  return lag + (1 + 3 * lag) / count;
}

/** Robust standard deviations beyond which a score is taken for an outlier. */
const outlierSpreads = 6;

function shrinkLag({ track, settings }: Learner, lag: number, axis: number, blocks: number): number {
  const weight = settings.prior.correlationWeight;
  const before = track.inherited?.correlation[axis] ?? settings.prior.correlation;
  return Math.max(0, Math.min(0.95, (blocks * lag + weight * before) / (blocks + weight)));
}

/** How much noisier one frame is than a block mean: 1 for blocks of one frame. */
function frameRatio(track: SensorTrack, placed: readonly (readonly number[])[]): readonly number[] {
  return Array.from(track.within, (squares, axis) => {
    if (track.level === 0 || track.withinFrames === 0) return 1;
    const centre = median(placed.map((values) => values[axis]!));
    const spread = robustSpread(
      placed.map((values) => values[axis]!),
      centre,
    );
    const betweenVariance = Math.max(1e-12, spread * spread);
    return Math.sqrt(1 + squares / track.withinFrames / betweenVariance);
  });
}

function typicalGapUs(blocks: readonly Block[]): number {
  const gaps = blocks.slice(1).map((block, at) => block.atUs - blocks[at]!.atUs);
  return Math.max(1, median(gaps.filter((gap) => gap > 0)));
}
