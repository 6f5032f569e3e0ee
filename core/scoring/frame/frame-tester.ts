import { channels } from "../model/sensors.ts";
import type { FrameMoments } from "../model/state.ts";
import { fisherTail } from "../numeric/beta-tail.ts";
import { cholesky, forwardSolve } from "../numeric/symmetric-matrix.ts";
import { absent, covariance, isAbsent, meanOf, pairAt } from "./frame-moments.ts";
import type { StandardisedFrame } from "./frame-moments.ts";
import { FrameResiduals } from "./frame-residuals.ts";
import { T2Limits } from "./t2-limits.ts";

export interface FrameTest {
  /** Hotelling's T² of the present channels against the predictive distribution of the reference. */
  readonly t2: number;
  readonly degrees: number;
  /** P(T² this large or larger) with the reference's finite size counted. */
  readonly pValue: number;
  /** T² that is exceeded with probability `limitRate`. */
  readonly limit: number;
  /** Part of T² each channel adds to those before it, in channel order; `absent` where it is not tested. A register: the next test's. */
  readonly shares: ArrayLike<number>;
}

export interface FrameTestRule {
  /** Prior weight of independent unit noise, in frames. */
  readonly priorDegrees: number;
  readonly limitRate: number;
  /** Fewest reference frames a channel is tested against. */
  readonly minimumReference: number;
}

/** Tests frames one after another; keeps the limits it has looked for, and the memory that it and the fold of a frame reckon in. */
export class FrameTester {
  readonly residuals = new FrameResiduals();
  readonly #limits = new T2Limits();
  /** By number of present channels. */
  readonly #scratch: Scratch[] = [];
  readonly #shares = new Float64Array(channels.length);

  /**
   * Hotelling's T² with a baseline of m frames: T² = m/(m + 1)·rᵀΣ̂⁻¹r and F = T²(ν − d + 1)/(νd) ~ F(d, ν − d + 1), with
   * ν = ν₀ + m − 1 (Montgomery, "Statistical Quality Control", phase II limits). Its parts by channel follow Mason,
   * Young & Tracy (1995). Null when no present channel has a reference yet.
   */
  test(moments: FrameMoments, frame: StandardisedFrame, rule: FrameTestRule): FrameTest | null {
    const present = presentChannels(moments, frame, rule.minimumReference);
    const d = present.length;
    if (d === 0) return null;
    const scratch = (this.#scratch[d] ??= scratchFor(d));
    const m = takeResiduals({ moments, frame, present }, scratch);
    solveByCovariance(moments, present, rule.priorDegrees, scratch);
    const { parts } = scratch;
    let t2 = 0;
    for (let at = 0; at < d; at += 1) {
      parts[at] = (parts[at]! * parts[at]! * m) / (m + 1);
      t2 += parts[at]!;
    }
    // Whole degrees of freedom, rounded down: limits are then shared between vehicles, and never too tight.
    const nu = Math.max(d, Math.min(maxDegrees, Math.floor(rule.priorDegrees + m - 1)));
    const shares = this.#shares.fill(absent);
    for (let at = 0; at < d; at += 1) shares[present[at]!] = t2 > 0 ? parts[at]! / t2 : 1 / d;
    const { distribution, limit } = this.#limits.of(rule.limitRate, d, nu);
    const pValue = fisherTail((t2 * (nu - d + 1)) / (nu * d), distribution);
    return { t2, degrees: d, pValue, limit, shares };
  }
}

/** Beyond 2,000 degrees of freedom the limits differ by less than half a per cent. */
const maxDegrees = 2000;

/** Numbers of one test, written over by the next. */
interface Scratch {
  /** Residuals, then the same made independent, then the parts of T²: present channels. */
  readonly parts: Float64Array;
  readonly means: Float64Array;
  /** Row-major; only what lies on and below the diagonal. */
  readonly covariances: Float64Array;
  readonly factor: Float64Array;
}

function scratchFor(channels: number): Scratch {
  return {
    parts: new Float64Array(channels),
    means: new Float64Array(channels),
    covariances: new Float64Array(channels * channels),
    factor: new Float64Array(channels * channels),
  };
}

function presentChannels(moments: FrameMoments, frame: StandardisedFrame, fewest: number): readonly number[] {
  let isWhole = true;
  for (let channel = 0; channel < frame.length; channel += 1) {
    if (!isTested(moments, frame, channel, fewest)) isWhole = false;
  }
  if (isWhole && frame.length === everyChannel.length) return everyChannel;
  return everyChannel.filter((channel) => isTested(moments, frame, channel, fewest));
}

/** Most frames carry all of them. */
const everyChannel: readonly number[] = channels.map((_, channel) => channel);

function isTested(moments: FrameMoments, frame: StandardisedFrame, channel: number, fewest: number): boolean {
  return !isAbsent(frame[channel]!) && moments.first[2 * channel]! >= fewest;
}

/** The present channels beside their means; returns the size of the smallest reference among them. */
function takeResiduals(
  given: {
    readonly moments: FrameMoments;
    readonly frame: StandardisedFrame;
    readonly present: readonly number[];
  },
  { parts }: Scratch,
): number {
  const { moments, frame, present } = given;
  let m = Infinity;
  for (let at = 0; at < present.length; at += 1) {
    const channel = present[at]!;
    parts[at] = frame[channel]! - meanOf(moments, channel);
    m = Math.min(m, moments.first[2 * channel]!);
  }
  return m;
}

/**
 * Turns the residuals into independent ones of unit variance, by the Cholesky factor of the shrunk covariance of the
 * present channels (Ledoit & Wolf 2004, diagonal target).
 */
function solveByCovariance(
  moments: FrameMoments,
  present: readonly number[],
  priorDegrees: number,
  scratch: Scratch,
): void {
  const d = present.length;
  const { parts, covariances } = scratch;
  const keep = measureCovariances(moments, present, scratch);
  const width = moments.first.length / 2;
  for (let row = 0; row < d; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      const count = moments.second[pairAt(present[column]!, present[row]!, width)]!;
      const entry = covariances[row * d + column]!;
      covariances[row * d + column] =
        row === column
          ? (count * entry + priorDegrees) / (count + priorDegrees)
          : (count * keep * entry) / (count + priorDegrees);
    }
  }
  const factor = cholesky(covariances, d, scratch.factor);
  if (factor !== null) {
    forwardSolve(factor, parts, parts);
    return;
  }
  // Pairs seen in different frames need not fit together; then the channels are taken as independent.
  for (let at = 0; at < d; at += 1) parts[at]! /= Math.sqrt(Math.max(covariances[at * (d + 1)]!, 1e-6));
}

/** Writes the covariances as they were measured; returns the share of those between channels that shrinking keeps. */
function measureCovariances(
  moments: FrameMoments,
  present: readonly number[],
  { means, covariances }: Scratch,
): number {
  const d = present.length;
  const width = moments.first.length / 2;
  const { second } = moments;
  for (let at = 0; at < d; at += 1) means[at] = meanOf(moments, present[at]!);
  let spread = 0;
  let size = 0;
  for (let column = 0; column < d; column += 1) {
    for (let row = column; row < d; row += 1) {
      const pair = pairAt(present[column]!, present[row]!, width);
      const entry = covariance(moments, pair, means[column]! * means[row]!);
      covariances[row * d + column] = entry ?? (row === column ? 1 : 0);
      if (row === column || entry === null) continue;
      const count = second[pair]!;
      const product = second[pair + 1]! / count;
      spread += Math.max(0, second[pair + 2]! / count - product * product) / count;
      size += entry * entry;
    }
  }
  return 1 - (size > 0 ? Math.min(1, spread / size) : 1);
}
