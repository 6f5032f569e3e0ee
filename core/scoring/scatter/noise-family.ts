import { zeros } from "../numeric/doubles.ts";
import { exp } from "../numeric/exp.ts";
import { ln } from "../numeric/ln.ts";

/*
 * What noise may be, before it is heard: independent blocks, or such with a share that wanders and is correlated by φ^lag. Each
 * kind foretells how the variance of a mean grows at all scales at once, so that what short means show tells of long ones, which
 * take hundreds of blocks to hear. docs/scoring-method.md, "The kinds of noise".
 */

/** Scales: means of 2^k blocks, k = 0 … 9. */
export const scales = 10;

/** Of independent blocks; the rest is shared among the other kinds. */
export const independentProbability = 0.5;
/** Shares of the variance that wander, and how alike its neighbours are. */
export const wanderingShares = [0.07, 0.15, 0.3, 1] as const;
export const wanderingCorrelations = [0.3, 0.6, 0.9, 0.97] as const;
/** Blocks are made long enough that whole ones are correlated by less. */
export const mostResemblance = 0.6;
/** A kind is the rarer, the more its means of 2^6 blocks wander: by their standard deviation. Recorded noise wanders little. */
export const rarityScale = 6;

/** The kinds that explain samples best. A register: the next call writes it anew. */
export interface LikelyKinds {
  /** How many are left: the first of the lists that follow. */
  count: number;
  /** Scales up to the longest that was heard; 0 for none. */
  heard: number;
  readonly kinds: Int32Array;
  readonly probabilities: Float64Array;
}

/**
 * Bayes over the kinds: s_k, the sum of c_k samples of a scale in units of the variance of a block, is ratio_k·χ² with c_k
 * degrees, so a kind's likelihood is exp(−½ Σ (s_k/ratio_k + c_k·ln ratio_k)). Kinds a billion times less likely than the likeliest
 * are left out. Every block asks this of every channel: so flat lists, and nothing is allocated.
 */
export function likelyKinds(sums: ArrayLike<number>, counts: ArrayLike<number>): LikelyKinds {
  // What was not heard adds nothing.
  let heard = scales;
  while (heard > 0 && counts[heard - 1] === 0) heard -= 1;
  likely.heard = heard;
  let most = -Infinity;
  for (let kind = 0, first = 0; kind < kindCount; kind += 1, first += scales) {
    let sum = 0;
    for (let scale = 0; scale < heard; scale += 1) {
      sum += sums[scale]! / kindRatios[first + scale]! + counts[scale]! * lnRatios[first + scale]!;
    }
    const log = lnProbabilities[kind]! - 0.5 * sum;
    logs[kind] = log;
    if (log > most) most = log;
  }
  const { kinds, probabilities } = likely;
  let count = 0;
  let total = 0;
  for (let kind = 0; kind < kindCount; kind += 1) {
    const below = logs[kind]! - most;
    if (below < -negligibleNats) continue;
    const probability = exp(below);
    total += probability;
    kinds[count] = kind;
    probabilities[count] = probability;
    count += 1;
  }
  for (let at = 0; at < count; at += 1) probabilities[at]! /= total;
  likely.count = count;
  return likely;
}

/** ln of a billion. */
export const negligibleNats = 20.7;

const family = allKinds();
export const kindCount = family.length;
/** How the means of each kind vary, kind by kind, scale by scale: n·AVAR(n) over the variance of a block, 2·a(n) − a(2n), of a(n) = n·Var(mean of n). */
export const kindRatios = Float64Array.from(family.flatMap(({ ratios }) => ratios));
const lnRatios = kindRatios.map(ln);
const lnProbabilities = Float64Array.from(family, ({ lnProbability }) => lnProbability);
const logs = new Float64Array(kindCount);
const likely: LikelyKinds = {
  count: 0,
  heard: 0,
  kinds: new Int32Array(kindCount),
  probabilities: new Float64Array(kindCount),
};

function allKinds() {
  const wandering = wanderingShares.flatMap((share) =>
    wanderingCorrelations
      .filter((correlation) => share * correlation <= mostResemblance)
      .map((correlation) => kindOf(share, correlation)),
  );
  const weights = wandering.map(({ inflation }) => 1 / Math.sqrt(inflation[rarityScale]!));
  let total = 0;
  for (const weight of weights) total += weight;
  return [
    { ...kindOf(0, 0), lnProbability: ln(independentProbability) },
    ...wandering.map((kind, at) => ({
      ...kind,
      lnProbability: ln(((1 - independentProbability) * weights[at]!) / total),
    })),
  ];
}

function kindOf(share: number, correlation: number) {
  const means = inflationOfCorrelated(correlation).map((inflation) => 1 - share + share * inflation);
  const ratios = Array.from({ length: scales }, (_, scale) => 2 * means[scale]! - means[scale + 1]!);
  return { inflation: means, ratios };
}

/**
 * n·Var(mean of n) of blocks that are correlated by φ^lag, over the variance of one, for n = 2^k, k = 0 … 10:
 * (1 + φ)/(1 − φ) − 2φ(1 − φ^n)/(n(1 − φ)²) (Priestley 1981, "Spectral Analysis and Time Series", 5.3.2).
 */
function inflationOfCorrelated(correlation: number): readonly number[] {
  const apart = 1 - correlation;
  const limit = (1 + correlation) / apart;
  const short = (2 * correlation) / (apart * apart);
  const inflation = zeros(scales + 1);
  let faded = correlation;
  for (let scale = 0, n = 1; scale <= scales; scale += 1, n *= 2) {
    inflation[scale] = limit - (short * (1 - faded)) / n;
    faded *= faded;
  }
  return inflation;
}

/** Of blocks that are correlated by φ^lag: 2^k·AVAR(2^k) over the variance of a block. Two neighbouring means are one of both. */
export function ratiosOfCorrelated(correlation: number): readonly number[] {
  return kindOf(1, correlation).ratios;
}
