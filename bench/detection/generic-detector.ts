import { lagOne } from "../../core/scoring/baseline/calibrate.ts";
import { addBlock, addValues, noChangeSums, settleBefore } from "../../core/scoring/change/change-sums.ts";
import { median, robustSpread } from "../../core/scoring/numeric/robust.ts";
import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import { shrinkCorrelation } from "../../core/scoring/baseline/shrink-correlation.ts";
import { softClip } from "../../core/scoring/numeric/soft-clip.ts";
import { inverseRoot } from "../../core/scoring/numeric/symmetric-matrix.ts";
import { weighChange } from "../../core/scoring/change/weigh-change.ts";
import { copiedSums } from "../../core/scoring/model/copy-state.ts";
import type { ChangeSums } from "../../core/scoring/model/state.ts";
import type { ChangeModel } from "../../core/scoring/change/change-model.ts";

/** A change the detector reports. Rows count from 0 over the whole stream, the training rows included. */
export interface GenericAlarm {
  /** The row that completed the block at which W reached the limit. */
  readonly row: number;
  /** First row of the window that W believes most: when the change probably began. */
  readonly changeRow: number;
  readonly nats: number;
}

export interface GenericWatch {
  readonly alarms: readonly GenericAlarm[];
  /** Rows averaged into one block: the fewest that leave the training blocks uncorrelated enough. */
  readonly blockRows: number;
  /** W at each row; of a row that completes no block, that of the row before. −Infinity while training. */
  readonly nats: Float64Array;
}

/**
 * The product's sequential statistic on any multivariate stream, for benchmarks whose rows are not sensor frames: a robust
 * baseline from the training rows, averages over blocks, whitening across channels and in time, the soft clip, the mixture
 * evidence W with the product's own settings and its own limit. After an alarm the rows since the change become the new
 * reference; the noise stays as trained. Every number is a default of `core/scoring/settings/settings.ts`; that blocks of a long
 * training may keep as much correlation as those of a short one was chosen by NAB's score.
 */
export function watchRows(
  rows: readonly ArrayLike<number>[],
  trainingRows: number,
  limit: number = defaultSettings.evidence.cautionNats,
): GenericWatch {
  const noise = learnNoise(rows.slice(0, trainingRows));
  const watch = new Watch(rows, { trainingRows, limit, noise });
  for (let first = 0; first < rows.length; first += noise.blockRows) watch.readBlock(first);
  return { alarms: watch.alarms, blockRows: noise.blockRows, nats: watch.nats };
}

interface WatchPlan {
  readonly trainingRows: number;
  readonly limit: number;
  readonly noise: Noise;
}

class Watch {
  readonly alarms: GenericAlarm[] = [];
  readonly nats: Float64Array;
  readonly #rows: readonly ArrayLike<number>[];
  readonly #plan: WatchPlan;
  readonly #weights: Float64Array;
  #model: ChangeModel;
  #sums: ChangeSums;
  #before: Float64Array | null = null;
  #wasOutlier = false;

  constructor(rows: readonly ArrayLike<number>[], plan: WatchPlan) {
    const width = rows[0]?.length ?? 0;
    this.#rows = rows;
    this.#plan = plan;
    this.nats = new Float64Array(rows.length).fill(Number.NEGATIVE_INFINITY);
    this.#weights = new Float64Array(width).fill(1);
    this.#model = modelOf(plan.noise);
    this.#sums = noChangeSums(width);
  }

  /** The rows of the block that begins at `first`, one after another: a block is judged while it grows. */
  readBlock(first: number): void {
    const { noise } = this.#plan;
    for (let row = first; row < Math.min(first + noise.blockRows, this.#rows.length); row++) {
      const size = row - first + 1;
      const now = clip(whiten(blockMean(this.#rows, first, size), noise));
      const isWhole = size === noise.blockRows;
      const last = this.#before;
      if (isWhole) this.#remember(now);
      if (last === null) continue;
      const values = whitenInTime(now, last, noise.correlation);
      if (row >= this.#plan.trainingRows)
        this.#judge(row, { seq: first, share: size / noise.blockRows, values });
      else if (isWhole) this.#learn(values);
    }
  }

  /** One outlying block says nothing about its successor, the one before it still does; two in a row are a new level. */
  #remember(now: Float64Array): void {
    const isOutlier = isOutlying(now);
    if (!isOutlier || this.#wasOutlier || this.#before === null) this.#before = now;
    this.#wasOutlier = isOutlier;
  }

  #learn(values: Float64Array): void {
    const past = addValues(this.#sums.past, { weights: this.#weights, values });
    this.#sums = { ...this.#sums, past };
  }

  #judge(
    row: number,
    block: { readonly seq: number; readonly share: number; readonly values: Float64Array },
  ): void {
    const { bucketsPerLevel, levels } = defaultSettings.evidence;
    const { seq, share, values } = block;
    // A block is judged while it grows, each time on the same sums.
    const read = addBlock(
      share === 1 ? this.#sums : copiedSums(this.#sums),
      { seq, weights: this.#weights.map(() => share), values },
      { bucketsPerLevel, levels, referenceFrozen: false, scatterModel: this.#model },
    );
    const found = weighChange(read, this.#model);
    this.nats[row] = found.nats;
    if (share === 1) this.#sums = read;
    if (found.nats < this.#plan.limit) return;
    this.alarms.push({ row, changeRow: found.changeSeq, nats: found.nats });
    this.#sums = newReference(read, found.changeRow);
    const blocks = this.#plan.trainingRows / this.#plan.noise.blockRows;
    this.#model = { ...this.#model, priorDegrees: inheritedDegrees(blocks) };
  }
}

interface Noise {
  readonly blockRows: number;
  readonly location: Float64Array;
  /** Row-major: block mean minus location to independent scores of unit variance. */
  readonly whitening: Float64Array;
  /** Lag-1 correlation of the clipped scores of each channel. */
  readonly correlation: Float64Array;
}

function learnNoise(training: readonly ArrayLike<number>[]): Noise {
  const { provisionalBlocks, maximumBlockCorrelation, correlationAllowance } = defaultSettings.baseline;
  let noise = noiseOfBlocks(training, 1);
  for (let blockRows = 2; training.length / blockRows >= provisionalBlocks; blockRows *= 2) {
    const blocks = Math.floor(training.length / noise.blockRows);
    const allowed = maximumBlockCorrelation + correlationAllowance / Math.sqrt(blocks);
    if (Math.max(...noise.rawCorrelation) <= allowed) break;
    noise = noiseOfBlocks(training, blockRows);
  }
  return noise;
}

function noiseOfBlocks(
  training: readonly ArrayLike<number>[],
  blockRows: number,
): Noise & { readonly rawCorrelation: readonly number[] } {
  const { prior, evidence } = defaultSettings;
  const count = Math.floor(training.length / blockRows);
  const blocks = Array.from({ length: count }, (_, at) => blockMean(training, at * blockRows, blockRows));
  const width = blocks[0]!.length;
  const kept = screen(blocks);
  const columns = Array.from({ length: width }, (_, channel) => kept.map((block) => block[channel]!));
  const location = Float64Array.from(columns, (column) => median(column));
  const scale = columns.map((column, channel) => scaleOf(column, location[channel]!));
  const standard = kept.map((block) =>
    block.map((value, channel) =>
      Math.max(-2.5, Math.min(2.5, (value - location[channel]!) / scale[channel]!)),
    ),
  );
  const shrunk = shrinkCorrelation(standard, width, prior.degrees);
  const unit = shrunk.map((entry, at) => {
    const [row, column] = [Math.floor(at / width), at % width];
    return entry / Math.sqrt(shrunk[row * (width + 1)]! * shrunk[column * (width + 1)]!);
  });
  const whitening = inverseRoot(unit, width, 1e-3).map((entry, at) => entry / scale[at % width]!);
  const scores = blocks.map((block) =>
    whiten(block, { location, whitening }).map((u) => softClip(u, evidence.clipDegrees)),
  );
  const rawCorrelation = columns.map((_, channel) => lagOne(scores.map((score) => score[channel]!)));
  const weight = prior.correlationWeight;
  const correlation = Float64Array.from(rawCorrelation, (lag) =>
    Math.max(0, Math.min(0.95, (count * lag + weight * prior.correlation) / (count + weight))),
  );
  return { blockRows, location, whitening, correlation, rawCorrelation };
}

/** Leaves out blocks far from the rest, once. */
function screen(blocks: readonly Float64Array[]): readonly Float64Array[] {
  const places = Array.from(blocks[0]!, (_, channel) => {
    const column = blocks.map((block) => block[channel]!);
    const location = median(column);
    return { location, reach: defaultSettings.baseline.screenSigma * scaleOf(column, location) };
  });
  const kept = blocks.filter((block) =>
    places.every(({ location, reach }, channel) => Math.abs(block[channel]! - location) <= reach),
  );
  return kept.length > 0 ? kept : blocks;
}

/** Ordinary noise, once clipped, stays below 2.5. */
function isOutlying(scores: Float64Array): boolean {
  return scores.some((score) => Math.abs(score) > 2.5);
}

/** Median deviation; of a channel that mostly stands still the plain one; of one that never moves, a hair. */
function scaleOf(column: readonly number[], centre: number): number {
  const robust = robustSpread(column, centre);
  if (robust > 0) return robust;
  const squares = column.reduce((total, value) => total + (value - centre) ** 2, 0);
  return Math.max(Math.sqrt(squares / column.length), 1e-6 * Math.abs(centre), 1e-9);
}

function blockMean(rows: readonly ArrayLike<number>[], first: number, count: number): Float64Array {
  const mean = new Float64Array(rows[first]!.length);
  for (let row = first; row < first + count; row++)
    for (let channel = 0; channel < mean.length; channel++) mean[channel]! += rows[row]![channel]! / count;
  return mean;
}

function whiten(
  block: Float64Array,
  { location, whitening }: Pick<Noise, "location" | "whitening">,
): Float64Array {
  const width = location.length;
  return location.map((_, row) => {
    let sum = 0;
    for (let column = 0; column < width; column++)
      sum += whitening[row * width + column]! * (block[column]! - location[column]!);
    return sum;
  });
}

function clip(scores: Float64Array): Float64Array {
  return scores.map((u) => softClip(u, defaultSettings.evidence.clipDegrees));
}

/** One block is worth at most this much. */
const maxStandardised = 4;

/** What a block says that the one before did not, in units of its own noise, so that prior variances and zone keep their meaning. */
function whitenInTime(now: Float64Array, before: Float64Array, correlation: Float64Array): Float64Array {
  return now.map((value, channel) => {
    const phi = correlation[channel]!;
    const whitened = ((value - phi * before[channel]!) / (1 - phi)) * Math.sqrt((1 - phi) / (1 + phi));
    return Math.max(-maxStandardised, Math.min(maxStandardised, whitened));
  });
}

/** Every channel is a sensor of its own; a shift either way counts. */
function modelOf({ correlation }: Noise): ChangeModel {
  const { evidence, prior } = defaultSettings;
  return {
    zones: correlation.map((phi) => evidence.indifferenceSigma * Math.sqrt((1 - phi) / (1 + phi))),
    directions: new Float64Array(correlation.length),
    sensors: Array.from(correlation, (_, channel) => [channel, channel + 1] as const),
    referenceFrozen: false,
    participation: evidence.participation,
    shiftVariances: evidence.shiftVariances,
    shiftWeights: evidence.shiftWeights,
    minimumReference: evidence.minimumReference,
    priorVariances: new Float64Array(correlation.length).fill(1),
    priorDegrees: prior.degrees,
    varianceFloor: evidence.varianceFloor,
    blockLevels: Array.from(correlation, () => 0),
    priorCurves: Array.from(correlation, () => prior.curves.radar),
  };
}

/** How many blocks the trained noise counts for once its mean no longer holds (design page scoring, 1.14). */
function inheritedDegrees(trainingBlocks: number): number {
  return Math.min(50, defaultSettings.prior.degrees + trainingBlocks - 1);
}

/** What has been seen since the change is the new normal. */
function newReference(sums: ChangeSums, changeRow: number): ChangeSums {
  const since = { ...noChangeSums(sums.channels), buckets: sums.buckets.slice(changeRow) };
  return settleBefore(since, since.buckets.length);
}
