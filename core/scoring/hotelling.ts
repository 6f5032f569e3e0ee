import { fisherTail } from "./numeric/beta-tail.ts";
import type { FrameMoments } from "./state.ts";
import { cholesky, forwardSolve } from "./symmetric-matrix.ts";

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
  const residuals = present.map((channel) => frame[channel]! - meanOf(moments, channel));
  const m = present.reduce((least, channel) => Math.min(least, moments.first[2 * channel]!), Infinity);
  const factor = covarianceFactor(moments, present, rule.priorDegrees);
  const parts = forwardSolve(factor, residuals).map((part) => (part * part * m) / (m + 1));
  const t2 = parts.reduce((sum, part) => sum + part, 0);
  // Whole degrees of freedom, rounded down: limits are then shared between vehicles, and never too tight.
  const nu = Math.max(d, Math.min(mostDegrees, Math.floor(rule.priorDegrees + m - 1)));
  const shares: (number | null)[] = frame.map(() => null);
  present.forEach((channel, at) => {
    shares[channel] = t2 > 0 ? parts[at]! / t2 : 1 / d;
  });
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
  const key = `${rate} ${d} ${nu}`;
  const known = knownLimits.get(key);
  if (known !== undefined) return known;
  const limit = (fisherQuantile(rate, d, nu - d + 1) * (nu * d)) / (nu - d + 1);
  if (knownLimits.size < mostKnownLimits) knownLimits.set(key, limit);
  return limit;
}

/** Beyond 2,000 degrees of freedom the limits differ by less than half a per cent. */
const mostDegrees = 2000;
const mostKnownLimits = 50_000;
/** Each limit takes a search; the same few thousand serve every vehicle. */
const knownLimits = new Map<string, number>();

/** Adds a frame to the reference, held to within 4 σ of the mean so far; `weight` below 1 for frames that resemble their neighbours. */
export function addFrame(moments: FrameMoments, frame: StandardisedFrame, weight: number): FrameMoments {
  const first = moments.first.slice();
  const second = moments.second.slice();
  const held = frame.map((value, channel) => {
    if (value === null) return null;
    const mean = meanOf(moments, channel);
    return Math.max(mean - mostSigma, Math.min(mean + mostSigma, value));
  });
  for (let j = 0, pair = 0; j < held.length; j += 1) {
    const u = held[j]!;
    if (u !== null) {
      first[2 * j]! += weight;
      first[2 * j + 1]! += weight * u;
    }
    for (let k = j; k < held.length; k += 1, pair += 3) {
      const v = held[k]!;
      if (u === null || v === null) continue;
      second[pair]! += weight;
      second[pair + 1]! += weight * u * v;
      second[pair + 2]! += weight * u * v * u * v;
    }
  }
  return { first, second };
}

const mostSigma = 4;

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
  let largest = 0;
  for (let j = 0; j < channels; j += 1) {
    for (let k = Math.max(j + 1, 3); k < channels; k += 1) {
      if (moments.second[pairAt(j, k, channels)]! < fewest) continue;
      const scale = Math.sqrt(covariance(moments, j, j) * covariance(moments, k, k));
      if (scale > 0) largest = Math.max(largest, Math.abs(covariance(moments, j, k)) / scale);
    }
  }
  return largest;
}

function presentChannels(moments: FrameMoments, frame: StandardisedFrame, fewest: number): number[] {
  return Array.from(frame.keys()).filter(
    (channel) => frame[channel] !== null && moments.first[2 * channel]! >= fewest,
  );
}

/** Cholesky factor of the shrunk covariance of the present channels (Ledoit & Wolf 2004, diagonal target). */
function covarianceFactor(
  moments: FrameMoments,
  present: readonly number[],
  priorDegrees: number,
): Float64Array {
  const d = present.length;
  const keep = 1 - shrinkage(moments, present);
  const matrix = new Float64Array(d * d);
  for (let row = 0; row < d; row += 1) {
    for (let column = 0; column < d; column += 1) {
      const [j, k] = [present[row]!, present[column]!];
      const count = pairWeight(moments, j, k);
      const entry = covariance(moments, j, k);
      matrix[row * d + column] =
        row === column
          ? (count * entry + priorDegrees) / (count + priorDegrees)
          : (count * keep * entry) / (count + priorDegrees);
    }
  }
  const factor = cholesky(matrix, d);
  if (factor !== null) return factor;
  // Pairs seen in different frames need not fit together; then the channels are taken as independent.
  const independent = matrix.map((entry, at) => (at % (d + 1) === 0 ? Math.sqrt(Math.max(entry, 1e-6)) : 0));
  return independent;
}

function shrinkage(moments: FrameMoments, present: readonly number[]): number {
  const channels = moments.first.length / 2;
  let spread = 0;
  let size = 0;
  for (const j of present) {
    for (const k of present) {
      if (j >= k) continue;
      const pair = pairAt(j, k, channels);
      const count = moments.second[pair]!;
      if (count < 2) continue;
      const product = moments.second[pair + 1]! / count;
      spread += Math.max(0, moments.second[pair + 2]! / count - product * product) / count;
      const entry = covariance(moments, j, k);
      size += entry * entry;
    }
  }
  return size > 0 ? Math.min(1, spread / size) : 1;
}

function covariance(moments: FrameMoments, j: number, k: number): number {
  const channels = moments.first.length / 2;
  const pair = pairAt(j, k, channels);
  const count = moments.second[pair]!;
  if (count < 2) return j === k ? 1 : 0;
  const product = moments.second[pair + 1]! / count - meanOf(moments, j) * meanOf(moments, k);
  return (product * count) / (count - 1);
}

function pairWeight(moments: FrameMoments, j: number, k: number): number {
  return moments.second[pairAt(j, k, moments.first.length / 2)]!;
}

function meanOf(moments: FrameMoments, channel: number): number {
  const weight = moments.first[2 * channel]!;
  return weight > 0 ? moments.first[2 * channel + 1]! / weight : 0;
}

/** Where the sums of the pair (j, k) start, in the order (0,0), (0,1) … (1,1) … */
function pairAt(a: number, b: number, channels: number): number {
  const [j, k] = a < b ? [a, b] : [b, a];
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
