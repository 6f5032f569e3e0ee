/*
 * "The variance of a mean" of docs/scoring-method.md, from its formulas alone: plain loops, Math, nothing of core. The worked
 * example of that page is computed with it, and a test holds core to the same numbers.
 */

/** What is expected of a channel's scatter before it is heard, scale by scale. */
export interface ExpectedGrowth {
  readonly ratios: readonly number[];
  readonly degrees: readonly number[];
  /** Largest lag-1 correlation that longer means are taken to grow by. */
  readonly mostResemblance: number;
}

/** Σ of samples of 2^k-means, and how many, scale by scale. */
export interface Samples {
  readonly sums: readonly number[];
  readonly counts: readonly number[];
}

/** A channel's curve with the numbers it came from, scale by scale. */
export interface CurveByHand {
  /** ρ_k expected of the scale before, ρ_k estimated, ρ_k after pooling, and the degrees of freedom of the estimate. */
  readonly expected: readonly number[];
  readonly estimated: readonly number[];
  readonly pooled: readonly number[];
  readonly degrees: readonly number[];
  /** a(2^k), and its degrees of freedom. */
  readonly inflation: readonly number[];
  readonly inflationDegrees: readonly number[];
}

const scales = Array.from({ length: 10 }, (_, scale) => scale);

export function noSamples(): Samples {
  return { sums: scales.map(() => 0), counts: scales.map(() => 0) };
}

/** 5.3, steps 4 to 7. */
export function curveByHand(samples: Samples, variance: number, growth: ExpectedGrowth): CurveByHand {
  const { expected, estimated, degrees } = estimateRatios(samples, variance, growth);
  const pooled = poolFalling(estimated, degrees).map((ratio) => Math.max(1, ratio));
  const longest = scales.length - 1;
  const terms = scales.map((scale) => ((scale === longest ? 1 : 0.5) * pooled[scale]!) / 2 ** scale);
  const tailFrom = (scale: number, of: (at: number) => number) =>
    scales.filter((at) => at >= scale).reduce((sum, at) => sum + of(at), 0);
  const left = scales.map((scale) => tailFrom(scale, (at) => terms[at]!));
  const doubt = scales.map((scale) => tailFrom(scale, (at) => (2 * terms[at]! ** 2) / degrees[at]!));
  return {
    expected,
    estimated,
    pooled,
    degrees,
    inflation: scales.map((scale) => 2 ** scale * left[scale]!),
    inflationDegrees: scales.map((scale) => (2 * left[scale]! ** 2) / doubt[scale]!),
  };
}

/** 5.3, steps 4 and 5. */
export function estimateRatios(samples: Samples, variance: number, prior: ExpectedGrowth) {
  const expected: number[] = [];
  const estimated: number[] = [];
  const degrees: number[] = [];
  let grown = prior.ratios;
  for (const scale of scales) {
    const ratioBefore = scale === 0 ? 1 : estimated[scale - 1]!;
    const grownBefore = scale === 0 ? 1 : grown[scale - 1]!;
    const degreesBefore = scale === 0 ? Infinity : degrees[scale - 1]!;
    const carried = 1 / (1 / prior.degrees[scale]! + 1 / degreesBefore);
    const foreseen = (ratioBefore * grown[scale]!) / grownBefore;
    const known = carried + samples.counts[scale]!;
    expected.push(foreseen);
    degrees.push(known);
    estimated.push((carried * foreseen + samples.sums[scale]! / variance) / known);
    if (scale === 0) grown = grownAsAlike(estimated[0]!, prior);
  }
  return { expected, estimated, degrees };
}

/** Where neighbouring blocks are more alike than the prior knows, longer means vary as much more as AR(1) noise has it. */
function grownAsAlike(first: number, { ratios, mostResemblance }: ExpectedGrowth): readonly number[] {
  const alike = (ratio: number) => Math.max(0, Math.min(mostResemblance, 1 - ratio));
  const own = ratiosOfAr(alike(first));
  const foreseen = ratiosOfAr(alike(ratios[0]!));
  return ratios.map((ratio, scale) =>
    first < 1 ? ratio * Math.max(1, own[scale]! / own[0]! / (foreseen[scale]! / foreseen[0]!)) : ratio,
  );
}

/** 5.3, step 6, by the textbook's other way: the largest of the least weighted means of all stretches. */
function poolFalling(values: readonly number[], weights: readonly number[]): readonly number[] {
  const mean = (from: number, to: number) => {
    const stretch = scales.filter((at) => at >= from && at <= to);
    const weight = stretch.reduce((sum, at) => sum + weights[at]!, 0);
    return stretch.reduce((sum, at) => sum + weights[at]! * values[at]!, 0) / weight;
  };
  return scales.map((here) =>
    Math.max(
      ...scales
        .filter((from) => from <= here)
        .map((from) => Math.min(...scales.filter((to) => to >= here).map((to) => mean(from, to)))),
    ),
  );
}

/** 5.3, step 1: of a baseline's blocks. */
export function baselineSamples(blocks: readonly number[]): Samples {
  const count = blocks.length;
  const heard = scales.map((scale) => {
    const n = 2 ** scale;
    if (3 * n > count) return { sum: 0, degrees: 0 };
    const squares: number[] = [];
    for (let from = 0; from + 2 * n <= count; from += 1) {
      const difference = meanOf(blocks.slice(from + n, from + 2 * n)) - meanOf(blocks.slice(from, from + n));
      squares.push((n / 2) * difference ** 2);
    }
    const degrees = ((1.5 * count) / n - (2 * (count - 1)) / (count + 1)) * ((4 * n ** 2) / (4 * n ** 2 + 5));
    return { sum: degrees * meanOf(squares), degrees };
  });
  return { sums: heard.map(({ sum }) => sum), counts: heard.map(({ degrees }) => degrees) };
}

/** The numbers that hold samples of the histogram within bounds. */
export interface SampleBounds {
  readonly shareOfSample: number;
  readonly mostOfBend: number;
  readonly heldShare: number;
  readonly longestMemory: number;
  readonly mostSquares: number;
}

/** One sample: the square of a contrast, and what it counted as. */
export interface TakenSample {
  readonly scale: number;
  readonly square: number;
  /** What it was held to; Infinity where the bend says nothing of it. */
  readonly besideBend: number;
  readonly most: number;
  readonly counted: number;
}

/** 5.3, steps 2 and 3: of five buckets of one size, whose means are given, oldest first. */
export function sampleFive(
  samples: Samples,
  five: { readonly means: readonly number[]; readonly size: number },
  known: { readonly variance: number; readonly growth: ExpectedGrowth },
  bounds: SampleBounds,
): { readonly samples: Samples; readonly taken: readonly TakenSample[] } {
  const [b0, b1, b2, b3, b4] = five.means as readonly [number, number, number, number, number];
  const n = five.size;
  const bend = (n * (2 * b0 - b1 - 2 * b2 - b3 + 2 * b4) ** 2) / 14;
  const pairs = n === 1 ? [(b0 - b1) ** 2 / 2, (b1 - b2) ** 2 / 2] : [];
  const doubles = [(n * (b0 + b1 - b2 - b3) ** 2) / 4, (n * (b1 + b2 - b3 - b4) ** 2) / 4];
  const scale = Math.round(Math.log2(n));
  const contrasts = [
    ...pairs.map((square) => ({ scale, square, bend: null })),
    ...doubles.map((square) => ({ scale: scale + 1, square, bend })),
  ];
  let now = samples;
  const taken = contrasts.map((contrast) => {
    const next = add(now, contrast, known, bounds);
    now = next.samples;
    return next.taken;
  });
  return { samples: now, taken };
}

function add(
  samples: Samples,
  { scale, square, bend }: { readonly scale: number; readonly square: number; readonly bend: number | null },
  { variance, growth }: { readonly variance: number; readonly growth: ExpectedGrowth },
  bounds: SampleBounds,
): { readonly samples: Samples; readonly taken: TakenSample } {
  const { expected, estimated } = estimateRatios(samples, variance, growth);
  const usual = expected[scale]! * variance;
  const besideBend = bend === null ? Infinity : bounds.mostOfBend * Math.max(bend, usual);
  const most = bounds.mostSquares * Math.max(usual, estimated[scale]! * variance);
  const counted = Math.min(square, besideBend, most) / bounds.heldShare;
  const count = samples.counts[scale]! + bounds.shareOfSample;
  const kept = Math.min(1, bounds.longestMemory / count);
  const sum = samples.sums[scale]! + bounds.shareOfSample * counted;
  return {
    taken: { scale, square, besideBend, most, counted },
    samples: {
      sums: samples.sums.with(scale, kept * sum),
      counts: samples.counts.with(scale, kept * count),
    },
  };
}

/** 5.3, step 8: a(n), linear between powers of two. */
export function inflationByHand(byScale: readonly number[], blocks: number): number {
  const scale = Math.min(scales.length - 1, Math.floor(Math.log2(Math.max(1, blocks))));
  if (scale === scales.length - 1) return byScale[scale]!;
  const way = Math.max(1, blocks) / 2 ** scale - 1;
  return byScale[scale]! * (1 - way) + byScale[scale + 1]! * way;
}

/** The numbers of steps 9 and 10. */
export interface DifferenceBounds {
  readonly wanderAllowance: number;
  readonly outermost: number;
  readonly leastDegrees: number;
}

/** 5.3, steps 8 to 11: of the difference of the means of n blocks and of m others, over the variance of a block. */
export function differenceByHand(
  curve: CurveByHand,
  { n, m, zone }: { readonly n: number; readonly m: number; readonly zone: number },
  { wanderAllowance, outermost, leastDegrees }: DifferenceBounds,
) {
  const [short, long] = [Math.min(n, m), Math.max(n, m)];
  const all = n + m;
  const independent = 1 / n + 1 / m;
  const ofMean = (blocks: number) => inflationByHand(curve.inflation, blocks) / blocks;
  const measured = (all / long) ** 2 * (ofMean(short) - ofMean(all));
  const part = Math.max(0.5 * independent, measured);
  const bound = curve.pooled[0]! * independent;
  const whole = part <= bound ? part : bound + ((2 * long) / all) * (part - bound);
  const wander = wanderAllowance * Math.max(0, whole - independent);
  const beyond = wander > 0 ? Math.max(0, 1 - zone / (outermost * Math.sqrt(wander))) : 0;
  return {
    independent,
    ofShort: ofMean(short),
    ofAll: ofMean(all),
    measured,
    bound,
    whole,
    wander,
    beyond,
    variance: wander > 0 ? independent + wander * beyond ** 2 : whole,
    degrees: Math.max(leastDegrees, inflationByHand(curve.inflationDegrees, short)),
  };
}

/** AR(1): ρ_k from the variances of means, by the sum over all lags. */
export function ratiosOfAr(correlation: number): readonly number[] {
  const meanVariance = (n: number) => {
    let sum = n;
    for (let lag = 1; lag < n; lag += 1) sum += 2 * (n - lag) * correlation ** lag;
    return sum / n ** 2;
  };
  // Var(Ā − B̄)/2 = Var(Ā) − Cov, and the mean of both has (Var(Ā) + Cov)/2.
  return scales.map((scale) => 2 ** scale * 2 * (meanVariance(2 ** scale) - meanVariance(2 ** (scale + 1))));
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
