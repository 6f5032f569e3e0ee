import { zeros } from "../numeric/doubles.ts";
import type { CurvePrior } from "../model/settings.ts";
import type { Bucket, MeanScatter } from "../model/state.ts";
import { ratioEstimates, scales } from "./variance-curve.ts";

/** What samples of a channel's scatter are judged by. */
export interface ScatterModel {
  readonly priorCurves: readonly CurvePrior[];
  readonly priorVariances: ArrayLike<number>;
  readonly priorDegrees: number;
}

export function noScatter(channels: number): MeanScatter {
  return { squares: zeros(scales * channels), counts: zeros(scales * channels) };
}

/** The scatter without what it holds of some channels. */
export function clearScatter({ squares, counts }: MeanScatter, first: number, width: number): MeanScatter {
  const cleared = (held: readonly number[]) => held.slice().fill(0, scales * first, scales * (first + width));
  return { squares: cleared(squares), counts: cleared(counts) };
}

/** How often a mean is part of two samples: each then counts for less. */
const shareOfSample = 2 / 3;
/** A sample further out than three standard deviations, squared, is an outlier or a change: it counts as that. */
const mostSquares = 9;

/**
 * Samples taken when a level of the histogram is one bucket too full, before its two oldest become one: its five buckets
 * give two pairs of neighbouring means, of two buckets each. They are as old as the level, so that a change worth telling
 * is told before it is taken for scatter. `sums` hold the reference, for the variance of a block.
 */
export function sampleLevel(
  scatter: MeanScatter,
  buckets: readonly Bucket[],
  first: number,
  { past, model }: { readonly past: readonly number[]; readonly model: ScatterModel },
): MeanScatter {
  const taken = new Samples(scatter, past, model);
  const [b0, b1, b2, b3, b4] = buckets.slice(first, first + 5);
  if (b0 === undefined || b1 === undefined || b2 === undefined) return scatter;
  if (b0.size === 1) {
    taken.compare([b0], [b1]);
    taken.compare([b1], [b2]);
  }
  if (b3 !== undefined) taken.compare([b0, b1], [b2, b3]);
  if (b3 !== undefined && b4 !== undefined) taken.compare([b1, b2], [b3, b4]);
  return taken.scatter();
}

class Samples {
  readonly #squares: number[];
  readonly #counts: number[];
  readonly #past: readonly number[];
  readonly #model: ScatterModel;

  constructor({ squares, counts }: MeanScatter, past: readonly number[], model: ScatterModel) {
    this.#squares = squares.slice();
    this.#counts = counts.slice();
    this.#past = past;
    this.#model = model;
  }

  compare(older: readonly Bucket[], newer: readonly Bucket[]): void {
    const channels = this.#past.length / 3;
    for (let channel = 0; channel < channels; channel += 1) {
      const [a, sumA] = heard(older, channel);
      const [b, sumB] = heard(newer, channel);
      // Sides of unequal length belong to no scale.
      if (a < 1 || b < 1 || a > 2 * b || b > 2 * a) continue;
      const difference = sumA / a - sumB / b;
      const information = (a * b) / (a + b);
      this.#add(channel, nearestScale(2 * information), information * difference * difference);
    }
  }

  scatter(): MeanScatter {
    return { squares: this.#squares, counts: this.#counts };
  }

  #add(channel: number, scale: number, sample: number): void {
    const at = scales * channel + scale;
    const variance = blockVariance(this.#past, channel, this.#model);
    const scatter = { squares: this.#squares, counts: this.#counts };
    const prior = this.#model.priorCurves[channel]!;
    const { ratios } = ratioEstimates({ scatter, channel, variance, prior });
    const most = mostSquares * ratios[scale]! * variance;
    this.#squares[at] = Math.fround(this.#squares[at]! + shareOfSample * Math.min(sample, most));
    this.#counts[at] = Math.fround(this.#counts[at]! + shareOfSample);
  }
}

/** Weight and sum of a channel in some buckets. */
function heard(buckets: readonly Bucket[], channel: number): readonly [weight: number, sum: number] {
  let weight = 0;
  let sum = 0;
  for (const { sums } of buckets) {
    weight += sums[3 * channel]!;
    sum += sums[3 * channel + 1]!;
  }
  return [weight, sum];
}

/** Nearest power of two of a mean's blocks, which are at least one. */
function nearestScale(blocks: number): number {
  let scale = 0;
  // Midway, in the logarithm: √2 of the lower one.
  for (let power = 1; blocks > Math.SQRT2 * power && scale < scales - 1; power *= 2) scale += 1;
  return scale;
}

/** Variance of one block of a channel: that of the reference, with the prior counted in. */
export function blockVariance(
  reference: readonly number[],
  channel: number,
  { priorVariances, priorDegrees }: Pick<ScatterModel, "priorVariances" | "priorDegrees">,
): number {
  const n = reference[3 * channel]!;
  const prior = priorVariances[channel]!;
  if (n <= 1) return prior;
  const sum = reference[3 * channel + 1]!;
  const squares = Math.max(0, reference[3 * channel + 2]! - (sum * sum) / n);
  const degrees = n - 1 + priorDegrees;
  return Math.max(leastShare * prior, (priorDegrees * prior + squares) / degrees);
}

/** A channel that never varies still has a variance. */
const leastShare = 1e-3;

/**
 * The scatter of a baseline's blocks, all overlapping neighbours of every length that three of them fit in, with their
 * degrees of freedom under independent noise (IEEE 1139-2008, annex C: 1.5(N−1)/n − 2(N−2)/N, times 4n²/(4n²+5)).
 */
export function addBaselineScatter(
  scatter: MeanScatter,
  firstChannel: number,
  blocks: readonly (readonly number[])[],
): MeanScatter {
  const squares = scatter.squares.slice();
  const counts = scatter.counts.slice();
  const count = blocks.length;
  const width = blocks[0]?.length ?? 0;
  for (let axis = 0; axis < width; axis += 1) {
    const sums = runningSums(blocks, axis);
    for (let scale = 0, n = 1; 3 * n <= count && scale < scales; scale += 1, n *= 2) {
      const degrees = ((1.5 * (count - 1)) / n - (2 * (count - 2)) / count) * ((4 * n * n) / (4 * n * n + 5));
      const at = scales * (firstChannel + axis) + scale;
      squares[at] = Math.fround(squares[at]! + degrees * meanSample(sums, n));
      counts[at] = Math.fround(counts[at]! + degrees);
    }
  }
  return { squares, counts };
}

function runningSums(blocks: readonly (readonly number[])[], axis: number): readonly number[] {
  const sums = [0];
  for (const values of blocks) sums.push(sums.at(-1)! + values[axis]!);
  return sums;
}

/** Mean of n/2·(Ā − B̄)² over all neighbours of n blocks each. */
function meanSample(sums: readonly number[], n: number): number {
  let total = 0;
  let pairs = 0;
  for (let at = 0; at + 2 * n < sums.length; at += 1) {
    const difference = (sums[at + 2 * n]! - 2 * sums[at + n]! + sums[at]!) / n;
    total += 0.5 * n * difference * difference;
    pairs += 1;
  }
  return total / pairs;
}
