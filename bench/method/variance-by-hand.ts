/*
 * "The variance of a mean" of docs/scoring-method.md, from its formulas alone: plain loops, Math, nothing of core. The worked
 * example of that page is computed with it, and a test holds core to the same numbers.
 */

/** What a fleet, a repair or a doubt tells of the ratios of a channel, and by how many samples: ρ⁰_k and ν⁰_k. */
export interface ToldCurve {
  readonly ratios: readonly number[];
  readonly degrees: readonly number[];
}

/** Σ of samples of 2^k-means, and how many, scale by scale. */
export interface Samples {
  readonly sums: readonly number[];
  readonly counts: readonly number[];
}

/** The numbers by which kinds of noise are weighed. */
export interface KindNumbers {
  /** Probability of independent blocks before anything is heard. */
  readonly independentProbability: number;
  /** The others are the rarer, the more means of so many blocks vary. */
  readonly rareAt: number;
  readonly negligibleNats: number;
  /** As many samples of a scale a kind counts as. */
  readonly kindSamples: number;
  readonly mostDegrees: number;
}

/** A kind of noise, and what was heard makes of it. */
export interface WeighedKind {
  /** The share of the variance that wanders, f, and the correlation of its neighbours, φ. */
  readonly share: number;
  readonly correlation: number;
  /** r_k. */
  readonly ratios: readonly number[];
  readonly probabilityBefore: number;
  /** ln of the likelihood of what was heard, but for a number that all kinds have in common. */
  readonly logLikelihood: number;
  /** 0 where the kind is left out. */
  readonly probability: number;
  /** ρ_k and a_k. */
  readonly estimated: readonly number[];
  readonly inflation: readonly number[];
}

/** A channel's curve with the numbers it came from, scale by scale. */
export interface CurveByHand {
  /** S′_k and c′_k. */
  readonly sums: readonly number[];
  readonly counts: readonly number[];
  readonly kinds: readonly WeighedKind[];
  /** The variance of a_k among the kinds, and what the samples leave unsure of it, u_k. */
  readonly amongKinds: readonly number[];
  readonly ofSamples: readonly number[];
  /** a(2^k), and its degrees of freedom. */
  readonly inflation: readonly number[];
  readonly inflationDegrees: readonly number[];
}

const scales = Array.from({ length: 10 }, (_, scale) => scale);
const longest = scales.length - 1;

export function noSamples(): Samples {
  return { sums: scales.map(() => 0), counts: scales.map(() => 0) };
}

/** 5.3, item 4: n·Var(mean of n) over the variance of a block, by the sum over all lags. */
function varianceTimesBlocks({ share, correlation }: Noise, n: number): number {
  let lags = 1;
  for (let lag = 1; lag < n; lag += 1) lags += 2 * (1 - lag / n) * correlation ** lag;
  return 1 - share + share * lags;
}

interface Noise {
  readonly share: number;
  readonly correlation: number;
}

/** 5.3, item 4: Var(Ā − B̄)/2 = Var(Ā) − Cov, and the mean of both has (Var(Ā) + Cov)/2. */
function ratiosOf(noise: Noise): readonly number[] {
  return scales.map(
    (scale) => 2 * varianceTimesBlocks(noise, 2 ** scale) - varianceTimesBlocks(noise, 2 ** (scale + 1)),
  );
}

/** The ratios of AR(1) noise. */
export function ratiosOfAr(correlation: number): readonly number[] {
  return ratiosOf({ share: 1, correlation });
}

/** 5.3, item 4: independent blocks first. */
const kindsOfNoise: readonly Noise[] = [
  { share: 0, correlation: 0 },
  { share: 0.07, correlation: 0.3 },
  { share: 0.07, correlation: 0.6 },
  { share: 0.07, correlation: 0.9 },
  { share: 0.07, correlation: 0.97 },
  { share: 0.15, correlation: 0.3 },
  { share: 0.15, correlation: 0.6 },
  { share: 0.15, correlation: 0.9 },
  { share: 0.15, correlation: 0.97 },
  { share: 0.3, correlation: 0.3 },
  { share: 0.3, correlation: 0.6 },
  { share: 0.3, correlation: 0.9 },
  { share: 0.3, correlation: 0.97 },
  { share: 1, correlation: 0.3 },
  { share: 1, correlation: 0.6 },
];

const ratiosOfKinds = kindsOfNoise.map(ratiosOf);

/** 5.3, item 5. */
function probabilitiesBefore({ independentProbability, rareAt }: KindNumbers): readonly number[] {
  const weights = kindsOfNoise.map((kind) =>
    kind.share === 0 ? 0 : 1 / Math.sqrt(varianceTimesBlocks(kind, rareAt)),
  );
  const all = sumOf(weights);
  return kindsOfNoise.map((kind, at) =>
    kind.share === 0 ? independentProbability : ((1 - independentProbability) * weights[at]!) / all,
  );
}

/** 5.3, items 4 to 8. */
export function curveByHand(
  samples: Samples,
  variance: number,
  told: ToldCurve,
  numbers: KindNumbers,
): CurveByHand {
  const sums = scales.map(
    (scale) => samples.sums[scale]! / variance + told.degrees[scale]! * told.ratios[scale]!,
  );
  const counts = scales.map((scale) => samples.counts[scale]! + told.degrees[scale]!);
  const kinds = weighKinds(sums, counts, numbers);
  const means = scales.map((scale) =>
    sumOf(kinds.map(({ probability, inflation }) => probability * inflation[scale]!)),
  );
  const amongKinds = scales.map((scale) =>
    sumOf(kinds.map(({ probability, inflation }) => probability * (inflation[scale]! - means[scale]!) ** 2)),
  );
  const own = scales.map((scale) =>
    counts[scale]! > 0
      ? (2 * sums[scale]! ** 2) / counts[scale]! / (numbers.kindSamples + counts[scale]!) ** 2
      : 0,
  );
  const ofSamples = own.slice();
  for (let scale = longest - 1; scale >= 0; scale -= 1) {
    ofSamples[scale] = (own[scale]! + ofSamples[scale + 1]!) / 4;
  }
  return {
    sums,
    counts,
    kinds,
    amongKinds,
    ofSamples,
    inflation: means.map((mean) => Math.max(1, mean)),
    inflationDegrees: scales.map((scale) =>
      Math.min(numbers.mostDegrees, (2 * means[scale]! ** 2) / (amongKinds[scale]! + ofSamples[scale]!)),
    ),
  };
}

/** 5.3, items 7 and 8. */
function weighKinds(
  sums: readonly number[],
  counts: readonly number[],
  numbers: KindNumbers,
): readonly WeighedKind[] {
  const before = probabilitiesBefore(numbers);
  const logLikelihoods = ratiosOfKinds.map(
    (ratios) =>
      -0.5 * sumOf(ratios.map((ratio, scale) => sums[scale]! / ratio + counts[scale]! * Math.log(ratio))),
  );
  const logs = logLikelihoods.map((log, kind) => log + Math.log(before[kind]!));
  const most = Math.max(...logs);
  const weights = logs.map((log) => (log < most - numbers.negligibleNats ? 0 : Math.exp(log - most)));
  const all = sumOf(weights);
  return kindsOfNoise.map((noise, kind) => {
    const ratios = ratiosOfKinds[kind]!;
    const estimated = ratios.map(
      (ratio, scale) => (numbers.kindSamples * ratio + sums[scale]!) / (numbers.kindSamples + counts[scale]!),
    );
    const inflation = estimated.slice();
    for (let scale = longest - 1; scale >= 0; scale -= 1) {
      inflation[scale] = (estimated[scale]! + inflation[scale + 1]!) / 2;
    }
    return {
      ...noise,
      ratios,
      probabilityBefore: before[kind]!,
      logLikelihood: logLikelihoods[kind]!,
      probability: weights[kind]! / all,
      estimated,
      inflation,
    };
  });
}

/** 5.3, item 1: of a baseline's blocks. */
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
  readonly longestMemory: number;
  /** Of buckets of one block, and of longer ones. */
  readonly holdOfSingles: { readonly mostSquares: number; readonly heldShare: number };
  readonly holdOfLonger: { readonly mostSquares: number; readonly heldShare: number };
  /** Samples of independent blocks beside which the channel's own are judged. */
  readonly fewSamples: number;
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

/** 5.3, items 2 and 3: of five buckets of one size, whose means are given, oldest first. */
export function sampleFive(
  samples: Samples,
  five: { readonly means: readonly number[]; readonly size: number },
  known: { readonly variance: number; readonly told: ToldCurve },
  bounds: SampleBounds,
): { readonly samples: Samples; readonly taken: readonly TakenSample[] } {
  const [b0, b1, b2, b3, b4] = five.means as readonly [number, number, number, number, number];
  const n = five.size;
  const bend = (n * (2 * b0 - b1 - 2 * b2 - b3 + 2 * b4) ** 2) / 14;
  const pairs = n === 1 ? [(b0 - b1) ** 2 / 2, (b1 - b2) ** 2 / 2] : [];
  const doubles = [(n * (b0 + b1 - b2 - b3) ** 2) / 4, (n * (b1 + b2 - b3 - b4) ** 2) / 4];
  const scale = Math.round(Math.log2(n));
  const held = { ...bounds, ...(n === 1 ? bounds.holdOfSingles : bounds.holdOfLonger) };
  const contrasts = [
    ...pairs.map((square) => ({ scale, square, bend: null })),
    ...doubles.map((square) => ({ scale: scale + 1, square, bend })),
  ];
  let now = samples;
  const taken = contrasts.map((contrast) => {
    const next = add(now, contrast, known, held);
    now = next.samples;
    return next.taken;
  });
  return { samples: now, taken };
}

function add(
  samples: Samples,
  { scale, square, bend }: { readonly scale: number; readonly square: number; readonly bend: number | null },
  { variance, told }: { readonly variance: number; readonly told: ToldCurve },
  bounds: SampleBounds & SampleBounds["holdOfSingles"],
): { readonly samples: Samples; readonly taken: TakenSample } {
  const soFar = (at: number) =>
    (bounds.fewSamples + samples.sums[at]! / variance + told.degrees[at]! * told.ratios[at]!) /
    (bounds.fewSamples + samples.counts[at]! + told.degrees[at]!);
  const usual = soFar(Math.max(0, scale - 1)) * variance;
  const besideBend = bend === null ? Infinity : bounds.mostOfBend * Math.max(bend, usual);
  const most = bounds.mostSquares * Math.max(usual, soFar(scale) * variance);
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

/** 5.3, item 9: a(n), linear between powers of two. */
export function inflationByHand(byScale: readonly number[], blocks: number): number {
  const scale = Math.min(longest, Math.floor(Math.log2(Math.max(1, blocks))));
  if (scale === longest) return byScale[scale]!;
  const way = Math.max(1, blocks) / 2 ** scale - 1;
  return byScale[scale]! * (1 - way) + byScale[scale + 1]! * way;
}

/** The numbers of items 11 and 12. */
export interface DifferenceBounds {
  readonly wanderAllowance: number;
  readonly outermost: number;
  readonly leastDegrees: number;
}

/** 5.3, items 9 to 12: of the difference of the means of n blocks and of m others, over the variance of a block. */
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
  const part = Math.max(independent, measured);
  const whole = independent + ((2 * long) / all) * (part - independent);
  const wander = wanderAllowance * (whole - independent);
  const beyond = wander > 0 ? Math.max(0, 1 - zone / (outermost * Math.sqrt(wander))) : 0;
  return {
    independent,
    ofShort: ofMean(short),
    ofAll: ofMean(all),
    measured,
    whole,
    wander,
    beyond,
    variance: independent + wander * beyond ** 2,
    degrees: Math.max(leastDegrees, inflationByHand(curve.inflationDegrees, short)),
  };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function meanOf(values: readonly number[]): number {
  return sumOf(values) / values.length;
}
