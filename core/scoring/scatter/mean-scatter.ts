import { filled, zeros } from "../numeric/doubles.ts";
import type { CurvePrior } from "../settings/settings.ts";
import type { BucketBench } from "../model/buckets.ts";
import type { MeanScatter } from "../model/mean-scatter.ts";
import { scales } from "./noise-family.ts";
import { ratioSoFar } from "./variance-curve.ts";
import type { CurveCase } from "./variance-curve.ts";

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
  const cleared = (held: readonly number[]) =>
    filled(held.slice(), 0, scales * first, scales * (first + width));
  return { squares: cleared(squares), counts: cleared(counts) };
}

/** The scatter with a curve's samples, as many as its degrees, of a channel whose blocks have this variance. */
export function addCurve(
  scatter: MeanScatter,
  {
    channel,
    curve,
    variance,
  }: { readonly channel: number; readonly curve: CurvePrior; readonly variance: number },
): MeanScatter {
  const [squares, counts] = [scatter.squares.slice(), scatter.counts.slice()];
  for (let scale = 0; scale < scales; scale += 1) {
    const at = scales * channel + scale;
    const samples = curve.degrees[scale]!;
    squares[at] = Math.fround(squares[at]! + samples * curve.ratios[scale]! * variance);
    counts[at] = Math.fround(counts[at]! + samples);
  }
  return { squares, counts };
}

/** A mean is part of two samples: each counts for less. */
export const shareOfSample = 2 / 3;
/** A difference of neighbours counts as at most so many times what the bend of all five says, or the scale before says. */
export const mostOfBend = 6;
/** Samples of a scale that are remembered: roads and loads change, and their noise with them. */
export const longestMemory = 200;
/**
 * A sample further out than its variance times `mostSquares` is an outlier or a change: it counts as that. Held samples say
 * less than whole ones, on average `heldShare` of it.
 */
export interface SampleHold {
  readonly mostSquares: number;
  readonly heldShare: number;
}
/** Of the first level: one outlying block is in up to three samples there, and is to speak of the noise in none. */
export const holdOfSingles: SampleHold = { mostSquares: 6, heldShare: 0.94 };
/** Three standard deviations. */
export const holdOfLonger: SampleHold = { mostSquares: 9, heldShare: 0.96 };

/** A channel whose sums are being added to. */
interface SampledCase extends CurveCase {
  readonly scatter: { readonly squares: number[]; readonly counts: number[] };
}

/** Buckets that are compared with each other. */
const neighbours = 5;
/** Registers, for one channel at a time: the means of the five, and one over their weights. */
const means = new Float64Array(neighbours);
const inverses = new Float64Array(neighbours);

/** What is asked of a histogram's buckets. */
type SampledBuckets = Pick<BucketBench, "length" | "sizeAt" | "sumAt">;

/**
 * Samples taken when a level of the histogram is one bucket too full, before its two oldest become one. They are as old as the
 * level, so that a change worth telling is told before it is taken for scatter. The scatter's lists are written over.
 */
export function sampleLevel(
  scatter: MeanScatter,
  buckets: SampledBuckets,
  first: number,
  { past, model }: { readonly past: readonly number[]; readonly model: ScatterModel },
): MeanScatter {
  if (buckets.length - first < neighbours) return scatter;
  // Another scatter, in the same lists: what is known of the one before is known of no other.
  const sampled = { squares: scatter.squares, counts: scatter.counts };
  const isSingles = buckets.sizeAt(first) === 1;
  for (let channel = 0; channel < past.length / 3; channel += 1) {
    const weight = readNeighbours(buckets, first, channel);
    if (weight === 0) continue;
    const variance = blockVariance(past, channel, model);
    const known = { scatter: sampled, channel, variance, prior: model.priorCurves[channel]! };
    sampleNeighbours(known, weight, isSingles);
  }
  return sampled;
}

/** Their mean weight; 0 where they belong to no scale, being of unequal weight, or where one of less than a block tells nothing. */
function readNeighbours(buckets: SampledBuckets, first: number, channel: number): number {
  let total = 0;
  let least = Infinity;
  let most = 0;
  for (let at = 0; at < neighbours; at += 1) {
    const n = buckets.sumAt(first + at, 3 * channel);
    total += n;
    if (n < least) least = n;
    if (n > most) most = n;
    means[at] = buckets.sumAt(first + at, 3 * channel + 1) / n;
    inverses[at] = 1 / n;
  }
  return least < 1 || most > 2 * least ? 0 : total / neighbours;
}

/** Neighbours apart: single buckets, and two and two of four; their first four or their last. */
function sampleNeighbours(known: SampledCase, weight: number, isSingles: boolean): void {
  // One by one: to take a typed array apart as a list walks an iterator.
  const m0 = means[0]!;
  const m1 = means[1]!;
  const m2 = means[2]!;
  const m3 = means[3]!;
  const m4 = means[4]!;
  const i0 = inverses[0]!;
  const i1 = inverses[1]!;
  const i2 = inverses[2]!;
  const i3 = inverses[3]!;
  const i4 = inverses[4]!;
  const hold = isSingles ? holdOfSingles : holdOfLonger;
  if (isSingles) {
    const single = nearestScale(weight);
    addSample(known, { scale: single, bend: Infinity, hold }, squareOf(m0 - m1, i0 + i1));
    addSample(known, { scale: single, bend: Infinity, hold }, squareOf(m1 - m2, i1 + i2));
  }
  /*
   * How five neighbours bend: nothing of a level or of a slope is in it (the orthogonal polynomial of second degree: Fisher &
   * Yates 1938, table XXIII). A steady drift lets neighbours differ and does not bend them: it is not to pass for noise.
   */
  const bend = squareOf(2 * m0 - m1 - 2 * m2 - m3 + 2 * m4, 4 * i0 + i1 + 4 * i2 + i3 + 4 * i4);
  const doubles = { scale: nearestScale(2 * weight), bend, hold };
  addSample(known, doubles, squareOf(m0 + m1 - m2 - m3, i0 + i1 + i2 + i3));
  addSample(known, doubles, squareOf(m1 + m2 - m3 - m4, i1 + i2 + i3 + i4));
}

/** The square of a contrast of means, over what it is for independent blocks of variance 1. */
function squareOf(contrast: number, spread: number): number {
  return (contrast * contrast) / spread;
}

/** Takes a sample in, held to what the channel's own say and to the bend beside it; Infinity where a pair has none. */
function addSample(
  known: SampledCase,
  { scale, bend, hold }: { readonly scale: number; readonly bend: number; readonly hold: SampleHold },
  sample: number,
): void {
  const { mostSquares, heldShare } = hold;
  const { scatter, channel, variance } = known;
  const { squares, counts } = scatter;
  const at = scales * channel + scale;
  const usual = ratioSoFar(known, Math.max(0, scale - 1)) * variance;
  const own = ratioSoFar(known, scale) * variance;
  const most = Math.min(mostOfBend * Math.max(bend, usual), mostSquares * Math.max(usual, own));
  const held = (1 / heldShare) * Math.min(sample, most);
  const count = counts[at]! + shareOfSample;
  const kept = Math.min(1, longestMemory / count);
  squares[at] = Math.fround(kept * (squares[at]! + shareOfSample * held));
  counts[at] = Math.fround(kept * count);
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
export const leastShare = 1e-3;

/**
 * The scatter of a baseline's blocks, all overlapping neighbours of every length that three of them fit in, with their
 * degrees of freedom under independent noise (IEEE 1139-2008, annex C: 1.5(N−1)/n − 2(N−2)/N, times 4n²/(4n²+5), of N = blocks + 1 phase points).
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
      const degrees = ((1.5 * count) / n - (2 * (count - 1)) / (count + 1)) * ((4 * n * n) / (4 * n * n + 5));
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

/**
 * The scatter of each channel in units of its own variance, with a part of what the others of the vehicle show: what moves one
 * slowly, warmth or load, mostly moves the others too, and together they tell it sooner.
 */
export function shareScatter(
  { squares, counts }: MeanScatter,
  variances: readonly number[],
  blockLevels: readonly number[],
): MeanScatter {
  const channels = variances.length;
  const own = squares.slice();
  for (let channel = 0; channel < channels; channel += 1) {
    for (let scale = 0; scale < scales; scale += 1) own[scales * channel + scale]! /= variances[channel]!;
  }
  const shared = { squares: own.slice(), counts: counts.slice() };
  for (let channel = 0; channel < channels; channel += 1) {
    for (let other = 0; other < channels; other += 1) {
      // Means of as many blocks are means of as many frames only where blocks are of one length.
      if (other === channel || blockLevels[other] !== blockLevels[channel]) continue;
      for (let scale = 0; scale < scales; scale += 1) {
        shared.squares[scales * channel + scale]! += shareOfOthers * own[scales * other + scale]!;
        shared.counts[scales * channel + scale]! += shareOfOthers * counts[scales * other + scale]!;
      }
    }
  }
  return shared;
}

/** What another channel shows counts as so much of what the channel itself does. */
export const shareOfOthers = 0.5;
