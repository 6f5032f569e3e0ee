import { filled, zeros } from "../numeric/doubles.ts";
import type { CurvePrior } from "../settings/settings.ts";
import type { CurveBench, VarianceCurve } from "../model/standing.ts";
import type { MeanScatter } from "../model/mean-scatter.ts";
import { kindCount, kindRatios, likelyKinds, ratiosOfCorrelated, scales } from "./noise-family.ts";
import type { LikelyKinds } from "./noise-family.ts";

/*
 * How much the mean of n blocks varies. Independent blocks: their variance divided by n. Noise that wanders varies more, and by
 * how much is measured: neighbouring means of 2^k blocks differ by what the noise does at that scale (Allan 1966,
 * "Statistics of atomic frequency standards"; IEEE 1139). docs/scoring-method.md, "The variance of a mean".
 */

/** What is known of a channel whose curve is asked for. */
export interface CurveCase {
  readonly scatter: MeanScatter;
  readonly channel: number;
  /** Variance of a block, in the unit of the scatter. */
  readonly variance: number;
  readonly prior: CurvePrior;
}

/**
 * How the variance of a mean grows by what was heard of it and what was told beforehand, as if it were so many more samples: the
 * kinds of noise that explain both, with samples of a scale of its own where they say otherwise.
 */
export function varianceCurve(asked: CurveCase): VarianceCurve {
  const curve = noCurve();
  writeCurve(curve, asked);
  return curve;
}

/** A curve's lists, to be written. */
export function noCurve(): CurveBench {
  return { inflation: zeros(scales), degrees: zeros(scales) };
}

/** The same into lists that are there, over whatever they held. */
export function writeCurve(curve: CurveBench, { scatter, channel, variance, prior }: CurveCase): void {
  for (let scale = 0; scale < scales; scale += 1) {
    const at = scales * channel + scale;
    const told = prior.degrees[scale]!;
    sums[scale] = scatter.squares[at]! / variance + told * prior.ratios[scale]!;
    counts[scale] = scatter.counts[at]! + told;
  }
  writeCurveOfKinds(curve, likelyKinds(sums, counts));
}

/** Registers, for one curve at a time: what was heard and told, and inflations kind by kind, scale by scale. */
const sums = new Float64Array(scales);
const counts = new Float64Array(scales);
const inflations = new Float64Array(scales * kindCount);

/** Degrees of freedom of what nothing is unsure of. */
export const certain = 1e12;
/** And of what is taken for known: so many samples. */
export const known = 1000;

/** The kinds of noise count as so many samples of each scale. */
export const familyDegrees = 30;

/** What the kinds say of means that nothing was heard of yet. */
const unheard = kindRatios.map((ratio) => (familyDegrees * ratio) / familyDegrees);
for (let kind = 0; kind < kindCount; kind += 1) addLonger(unheard, scales * kind);

/**
 * Of each scale its own samples and what the kinds say, and of both what they leave unsure: the kinds by how they differ, which
 * they do at all scales together, and c samples by 2/c of their mean's square.
 */
function writeCurveOfKinds({ inflation, degrees }: CurveBench, likely: LikelyKinds): void {
  filled(inflation, 0);
  for (let at = 0; at < likely.count; at += 1) addKind(inflation, likely, at);
  writeDegrees(degrees, inflation, likely);
}

/** What the kind foretells of means of every length, into its register and, by its probability, into the mean over the kinds. */
function addKind(inflation: number[], { kinds, probabilities, heard }: LikelyKinds, at: number): void {
  const first = scales * at;
  const ofKind = scales * kinds[at]!;
  const probability = probabilities[at]!;
  for (let scale = scales - 1; scale >= heard; scale -= 1) {
    const longer = unheard[ofKind + scale]!;
    inflations[first + scale] = longer;
    inflation[scale]! += probability * longer;
  }
  let longer = heard < scales ? unheard[ofKind + heard]! : ratioWith(ofKind, scales - 1);
  for (let scale = heard - 1; scale >= 0; scale -= 1) {
    longer = 0.5 * (ratioWith(ofKind, scale) + longer);
    inflations[first + scale] = longer;
    inflation[scale]! += probability * longer;
  }
}

/** How surely the mean over the kinds is known, scale by scale; the mean is held to at least that of independent blocks. */
function writeDegrees(degrees: number[], inflation: number[], { count, probabilities }: LikelyKinds): void {
  let sampled = 0;
  for (let scale = scales - 1; scale >= 0; scale -= 1) {
    const sum = sums[scale]!;
    const samples = counts[scale]!;
    const mean = inflation[scale]!;
    const all = familyDegrees + samples;
    const own = samples > 0 ? (2 * sum * sum) / (samples * all * all) : 0;
    sampled = scale === scales - 1 ? own : 0.25 * (own + sampled);
    let spread = sampled;
    for (let at = 0; at < count; at += 1) {
      const apart = inflations[scales * at + scale]! - mean;
      spread += probabilities[at]! * apart * apart;
    }
    const twice = 2 * mean * mean;
    degrees[scale] = twice < certain * spread ? twice / spread : certain;
    inflation[scale] = atLeastIndependent(mean);
  }
}

/** What a kind says of a scale, and the samples of that scale. */
function ratioWith(ofKind: number, scale: number): number {
  return (familyDegrees * kindRatios[ofKind + scale]! + sums[scale]!) / (familyDegrees + counts[scale]!);
}

/**
 * Of ratios, in their place: the variance of a mean is what all longer scales leave of it, a(2^k) = ½·(ratio_k + a(2^(k+1))). An
 * Allan variance alone would miss them.
 */
function addLonger(ratios: { [at: number]: number }, first: number): void {
  // The last scale stands for all that are longer.
  let longer = ratios[first + scales - 1]!;
  for (let at = first + scales - 1; at >= first; at -= 1) {
    longer = 0.5 * (ratios[at]! + longer);
    ratios[at] = longer;
  }
}

/** Credit is not given for noise that seems to cancel. */
const atLeastIndependent = (inflation: number) => Math.max(1, inflation);

/** What samples of one scale say so far, beside as many of independent blocks as keep the first of them from counting for much. */
export function ratioSoFar({ scatter, channel, variance, prior }: CurveCase, scale: number): number {
  const at = scales * channel + scale;
  const told = prior.degrees[scale]!;
  const sum = fewSamples + scatter.squares[at]! / variance + told * prior.ratios[scale]!;
  return sum / (fewSamples + scatter.counts[at]! + told);
}

export const fewSamples = 4;

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
  // Less than a block varies no more than one.
  const short = Math.max(1, n);
  const measured = part * part * (inflationOf(curve, short) / n - inflationOf(curve, Math.max(1, all)) / all);
  return independent + ((2 * m) / all) * Math.max(0, measured - independent);
}

/**
 * The same, as far as it matters to shifts beyond a zone, given in standard deviations of a block: a wander that is smaller
 * than the zone never leaves it. Of a wander with standard deviation s what lies beyond, four deviations out, is 4s − zone.
 */
export function varianceBeyondZone(curve: VarianceCurve, zone: number, n: number, m: number): number {
  const variance = varianceOfDifference(curve, n, m);
  const independent = (n + m) / (n * m);
  const wander = wanderAllowance * (variance - independent);
  if (wander === 0) return independent;
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
export function degreesOfDifference(
  { degrees }: Pick<VarianceCurve, "degrees">,
  n: number,
  m: number,
): number {
  return Math.max(leastDegrees, between(degrees, Math.max(1, Math.min(n, m))));
}

/** The curve of noise whose blocks are correlated by φ^lag, taken for known. */
export function correlatedCurve(correlation: number): VarianceCurve {
  return knownCurve(ratiosOfCorrelated(correlation));
}

/** The curve of noise whose ratios are taken for known. */
export function knownCurve(ratios: readonly number[]): VarianceCurve {
  const inflation = ratios.slice();
  addLonger(inflation, 0);
  return { inflation: inflation.map(atLeastIndependent), degrees: filled(zeros(scales), known) };
}

/** Fewer would keep a large shift soon after the baseline from being sure. */
export const leastDegrees = 40;
