import { sensorFactors, studentFactors } from "../change/compare-window.ts";
import { correlationInflation, exceedance, inLimitUnits, limitsOf } from "../verdict/drift.ts";
import { effectiveNoise } from "./effective-noise.ts";
import type { Learner } from "./effective-noise.ts";
import { exp } from "../numeric/exp.ts";
import { inPose, rotationOf } from "./calibrate.ts";
import { inverseRoot } from "../numeric/symmetric-matrix.ts";
import { ln } from "../numeric/ln.ts";
import { meanRotation } from "./mean-rotation.ts";
import { median } from "../numeric/robust.ts";
import type { Block } from "../model/state.ts";
import type { ChangePointInterval, ChannelInWindow, DecidingWindow } from "../model/score.ts";
import { channels, firstChannel } from "../model/sensors.ts";
import type { LimitedSensor } from "../model/sensors.ts";
import type { Drift } from "../model/standing.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import { reachesLimit } from "./reaches-limit.ts";
import { shrinkCorrelation } from "./shrink-correlation.ts";

/** A change among the first blocks of a sensor that has no baseline yet, told before there is one. */
export interface EarlyChange {
  /** Index of the first block after the change, and the blocks before and after it. */
  readonly at: number;
  readonly blocksBefore: number;
  readonly blocksAfter: number;
  /** Logarithm of what all splits add, nats. */
  readonly nats: number;
  /** Lag-1 correlation that the blocks beside the split are taken to have. */
  readonly correlation: number;
  /** What the means differ by, in the track's unit. */
  readonly moved: readonly number[];
  /** How far the blocks after it stand from those before, in degrees or metres. */
  readonly drift: Omit<Drift, "blocks">;
  /** The change began in here with 50 % and with 90 % probability. */
  readonly likely: ChangePointInterval;
  readonly widely: ChangePointInterval;
  /** The likeliest split, written out: a person can compute its ratio. */
  readonly window: DecidingWindow;
  /** Position of the loudest value among the sensor's own, and the side it left on. */
  readonly axis: number;
  readonly side: "upper" | "lower";
}

/** A sensor that is still learning and has limits. */
export interface EarlyLearner extends Learner {
  readonly name: LimitedSensor;
}

/**
 * The likeliest change among the blocks of a sensor without a baseline, when it is surely one and surely beyond the CAUTION
 * limit (docs/scoring-method.md, "Early verdicts"): W of a two-sample mixture over splits. Neither mean is known, and the
 * noise is only what lies beside the split. Null when nothing can be told.
 */
export function earlyChange(learner: EarlyLearner, blocks: readonly Block[]): EarlyChange | null {
  const { name, settings } = learner;
  const { early, tiers } = settings;
  if (blocks.length < early.fewestBlocks || typicalGapUs(blocks) > early.longestGapUs) return null;
  const { caution } = limitsOf(name, settings);
  const rows = rowsOf(learner, blocks);
  // Asked first, because it costs least: the rest takes every block against every other.
  if (!reachesLimit(name, rows, { ...early, limit: caution })) return null;
  const { splits, sum } = compareSplits(learner, rows, usualCorrelation(blocks, settings));
  const best = splits.reduce((one, other) => (other.likelihood > one.likelihood ? other : one));
  if (!(sum > 0 && ln(sum) >= early.limitNats)) return null;
  if (!(exceedance(name, best.drift, caution) >= tiers.cautionProbability)) return null;
  if (!isBeyondWithoutAnyBlock(name, best, caution)) return null;
  const { at, after, moved, correlation, drift } = best;
  return {
    at,
    moved,
    blocksBefore: at,
    blocksAfter: after.length,
    nats: ln(sum),
    correlation,
    drift,
    likely: intervalOf(splits, blocks, 0.5),
    widely: intervalOf(splits, blocks, 0.9),
    window: describeSplit(learner, blocks, best),
    ...loudest(best),
  };
}

/** One block's values, in the track's unit. */
type Row = readonly number[];

/** The blocks before and after one possible change. */
interface Split {
  readonly at: number;
  readonly before: Row;
  readonly after: readonly Row[];
  /** Difference of the means, in the track's unit and in independent units of one block's noise. */
  readonly moved: Row;
  readonly shifts: Row;
  /** Noise variance of one block in those units, as a mean of correlated blocks has it. */
  readonly variances: Row;
  readonly correlation: number;
  /** What the variance is known with. */
  readonly degrees: number;
  readonly drift: Omit<Drift, "blocks">;
  /** B: that the mean has moved here, against that it has not. */
  readonly likelihood: number;
}

/** The blocks' values, of a camera from their mean rotation. */
function rowsOf({ name, track }: EarlyLearner, blocks: readonly Block[]): readonly Row[] {
  const pose = name === "camera" ? meanRotation(blocks.map((block) => rotationOf(track, block))) : null;
  return blocks.map((block) => inPose(track, pose, block.values));
}

function compareSplits(learner: EarlyLearner, rows: readonly Row[], usual: number) {
  const { fewestBefore, fewestAfter } = learner.settings.early;
  const splits: Split[] = [];
  let sum = 0;
  for (let at = fewestBefore; at <= rows.length - fewestAfter; at += 1) {
    const split = compareSplit(learner, { rows, at, usual });
    splits.push(split);
    // As in W: a split that says nothing adds nothing.
    sum += Math.max(0, split.likelihood - 1);
  }
  return { splits, sum };
}

function typicalGapUs(blocks: readonly Block[]): number {
  return median(blocks.slice(1).map((block, before) => block.atUs - blocks[before]!.atUs));
}

/**
 * What a dozen blocks cannot tell: noise slower than they last. Recorded drives are correlated over a second or two, so blocks
 * this close resemble each other, whatever they seem to do.
 */
function usualCorrelation(blocks: readonly Block[], { early }: ScoringSettings): number {
  const gapUs = typicalGapUs(blocks);
  return exp(Math.max(-40, -Math.max(0, gapUs) / early.correlationTimeUs));
}

function compareSplit(
  learner: EarlyLearner,
  { rows, at, usual }: { readonly rows: readonly Row[]; readonly at: number; readonly usual: number },
): Split {
  const { name, settings } = learner;
  const { shiftVariances, shiftWeights } = settings.evidence;
  const [before, after] = [rows.slice(0, at), rows.slice(at)];
  const [meanBefore, meanAfter] = [meanOf(before), meanOf(after)];
  const moved = minus(meanAfter, meanBefore);
  const sides = [before.map((row) => minus(row, meanBefore)), after.map((row) => minus(row, meanAfter))];
  const noise = noiseBeside(learner, sides);
  const information = (at * after.length) / rows.length;
  const correlation = correlationAlong(moved, sides.flat(), usual, settings);
  const inflation = correlationInflation(correlation);
  const degrees = Math.max(1, (rows.length - 2) / inflation);
  const shifts = independent(moved, noise.scale, sides.flat(), settings);
  const variances = noise.unevenness.map((factor) => factor * inflation);
  const factors = shifts.map((shift, axis) => {
    const beyond = name === "lidar" ? Math.max(0, shift) : Math.abs(shift);
    return studentFactors(
      { meanVariance: 1 / information, beyond, variance: variances[axis]!, degrees },
      shiftVariances,
    );
  });
  let likelihood = 0;
  sensorFactors(factors, shiftVariances.length)!.forEach((factor, g) => {
    likelihood += shiftWeights[g]! * factor;
  });
  const sds = noise.scale.map((scale, axis) => scale * Math.sqrt(variances[axis]! / information));
  const drift = inLimitUnits(name, meanBefore, { shifts: moved, sds });
  return { at, before: meanBefore, after, moved, shifts, variances, correlation, degrees, drift, likelihood };
}

interface NoiseBeside {
  /** Standard deviation of one block about the mean of its own side, per value. */
  readonly scale: Row;
  /** How much larger the variance of the difference is when the noisier side has its own noise. */
  readonly unevenness: Row;
}

function noiseBeside(learner: EarlyLearner, sides: readonly (readonly Row[])[]): NoiseBeside {
  const { floor } = effectiveNoise(learner);
  const counts = sides.map((side) => side.length);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const scale: number[] = [];
  const unevenness: number[] = [];
  for (let axis = 0; axis < sides[0]![0]!.length; axis += 1) {
    const squares = sides.map((side) => sumOf(side, (row) => row[axis]! * row[axis]!));
    const pooled = Math.max(floor * floor, (squares[0]! + squares[1]!) / (total - 2));
    // A side that is quieter by chance must not lend its calm to the other.
    const own = squares.map((sum, side) => Math.max(pooled, sum / (counts[side]! - 1)));
    const even = pooled / counts[0]! + pooled / counts[1]!;
    scale.push(Math.sqrt(pooled));
    unevenness.push((own[0]! / counts[0]! + own[1]! / counts[1]!) / even);
  }
  return { scale, unevenness };
}

/**
 * Lag-1 correlation of what lies beside the split, along the direction that has moved. Two means were taken out, so its bias
 * is twice that of Kendall (1954); half a standard error is added, because too little of it accuses a healthy sensor.
 */
function correlationAlong(
  moved: Row,
  beside: readonly Row[],
  usual: number,
  { early }: ScoringSettings,
): number {
  const along = beside.map((row) => dot(row, moved));
  let products = 0;
  let squares = 0;
  along.forEach((value, at) => {
    squares += value * value;
    if (at > 0) products += value * along[at - 1]!;
  });
  const lag = squares > 0 ? products / squares : 0;
  const count = beside.length;
  const corrected = lag + (2 * (1 + 3 * lag)) / count + early.correlationErrors / Math.sqrt(count);
  return Math.min(largestCorrelation, Math.max(usual, corrected));
}

/** Beyond it blocks are one block. */
const largestCorrelation = 0.99;

/** The shift in units of independent noise: the values of a camera may shake together. */
function independent(
  moved: Row,
  scale: Row,
  beside: readonly Row[],
  { prior }: ScoringSettings,
): readonly number[] {
  const units = moved.map((shift, axis) => shift / scale[axis]!);
  const width = units.length;
  if (width === 1) return units;
  const scores = beside.map((row) => row.map((value, axis) => value / scale[axis]!));
  const shrunk = shrinkCorrelation(scores, width, prior.degrees);
  const unit = shrunk.map((entry, at) => {
    const [row, column] = [Math.floor(at / width), at % width];
    return entry / Math.sqrt(shrunk[row * (width + 1)]! * shrunk[column * (width + 1)]!);
  });
  const root = inverseRoot(unit, width, 1e-3);
  return units.map((_, row) => dot(Array.from(root.slice(row * width, (row + 1) * width)), units));
}

/** No single block tells anything: without whichever of them matters most the rest still stand beyond the limit. */
function isBeyondWithoutAnyBlock(name: LimitedSensor, { before, after }: Split, caution: number): boolean {
  return after.every((_, left) => {
    const shifts = minus(meanOf(after.toSpliced(left, 1)), before);
    const { amount } = inLimitUnits(name, before, { shifts, sds: shifts.map(() => 0) });
    return (name === "radar" ? Math.abs(amount) : amount) > caution;
  });
}

/** From the lower to the upper tail of the splits, each with what it adds: the change lies in the block after each. */
function intervalOf(
  splits: readonly Split[],
  blocks: readonly Block[],
  probability: number,
): ChangePointInterval {
  const terms = splits.map(({ likelihood }) => Math.max(0, likelihood - 1));
  const tail = 0.5 * (1 - probability) * terms.reduce((sum, term) => sum + term, 0);
  const first = beyondTail(terms, tail);
  const last = terms.length - 1 - beyondTail(terms.toReversed(), tail);
  return { fromSeq: blocks[splits[first]!.at - 1]!.seq + 1, toSeq: blocks[splits[last]!.at]!.seq };
}

function beyondTail(terms: readonly number[], tail: number): number {
  let sum = 0;
  return terms.findIndex((term) => {
    sum += term;
    return sum > tail;
  });
}

/** Written in the form of W's own windows, from which every Bayes factor follows. */
function describeSplit(
  { name }: EarlyLearner,
  blocks: readonly Block[],
  { at, after, shifts, variances, degrees, likelihood }: Split,
): DecidingWindow {
  return {
    fromSeq: blocks[at]!.seq,
    starts: 1,
    likelihoodRatio: likelihood,
    termNats: ln(likelihood - 1),
    channels: shifts.map((shift, axis): ChannelInWindow => ({
      channel: channels[firstChannel[name] + axis]!,
      blocksSince: after.length,
      blocksBefore: at,
      meanSince: Math.fround(shift),
      meanBefore: 0,
      sigma: Math.fround(Math.sqrt(variances[axis]!)),
      meanVariance: Math.fround(1 / after.length + 1 / at),
      degrees: Math.fround(degrees),
      zone: 0,
      side: name === "lidar" ? "upper" : "both",
    })),
  };
}

function loudest({ shifts, variances }: Split): Pick<EarlyChange, "axis" | "side"> {
  let axis = 0;
  const size = (at: number) => (shifts[at]! * shifts[at]!) / variances[at]!;
  for (let at = 1; at < shifts.length; at += 1) if (size(at) > size(axis)) axis = at;
  return { axis, side: shifts[axis]! < 0 ? "lower" : "upper" };
}

function meanOf(rows: readonly Row[]): Row {
  return rows[0]!.map((_, axis) => sumOf(rows, (row) => row[axis]!) / rows.length);
}

function sumOf(rows: readonly Row[], valueOf: (row: Row) => number): number {
  let sum = 0;
  for (const row of rows) sum += valueOf(row);
  return sum;
}

function minus(one: Row, other: Row): Row {
  return one.map((value, axis) => value - other[axis]!);
}

function dot(one: Row, other: Row): number {
  let sum = 0;
  for (let axis = 0; axis < one.length; axis += 1) sum += one[axis]! * other[axis]!;
  return sum;
}
