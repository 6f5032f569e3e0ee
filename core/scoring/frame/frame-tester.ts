import { fisherTail } from "../numeric/beta-tail.ts";
import type { FrameMoments } from "../model/state.ts";
import { cholesky, forwardSolve } from "../numeric/symmetric-matrix.ts";

/** One frame's values in units of their noise; absent channels are null. */
export type StandardisedFrame = readonly (number | null)[];

export interface FrameTest {
  /** Hotelling's T² of the present channels against the predictive distribution of the reference. */
  readonly t2: number;
  readonly degrees: number;
  /** P(T² this large or larger) with the reference's finite size counted. */
  readonly pValue: number;
  /** T² that is exceeded with probability `limitRate`. */
  readonly limit: number;
  /** Part of T² each present channel adds to those before it, in channel order; null for absent ones. */
  readonly shares: readonly (number | null)[];
}

export interface FrameTestRule {
  /** Weight of independent unit noise believed beforehand, in frames. */
  readonly priorDegrees: number;
  readonly limitRate: number;
  /** Fewest reference frames a channel is tested against. */
  readonly minimumReference: number;
}

/**
 * Hotelling's T² with a baseline of m frames: T² = m/(m + 1)·rᵀΣ̂⁻¹r and F = T²(ν − d + 1)/(νd) ~ F(d, ν − d + 1), with
 * ν = ν₀ + m − 1 (Montgomery, "Statistical Quality Control", phase II limits). Its parts by channel follow Mason,
 * Young & Tracy (1995). Null when no present channel has a reference yet.
 */
export function testFrame(
  moments: FrameMoments,
  frame: StandardisedFrame,
  rule: FrameTestRule,
): FrameTest | null {
  const present = presentChannels(moments, frame, rule.minimumReference);
  const d = present.length;
  if (d === 0) return null;
  const { parts } = benchOf(d);
  let m = Infinity;
  for (let at = 0; at < d; at += 1) {
    const channel = present[at]!;
    parts[at] = frame[channel]! - meanOf(moments, channel);
    m = Math.min(m, moments.first[2 * channel]!);
  }
  solveByCovariance(moments, present, rule.priorDegrees);
  let t2 = 0;
  for (let at = 0; at < d; at += 1) {
    parts[at] = (parts[at]! * parts[at]! * m) / (m + 1);
    t2 += parts[at]!;
  }
  // Whole degrees of freedom, rounded down: limits are then shared between vehicles, and never too tight.
  const nu = Math.max(d, Math.min(maxDegrees, Math.floor(rule.priorDegrees + m - 1)));
  const shares: (number | null)[] = frame.map(() => null);
  for (let at = 0; at < d; at += 1) shares[present[at]!] = t2 > 0 ? parts[at]! / t2 : 1 / d;
  return {
    t2,
    degrees: d,
    pValue: fisherTail((t2 * (nu - d + 1)) / (nu * d), d, nu - d + 1),
    limit: t2Limit(rule.limitRate, d, nu),
    shares,
  };
}

/** The limit of T² for a phase II frame with d channels and ν degrees of freedom, without the factor (m + 1)/m. */
export function t2Limit(rate: number, d: number, nu: number): number {
  if (rate !== knownRate) {
    knownRate = rate;
    knownLimits.clear();
  }
  const key = d * (maxDegrees + 1) + nu;
  const known = knownLimits.get(key);
  if (known !== undefined) return known;
  const limit = (fisherQuantile(rate, d, nu - d + 1) * (nu * d)) / (nu - d + 1);
  if (knownLimits.size < maxKnownLimits) knownLimits.set(key, limit);
  return limit;
}

/** Beyond 2,000 degrees of freedom the limits differ by less than half a per cent. */
const maxDegrees = 2000;
const maxKnownLimits = 50_000;
/** Each limit takes a search; the same few thousand serve every vehicle. */
const knownLimits = new Map<number, number>();
let knownRate = -1;

/** Adds a frame to the reference, held to within 4 σ of the mean so far; `weight` below 1 for frames that resemble their neighbours. */
export function addFrame(moments: FrameMoments, frame: StandardisedFrame, weight: number): FrameMoments {
  const first = moments.first.slice();
  const second = moments.second.slice();
  const channels = frame.length;
  for (let j = 0, pair = 0; j < channels; j += 1) {
    if (frame[j] === null) {
      pair += 3 * (channels - j);
      continue;
    }
    const u = heldNear(moments, j, frame[j]!);
    first[2 * j]! += weight;
    first[2 * j + 1]! += weight * u;
    for (let k = j; k < channels; k += 1, pair += 3) {
      if (frame[k] === null) continue;
      const v = heldNear(moments, k, frame[k]!);
      second[pair]! += weight;
      second[pair + 1]! += weight * u * v;
      second[pair + 2]! += weight * u * v * u * v;
    }
  }
  return { first, second };
}

function heldNear(moments: FrameMoments, channel: number, value: number): number {
  const mean = meanOf(moments, channel);
  return Math.max(mean - maxSigma, Math.min(mean + maxSigma, value));
}

const maxSigma = 4;

/** Forgets everything about some channels. */
export function clearMoments(moments: FrameMoments, firstChannel: number, width: number): FrameMoments {
  const first = moments.first.slice();
  const second = moments.second.slice();
  const channels = first.length / 2;
  const isCleared = (channel: number) => channel >= firstChannel && channel < firstChannel + width;
  for (let j = 0, pair = 0; j < channels; j += 1) {
    if (isCleared(j)) first.fill(0, 2 * j, 2 * j + 2);
    for (let k = j; k < channels; k += 1, pair += 3) {
      if (isCleared(j) || isCleared(k)) second.fill(0, pair, pair + 3);
    }
  }
  return { first, second };
}

/** Largest absolute correlation between channels of different sensors, from at least `fewest` common frames. */
export function largestCrossCorrelation(moments: FrameMoments, fewest: number): number {
  const channels = moments.first.length / 2;
  const { means, covariances: variances } = benchOf(channels);
  for (let j = 0; j < channels; j += 1) {
    means[j] = meanOf(moments, j);
    variances[j] = covariance(moments, pairAt(j, j, channels), means[j]! * means[j]!) ?? 1;
  }
  let largest = 0;
  for (let j = 0; j < channels; j += 1) {
    for (let k = Math.max(j + 1, 3); k < channels; k += 1) {
      const pair = pairAt(j, k, channels);
      if (moments.second[pair]! < fewest) continue;
      const scale = Math.sqrt(variances[j]! * variances[k]!);
      const both = covariance(moments, pair, means[j]! * means[k]!) ?? 0;
      if (scale > 0) largest = Math.max(largest, Math.abs(both) / scale);
    }
  }
  return largest;
}

function presentChannels(moments: FrameMoments, frame: StandardisedFrame, fewest: number): number[] {
  const present: number[] = [];
  for (let channel = 0; channel < frame.length; channel += 1) {
    if (frame[channel] !== null && moments.first[2 * channel]! >= fewest) present.push(channel);
  }
  return present;
}

/** Numbers of one test, written over by the next. */
interface TestBench {
  /** Residuals, then the same made independent, then the parts of T². */
  readonly parts: Float64Array;
  readonly means: Float64Array;
  /** Row-major; only what lies on and below the diagonal. */
  readonly covariances: Float64Array;
  readonly factor: Float64Array;
}

const benches: TestBench[] = [];

function benchOf(channels: number): TestBench {
  return (benches[channels] ??= {
    parts: new Float64Array(channels),
    means: new Float64Array(channels),
    covariances: new Float64Array(channels * channels),
    factor: new Float64Array(channels * channels),
  });
}

/**
 * Turns the residuals on the bench into independent ones of unit variance, by the Cholesky factor of the shrunk
 * covariance of the present channels (Ledoit & Wolf 2004, diagonal target).
 */
function solveByCovariance(moments: FrameMoments, present: readonly number[], priorDegrees: number): void {
  const d = present.length;
  const { parts, means, covariances } = benchOf(d);
  const channels = moments.first.length / 2;
  const { second } = moments;
  for (let at = 0; at < d; at += 1) means[at] = meanOf(moments, present[at]!);
  let spread = 0;
  let size = 0;
  for (let column = 0; column < d; column += 1) {
    for (let row = column; row < d; row += 1) {
      const pair = pairAt(present[column]!, present[row]!, channels);
      const entry = covariance(moments, pair, means[column]! * means[row]!);
      covariances[row * d + column] = entry ?? (row === column ? 1 : 0);
      if (row === column || entry === null) continue;
      const count = second[pair]!;
      const product = second[pair + 1]! / count;
      spread += Math.max(0, second[pair + 2]! / count - product * product) / count;
      size += entry * entry;
    }
  }
  const keep = 1 - (size > 0 ? Math.min(1, spread / size) : 1);
  for (let row = 0; row < d; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      const count = second[pairAt(present[column]!, present[row]!, channels)]!;
      const entry = covariances[row * d + column]!;
      covariances[row * d + column] =
        row === column
          ? (count * entry + priorDegrees) / (count + priorDegrees)
          : (count * keep * entry) / (count + priorDegrees);
    }
  }
  const factor = cholesky(covariances, d, benchOf(d).factor);
  if (factor !== null) {
    forwardSolve(factor, parts, parts);
    return;
  }
  // Pairs seen in different frames need not fit together; then the channels are taken as independent.
  for (let at = 0; at < d; at += 1) parts[at]! /= Math.sqrt(Math.max(covariances[at * (d + 1)]!, 1e-6));
}

/** Null when the pair was seen in fewer than two frames. */
function covariance({ second }: FrameMoments, pair: number, productOfMeans: number): number | null {
  const count = second[pair]!;
  if (count < 2) return null;
  return ((second[pair + 1]! / count - productOfMeans) * count) / (count - 1);
}

function meanOf(moments: FrameMoments, channel: number): number {
  const weight = moments.first[2 * channel]!;
  return weight > 0 ? moments.first[2 * channel + 1]! / weight : 0;
}

/** Where the sums of the pair j ≤ k start, in the order (0,0), (0,1) … (1,1) … */
function pairAt(j: number, k: number, channels: number): number {
  return 3 * (j * channels - (j * (j - 1)) / 2 + (k - j));
}

/** The value a Fisher variable exceeds with probability `rate`, by bisection to the last bits. */
function fisherQuantile(rate: number, d1: number, d2: number): number {
  let low = 0;
  let high = 1;
  while (fisherTail(high, d1, d2) > rate && high < 1e12) high *= 2;
  for (let step = 0; step < 60; step += 1) {
    const middle = 0.5 * (low + high);
    if (fisherTail(middle, d1, d2) > rate) low = middle;
    else high = middle;
  }
  return 0.5 * (low + high);
}
