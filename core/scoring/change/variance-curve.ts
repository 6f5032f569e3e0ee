import { zeros } from "../numeric/doubles.ts";
import type { CurvePrior } from "../model/settings.ts";
import type { VarianceCurve } from "../model/standing.ts";
import type { MeanScatter } from "../model/state.ts";

/*
 * How much the mean of n blocks varies. Independent blocks: their variance divided by n. Noise that wanders varies more, and by
 * how much is measured: neighbouring means of 2^k blocks differ by what the noise does at that scale (Allan 1966,
 * "Statistics of atomic frequency standards"; IEEE 1139). docs/scoring-method.md, "The variance of a mean".
 */

/** Scales: means of 2^k blocks, k = 0 … 9. */
export const scales = 10;

/** What is known of a channel whose curve is asked for. */
export interface CurveCase {
  readonly scatter: MeanScatter;
  readonly channel: number;
  /** Variance of a block, in the unit of the scatter. */
  readonly variance: number;
  readonly prior: CurvePrior;
}

/**
 * Each scale's ratio follows from the one before as the prior has it, until its own samples say otherwise; none is taken to
 * be below that of a shorter scale, or below 1: credit is not given for noise that seems to cancel. The variance of a
 * mean is what all longer scales leave of it, ½ Σ ratio_j·2^−j: an Allan variance alone would miss them.
 */
export function varianceCurve(known: CurveCase): VarianceCurve {
  const { ratios: apart, degrees } = ratioEstimates(known);
  const ratios = rising(apart, degrees);
  const inflation = zeros(scales);
  const inflationDegrees = zeros(scales);
  let power: number = powers[scales - 1]!;
  let sum = 0;
  let variance = 0;
  for (let scale = scales - 1; scale >= 0; scale -= 1) {
    // The last scale stands for all that are longer.
    const term = ((scale === scales - 1 ? 1 : 0.5) * ratios[scale]!) / power;
    sum += term;
    variance += (2 * term * term) / degrees[scale]!;
    inflation[scale] = power * sum;
    inflationDegrees[scale] = (2 * sum * sum) / variance;
    power *= 0.5;
  }
  return { inflation, degrees: inflationDegrees, first: ratios[0]! };
}

/**
 * The rising ratios nearest to those estimated, each as weighty as its degrees of freedom, and none below 1: neighbours that
 * fall are one, their mean (Ayer et al. 1955, "An empirical distribution function for sampling with incomplete information").
 */
function rising(ratios: readonly number[], weights: readonly number[]): readonly number[] {
  // Neighbours that are one so far: their mean, their weight, and how many they are.
  const means = zeros(scales);
  const pooled = zeros(scales);
  const counts = zeros(scales);
  let pools = 0;
  for (let scale = 0; scale < scales; scale += 1) {
    let mean = ratios[scale]!;
    let weight = weights[scale]!;
    let count = 1;
    for (; pools > 0 && means[pools - 1]! > mean; pools -= 1) {
      const before = pooled[pools - 1]!;
      mean = (before * means[pools - 1]! + weight * mean) / (before + weight);
      weight = before + weight;
      count += counts[pools - 1]!;
    }
    means[pools] = mean;
    pooled[pools] = weight;
    counts[pools] = count;
    pools += 1;
  }
  const risen = zeros(scales);
  for (let pool = 0, scale = 0; pool < pools; pool += 1) {
    for (let more = 0; more < counts[pool]!; more += 1, scale += 1) risen[scale] = Math.max(1, means[pool]!);
  }
  return risen;
}

/** The ratio of each scale by itself, and its degrees of freedom; samples of a scale are held against it. Up to the scale asked for. */
export function ratioEstimates(
  { scatter, channel, variance, prior }: CurveCase,
  last = scales - 1,
): {
  readonly ratios: readonly number[];
  readonly degrees: readonly number[];
  /** What the scale before lets expect of each, whatever its own samples say. */
  readonly expected: readonly number[];
} {
  const ratios = zeros(last + 1);
  const degrees = zeros(last + 1);
  const foreseen = zeros(last + 1);
  // One block against itself: its ratio is 1 by definition.
  let [before, degreesBefore, growth] = [1, Infinity, prior.ratios];
  for (let scale = 0; scale <= last; scale += 1) {
    const at = scales * channel + scale;
    const carried = 1 / (1 / prior.degrees[scale]! + 1 / degreesBefore);
    const expected = scale === 0 ? prior.ratios[0]! : (before * growth[scale]!) / growth[scale - 1]!;
    const own = scatter.counts[at]!;
    before = (carried * expected + scatter.squares[at]! / variance) / (carried + own);
    degreesBefore = carried + own;
    ratios[scale] = before;
    foreseen[scale] = expected;
    degrees[scale] = degreesBefore;
    if (scale === 0 && before < 1) growth = growthBeyond(before, prior.ratios);
  }
  return { ratios, degrees, expected: foreseen };
}

/**
 * How much the ratios of longer means are above that of single blocks: as the prior has it, and more where neighbours resemble
 * each other more than the prior knows.
 */
function growthBeyond(first: number, prior: readonly number[]): readonly number[] {
  const own = growthOfCorrelated(1 - first);
  if (!(prior[0]! < 1)) return prior.map((ratio, scale) => ratio * Math.max(1, own[scale]!));
  const foreseen = growthOfCorrelated(1 - prior[0]!);
  return prior.map((ratio, scale) => ratio * Math.max(1, own[scale]! / foreseen[scale]!));
}

function growthOfCorrelated(correlation: number): readonly number[] {
  const ratios = ratiosOfCorrelated(Math.max(0, Math.min(mostResemblance, correlation)));
  return ratios.map((ratio) => ratio / ratios[0]!);
}

/** Blocks are made long enough to resemble each other by less. */
export const mostResemblance = 0.6;

/** Scale of a mean of so many blocks, at most the last: 2^scale ≤ n, for n ≥ 1. */
export function scaleOf(blocks: number): number {
  // Of the whole part: the place of its highest bit.
  return blocks >= lastPower ? scales - 1 : 31 - Math.clz32(blocks);
}

/** Variance of a mean of so many blocks, at least one, over that of independent ones. */
export function inflationOf({ inflation }: Pick<VarianceCurve, "inflation">, blocks: number): number {
  return between(inflation, blocks);
}

/** Linear between the scales. */
function between(byScale: readonly number[], blocks: number): number {
  const scale = scaleOf(blocks);
  const from = byScale[scale]!;
  if (scale === scales - 1) return from;
  const power = powers[scale]!;
  return from + ((byScale[scale + 1]! - from) * (blocks - power)) / power;
}

/** Variance of a mean of so many blocks, over that of one. */
export function varianceOfMean(curve: VarianceCurve, blocks: number): number {
  const counted = Math.max(1, blocks);
  return inflationOf(curve, counted) / counted;
}

const powers = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512] as const;
const lastPower = powers[scales - 1]!;

/**
 * Variance of the difference between the means of two neighbouring stretches of blocks, over the variance of a block. The
 * shorter, of n blocks, is a part of all N = n + m, so Var(x̄_n − x̄_m) = (N/m)²·(Var x̄_n − Var x̄_N), of noise whose means
 * vary about one level. Noise that wanders at the longest scales has no level: beyond what independent blocks would give, its
 * part counts by up to twice the longer side's share, which is exact for a random walk.
 */
export function varianceOfDifference(curve: VarianceCurve, one: number, other: number): number {
  const n = Math.min(one, other);
  const m = Math.max(one, other);
  const all = n + m;
  const independent = all / (n * m);
  const part = all / m;
  const bound = curve.first * independent;
  // Less than a block varies no more than one.
  const short = Math.max(1, n);
  const measured = part * part * (inflationOf(curve, short) / n - inflationOf(curve, Math.max(1, all)) / all);
  const variance = Math.max(0.5 * independent, measured);
  if (variance <= bound) return variance;
  return bound + ((2 * m) / all) * (variance - bound);
}
/**
 * The same, as far as it matters to shifts beyond a zone, given in standard deviations of a block: a wander that is smaller
 * than the zone never leaves it. Of a wander with standard deviation s what lies beyond, four deviations out, is 4s − zone.
 */
export function varianceBeyondZone(curve: VarianceCurve, zone: number, n: number, m: number): number {
  const variance = varianceOfDifference(curve, n, m);
  const independent = (n + m) / (n * m);
  const wander = wanderAllowance * (variance - independent);
  if (!(wander > 0)) return variance;
  const share = Math.max(0, 1 - zone / (outermost * Math.sqrt(wander)));
  return independent + wander * share * share;
}

/**
 * What neighbours have in common counts for more: where blocks resemble each other, the rule that no single one of them may
 * open a breach protects less.
 */
export const wanderAllowance = 1.25;

/** Standard deviations at which a false breach is as rare as it is to be. */
export const outermost = 4;

/** Degrees of freedom of that variance: as surely as the shorter side's is known. */
export function degreesOfDifference({ degrees }: VarianceCurve, n: number, m: number): number {
  return Math.max(leastDegrees, between(degrees, Math.max(1, Math.min(n, m))));
}

/** The curve of noise whose blocks are correlated by φ^lag, taken for known. */
export function correlatedCurve(correlation: number): VarianceCurve {
  const prior = { ratios: ratiosOfCorrelated(correlation), degrees: zeros(scales).fill(known) };
  return varianceCurve({
    scatter: { squares: zeros(scales), counts: zeros(scales) },
    channel: 0,
    variance: 1,
    prior,
  });
}

/** Degrees of freedom of what is not estimated. */
export const known = 1000;

/**
 * Of noise whose blocks are correlated by φ^lag: 2^k·AVAR(2^k) over the variance of a block. Two neighbouring means of n are
 * a mean of 2n, so it is 2·V_n − V_2n of V_n = n·Var(x̄_n) = (1 + φ)/(1 − φ) − 2φ(1 − φ^n)/(n(1 − φ)²) (Priestley 1981,
 * "Spectral Analysis and Time Series", 5.3.2).
 */
export function ratiosOfCorrelated(correlation: number): readonly number[] {
  const apart = 1 - correlation;
  const limit = (1 + correlation) / apart;
  const short = (2 * correlation) / (apart * apart);
  const ratios = zeros(scales);
  let faded = correlation;
  let mean = limit - short * (1 - faded);
  for (let scale = 0, n = 2; scale < scales; scale += 1, n *= 2) {
    faded *= faded;
    const longer = limit - (short * (1 - faded)) / n;
    ratios[scale] = 2 * mean - longer;
    mean = longer;
  }
  return ratios;
}

/** Fewer would keep a shift of any size from being sure of: what is not known of long scales is allowed for by the prior's growth. */
export const leastDegrees = 30;
