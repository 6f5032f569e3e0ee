import { zeros } from "../numeric/doubles.ts";
import type { CurvePrior } from "../model/settings.ts";
import type { MeanScatter } from "../model/mean-scatter.ts";
import type { Bucket } from "../model/state.ts";
import { scales } from "./noise-family.ts";
import { ratioSoFar } from "./variance-curve.ts";

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

/** Neighbours apart: single buckets, and two and two of four; their first four or their last. */
const contrasts = {
  pairs: [
    [1, -1],
    [0, 1, -1],
  ],
  doubles: [
    [1, 1, -1, -1],
    [0, 1, 1, -1, -1],
  ],
  /**
   * How five neighbours bend: nothing of a level or of a slope is in it (the orthogonal polynomial of second degree: Fisher &
   * Yates 1938, table XXIII). A steady drift lets neighbours differ and does not bend them: it is not to pass for noise.
   */
  bend: [2, -1, -2, -1, 2],
} as const;

/**
 * Samples taken when a level of the histogram is one bucket too full, before its two oldest become one. They are as old as the
 * level, so that a change worth telling is told before it is taken for scatter.
 */
export function sampleLevel(
  scatter: MeanScatter,
  buckets: readonly Bucket[],
  first: number,
  { past, model }: { readonly past: readonly number[]; readonly model: ScatterModel },
): MeanScatter {
  const level = buckets.slice(first, first + contrasts.bend.length);
  if (level.length < contrasts.bend.length) return scatter;
  const sums = { squares: scatter.squares.slice(), counts: scatter.counts.slice() };
  const isSingles = level[0]!.size === 1;
  const { mostSquares, heldShare } = isSingles ? holdOfSingles : holdOfLonger;
  for (let channel = 0; channel < past.length / 3; channel += 1) {
    const weights = level.map((bucket) => bucket.sums[3 * channel]!);
    const least = Math.min(...weights);
    // Buckets of unequal weight belong to no scale, and one of less than a block tells nothing.
    if (least < 1 || Math.max(...weights) > 2 * least) continue;
    const variance = blockVariance(past, channel, model);
    const weight = weights.reduce((sum, one) => sum + one, 0) / weights.length;
    const bend = contrastSquare(level, channel, contrasts.bend);
    const known = { scatter: sums, channel, variance, prior: model.priorCurves[channel]! };
    const add = (scale: number, sample: number, isLevelOnly: boolean) => {
      const at = scales * channel + scale;
      const usual = ratioSoFar(known, Math.max(0, scale - 1)) * variance;
      const beside = isLevelOnly ? Infinity : mostOfBend * Math.max(bend, usual);
      const held =
        (1 / heldShare) *
        Math.min(sample, beside, mostSquares * Math.max(usual, ratioSoFar(known, scale) * variance));
      const kept = Math.min(1, longestMemory / (sums.counts[at]! + shareOfSample));
      sums.squares[at] = Math.fround(kept * (sums.squares[at]! + shareOfSample * held));
      sums.counts[at] = Math.fround(kept * (sums.counts[at]! + shareOfSample));
    };
    if (isSingles) {
      for (const pair of contrasts.pairs)
        add(nearestScale(weight), contrastSquare(level, channel, pair), true);
    }
    for (const double of contrasts.doubles) {
      add(nearestScale(2 * weight), contrastSquare(level, channel, double), false);
    }
  }
  return sums;
}

/** The square of a contrast of the buckets' means, over what it is for independent blocks of variance 1. */
function contrastSquare(buckets: readonly Bucket[], channel: number, contrast: readonly number[]): number {
  let sum = 0;
  let spread = 0;
  contrast.forEach((part, at) => {
    const { sums } = buckets[at]!;
    const n = sums[3 * channel]!;
    sum += (part * sums[3 * channel + 1]!) / n;
    spread += (part * part) / n;
  });
  return (sum * sum) / spread;
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
