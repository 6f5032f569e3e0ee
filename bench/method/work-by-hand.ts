/*
 * The worked example of docs/scoring-method.md: one radar, a frame a minute, from the readings to W, by the page's formulas
 * alone. Plain and slow, with Math and whole lists, and nothing of core: core is held to it, not the other way. Where the
 * example would need a step the page does not work out (blocks joined, a doubt, a change while learning) it throws.
 */
import {
  baselineSamples,
  curveByHand,
  differenceByHand,
  noSamples,
  ratiosOfAr,
  sampleFive,
} from "./variance-by-hand.ts";
import type {
  CurveByHand,
  DifferenceBounds,
  KindNumbers,
  SampleBounds,
  Samples,
  TakenSample,
  ToldCurve,
} from "./variance-by-hand.ts";

/** The example would need what the page does not work out. */
export class StepNotWorkedOut extends Error {}

/** Every number the example takes, by the names of the page. */
export interface Numbers extends KindNumbers, SampleBounds, DifferenceBounds {
  readonly provisionalBlocks: number;
  readonly establishedBlocks: number;
  readonly priorSigma: number;
  readonly priorBlocks: number;
  readonly harmless: number;
  readonly widestZone: number;
  readonly leastZoneSigma: number;
  readonly clipDegrees: number;
  readonly maxValue: number;
  readonly maxBeyondZone: number;
  readonly maximumCorrelation: number;
  readonly correlationAllowance: number;
  readonly priorCorrelation: number;
  readonly priorCorrelationBlocks: number;
  readonly told: ToldCurve;
  /** As many samples of each scale tell the curve while learning. */
  readonly toldSamples: number;
  readonly minimumReference: number;
  readonly varianceFloor: number;
  readonly shiftVariances: readonly number[];
  readonly shiftWeights: readonly number[];
  readonly bucketsPerLevel: number;
  readonly settledSize: number;
  readonly fewestSettled: number;
  readonly cautionNats: number;
  readonly suspectedNats: number;
  /** What is to be left of W without any two blocks. */
  readonly clearNats: number;
}

export interface BaselineByHand {
  readonly location: number;
  /** 1.4826 times the median distance from it. */
  readonly spread: number;
  readonly sigma: number;
  readonly clipUnit: number;
  /** Δ₀ in the unit of the sums. */
  readonly zone: number;
  /** Lag-1 correlation of the clipped scores, corrected for its bias. */
  readonly lag: number;
  readonly samples: Samples;
  /** W among its own blocks, nats. */
  readonly natsWithin: number;
  /** Largest lag that is left to the curve. */
  readonly lagAllowed: number;
}

export interface FrameByHand {
  readonly frame: number;
  readonly reading: number;
  readonly residual: number;
  readonly u: number;
  readonly y: number;
  /** From the first frame after the baseline on. */
  readonly step: StepByHand | null;
}

export interface StepByHand {
  /** Frames of each bucket, oldest first. */
  readonly buckets: readonly (readonly number[])[];
  /** Samples of the scatter that this frame's block brought. */
  readonly taken: readonly TakenSample[];
  /** Lag beside the likeliest change, where the baseline was doubted before it may accuse. */
  readonly doubtedLag: number | null;
  readonly weighed: WeighedByHand;
  /** The least W without one of the newest blocks. */
  readonly withoutOne: number;
  /** And once more without one of those that are left. */
  readonly withoutTwo: number;
  readonly isSuspected: boolean;
  /** Whether a breach opens with this frame. */
  readonly opens: boolean;
}

export interface WeighedByHand {
  /** Variance the ratios are of, and the curve. */
  readonly settledVariance: number;
  readonly curve: CurveByHand;
  readonly starts: readonly StartByHand[];
  readonly sum: number;
  readonly nats: number;
}

/** One possible start of a change. */
export interface StartByHand {
  /** How V came about. */
  readonly difference: ReturnType<typeof differenceByHand>;
  /** First frame of its bucket, and how many blocks could have been the start. */
  readonly frame: number;
  readonly size: number;
  readonly n: number;
  readonly m: number;
  readonly meanSince: number;
  readonly meanBefore: number;
  readonly beyond: number;
  readonly variance: number;
  readonly meanVariance: number;
  readonly degrees: number;
  readonly factors: readonly number[];
  readonly likelihood: number;
  readonly term: number;
}

export interface WorkedByHand {
  readonly baseline: BaselineByHand;
  readonly frames: readonly FrameByHand[];
  /** Samples of the scatter when all frames were heard. */
  readonly samples: Samples;
}

/** A bucket: the frames whose blocks it holds, what of them still counts, and how many starts it stands for. */
interface Bucket {
  readonly frames: readonly number[];
  readonly values: readonly number[];
  readonly size: number;
}

/** What W is computed from. */
interface Heard {
  /** The reference's oldest part, in no bucket. */
  readonly past: readonly number[];
  readonly buckets: readonly Bucket[];
  readonly samples: Samples;
  /** Those that the newest block brought. */
  readonly taken: readonly TakenSample[];
}

export function workByHand(readings: readonly number[], numbers: Numbers): WorkedByHand {
  const first = numbers.provisionalBlocks;
  const learnt = learnByHand(readings.slice(0, first), numbers);
  const scored = readings.map((reading, at) => ({
    frame: at + 1,
    reading,
    ...scoreByHand(reading, learnt, numbers),
  }));
  const natsWithin = changeWhileLearning(scored.slice(0, first), learnt, numbers);
  const baseline = { ...learnt, natsWithin };
  let heard: Heard = {
    past: scored.slice(0, first).map(({ y }) => y),
    buckets: [],
    samples: baseline.samples,
    taken: [],
  };
  let isSuspected = false;
  let isOpen = false;
  const frames: FrameByHand[] = scored.slice(0, first).map((row) => ({ ...row, step: null }));
  for (const row of scored.slice(first)) {
    const doubtedLag = isSuspected && !isOpen ? doubtByHand(scored.slice(0, row.frame), numbers) : null;
    heard = hearBlock(heard, row, { baseline, numbers, isOpen });
    const question = { baseline, numbers, isFrozen: isOpen };
    const weighed = weighByHand(heard, question);
    const one = leastWithoutOne({ heard, nats: weighed.nats }, question);
    const two = leastWithoutOne(one, question);
    const [withoutOne, withoutTwo] = [one.nats, two.nats];
    const isCarried = withoutOne >= numbers.cautionNats && withoutTwo >= numbers.clearNats;
    const opens: boolean = !isOpen && isSuspected && isCarried;
    isSuspected = !isOpen && withoutOne >= numbers.suspectedNats;
    const { taken } = heard;
    const buckets = heard.buckets.map((bucket) => bucket.frames);
    const step = { buckets, taken, doubtedLag, weighed, withoutOne, withoutTwo, isSuspected, opens };
    frames.push({ ...row, step });
    if (opens) heard = freeze(heard, weighed);
    isOpen ||= opens;
  }
  return { baseline, frames, samples: heard.samples };
}

/** 4.1, 1 to 7. */
function learnByHand(readings: readonly number[], numbers: Numbers) {
  const { priorBlocks, priorSigma, harmless, clipDegrees } = numbers;
  const location = median(readings);
  const spread = 1.4826 * median(readings.map((reading) => Math.abs(reading - location)));
  const count = readings.length;
  const sigma = Math.sqrt((priorBlocks * priorSigma ** 2 + count * spread ** 2) / (priorBlocks + count));
  if (readings.some((reading) => Math.abs(reading - location) > 6 * sigma))
    throw new StepNotWorkedOut("a block of the baseline is far out");
  const clipUnit = Math.max(1, harmless / sigma / numbers.widestZone);
  const zone = Math.max(
    numbers.leastZoneSigma / clipUnit,
    softClip(harmless / sigma / clipUnit, clipDegrees),
  );
  const scores = readings.map((reading) => softClip((reading - location) / sigma / clipUnit, clipDegrees));
  const lag = lagOne(scores);
  const lagAllowed = refuseCorrelation(lag, count, numbers);
  const samples = baselineSamples(scores);
  return { location, spread, sigma, clipUnit, zone, lag, lagAllowed, samples };
}

/** 4.1, 6 and 8. */
function scoreByHand(
  reading: number,
  { location, sigma, clipUnit, zone }: Pick<BaselineByHand, "location" | "sigma" | "clipUnit" | "zone">,
  { clipDegrees, maxValue, maxBeyondZone }: Numbers,
) {
  const residual = reading - location;
  const u = residual / sigma;
  const most = Math.min(maxValue, zone + maxBeyondZone / clipUnit);
  const y = Math.max(-most, Math.min(most, softClip(u / clipUnit, clipDegrees)));
  return { residual, u, y };
}

function softClip(u: number, degrees: number): number {
  const factor = (8 * degrees + 1) / (8 * degrees + 3);
  return Math.sign(u) * factor * Math.sqrt(degrees * Math.log(1 + u ** 2 / degrees));
}

interface Question {
  readonly baseline: Pick<BaselineByHand, "clipUnit" | "zone">;
  readonly numbers: Numbers;
  readonly isFrozen: boolean;
}

/** 5.1: the newest block is a bucket; of five of one size the two oldest become one. */
function hearBlock(
  { past, buckets, samples }: Heard,
  { frame, y }: { readonly frame: number; readonly y: number },
  { baseline, numbers, isOpen }: Pick<Question, "baseline" | "numbers"> & { readonly isOpen: boolean },
): Heard {
  const now = [...buckets, { frames: [frame], values: [y], size: 1 }];
  let sampled = samples;
  let taken: readonly TakenSample[] = [];
  for (let size = 1; ; size *= 2) {
    const first = now.findIndex((bucket) => bucket.size === size);
    const alike = now.filter((bucket) => bucket.size === size);
    if (alike.length <= numbers.bucketsPerLevel) return { past, buckets: now, samples: sampled, taken };
    if (!isOpen) {
      const known = { variance: blockVariance(past, baseline, numbers), told: numbers.told };
      const five = { means: alike.map(({ values }) => meanOf(values)), size };
      const more = sampleFive(sampled, five, known, numbers);
      sampled = more.samples;
      taken = [...taken, ...more.taken];
    }
    const [older, newer] = [now[first]!, now[first + 1]!];
    now.splice(first, 2, {
      frames: [...older.frames, ...newer.frames],
      values: [...older.values, ...newer.values],
      size: 2 * size,
    });
  }
}

/** σ̂², with the prior counted in as so many blocks. */
function blockVariance(
  values: readonly number[],
  { clipUnit }: Pick<BaselineByHand, "clipUnit">,
  { priorBlocks }: Numbers,
): number {
  const prior = 1 / clipUnit ** 2;
  return (priorBlocks * prior + squaresAbout(values)) / (values.length - 1 + priorBlocks);
}

/** 5.3 to 5.6. */
function weighByHand(heard: Heard, question: Question, told = question.numbers.told): WeighedByHand {
  const { past, buckets, samples } = heard;
  const { baseline, numbers, isFrozen } = question;
  const everything = isFrozen ? past : [...past, ...buckets.flatMap(({ values }) => values)];
  const old = buckets.filter(({ size }) => size >= numbers.settledSize).flatMap(({ values }) => values);
  const settled = isFrozen ? past : [...past, ...old];
  const settledVariance = blockVariance(
    settled.length >= numbers.fewestSettled ? settled : everything,
    baseline,
    numbers,
  );
  const curve = curveByHand(samples, settledVariance, told, numbers);
  const starts = buckets.flatMap((bucket, row) => {
    const since = buckets.slice(row).flatMap(({ values }) => values);
    const earlier = buckets.slice(0, row).flatMap(({ values }) => values);
    const before = isFrozen ? past : [...past, ...earlier];
    if (since.length < 1 || before.length < numbers.minimumReference) return [];
    const compared = compareByHand({ since, before }, curve, question);
    const term = bucket.size * Math.max(0, compared.likelihood - 1);
    return [{ frame: bucket.frames[0]!, size: bucket.size, ...compared, term }];
  });
  const sum = starts.reduce((total, { term }) => total + term, 0);
  return { settledVariance, curve, starts, sum, nats: Math.log(sum) };
}

/** 5.4 and 5.5, of one sensor with one channel. */
function compareByHand(
  { since, before }: { readonly since: readonly number[]; readonly before: readonly number[] },
  curve: CurveByHand,
  { baseline, numbers }: Question,
) {
  const [n, m] = [since.length, before.length];
  const [meanSince, meanBefore] = [meanOf(since), meanOf(before)];
  const prior = 1 / baseline.clipUnit ** 2;
  const beyond = Math.max(0, Math.abs(meanSince - meanBefore) - baseline.zone);
  const variance = Math.max(numbers.varianceFloor * prior, blockVariance(before, baseline, numbers));
  const zone = baseline.zone * baseline.clipUnit;
  const difference = differenceByHand(curve, { n, m, zone }, numbers);
  const degrees = 1 / (1 / (m - 1 + numbers.priorBlocks) + 1 / difference.degrees);
  const information = 1 / difference.variance;
  const z = (information * beyond ** 2) / variance;
  const factors = numbers.shiftVariances.map((g) => {
    const spread = 1 + information * g;
    return Math.sqrt(1 / spread) * ((1 + z / degrees) / (1 + z / degrees / spread)) ** ((degrees + 1) / 2);
  });
  const likelihood = numbers.shiftWeights.reduce((total, weight, g) => total + weight * factors[g]!, 0);
  const meanVariance = difference.variance;
  return {
    difference,
    n,
    m,
    meanSince,
    meanBefore,
    beyond,
    variance,
    meanVariance,
    degrees,
    factors,
    likelihood,
  };
}

/** 5.8: of a bucket of one block that block, of two the one further on the bucket's side of the reference. */
function leastWithoutOne(from: LeftOut, question: Question): LeftOut {
  const { heard } = from;
  const reference = meanOf(heard.past);
  const without = heard.buckets.flatMap((bucket, row): LeftOut[] => {
    if (bucket.values.length === 0 || bucket.values.length > 2) return [];
    const isBelow = meanOf(bucket.values) < reference;
    const extreme = isBelow ? Math.min(...bucket.values) : Math.max(...bucket.values);
    const values = bucket.values.toSpliced(bucket.values.indexOf(extreme), 1);
    const buckets = heard.buckets.with(row, { ...bucket, values });
    const left = { ...heard, buckets };
    return [{ heard: left, nats: weighByHand(left, question).nats }];
  });
  return without.reduce((least, other) => (other.nats < least.nats ? other : least), from);
}

interface LeftOut {
  readonly heard: Heard;
  readonly nats: number;
}

/** 5.9: what came before the likeliest start is the reference. */
function freeze({ past, buckets, samples }: Heard, { starts }: WeighedByHand): Heard {
  const likeliest = starts.reduce((one, other) => (other.term >= one.term ? other : one));
  const row = buckets.findIndex(({ frames }) => frames[0] === likeliest.frame);
  const before = buckets.slice(0, row).flatMap(({ values }) => values);
  return { past: [...past, ...before], buckets: buckets.slice(row), samples, taken: [] };
}

/** 3.5: W of the baseline's own blocks, each a bucket, with a curve that is told as surely as one can be. */
function changeWhileLearning(
  scored: readonly { readonly frame: number; readonly y: number }[],
  baseline: Pick<BaselineByHand, "lag" | "clipUnit" | "zone">,
  numbers: Numbers,
): number {
  const { lag } = baseline;
  const { priorCorrelation, priorCorrelationBlocks } = numbers;
  const shrunk =
    (scored.length * lag + priorCorrelationBlocks * priorCorrelation) /
    (scored.length + priorCorrelationBlocks);
  const buckets = scored.map(({ frame, y }) => ({ frames: [frame], values: [y], size: 1 }));
  const ratios = ratiosOfAr(Math.max(0, Math.min(0.95, shrunk)));
  const known = { ratios, degrees: ratios.map(() => numbers.toldSamples) };
  const heard = { past: [], buckets, samples: noSamples(), taken: [] };
  const { nats } = weighByHand(heard, { baseline, numbers, isFrozen: false }, known);
  if (nats > numbers.suspectedNats) throw new StepNotWorkedOut(`a change while learning: ${nats} nats`);
  return nats;
}

/** 3.4: blocks that resemble their neighbours would be joined. */
function refuseCorrelation(lag: number, blocks: number, numbers: Numbers): number {
  const allowed =
    numbers.maximumCorrelation +
    numbers.correlationAllowance *
      Math.max(0, 1 / Math.sqrt(blocks) - 1 / Math.sqrt(numbers.establishedBlocks));
  if (lag > allowed) throw new StepNotWorkedOut(`blocks resemble their neighbours: ${lag}`);
  return allowed;
}

/** 3.10: what looks like a change may be correlation, unless the blocks beside the change say otherwise. */
function doubtByHand(scored: readonly { readonly u: number }[], numbers: Numbers): number {
  const scores = scored.map(({ u }) => u);
  const shapes = scores
    .slice(1)
    .flatMap((_, before) => [
      scores.map((_score, at) => (at > before ? 1 : 0)),
      scores.map((_score, at) => Math.max(0, at - before)),
    ]);
  const beside = shapes.map((shape) => besideShape(scores, shape));
  const best = beside.reduce((one, other) => (squaresAbout(other) < squaresAbout(one) ? other : one));
  const lag = lagOne(best);
  refuseCorrelation(lag, scores.length, numbers);
  return lag;
}

function besideShape(values: readonly number[], shape: readonly number[]): readonly number[] {
  const [meanX, meanY] = [meanOf(shape), meanOf(values)];
  const product = values.reduce((sum, value, at) => sum + (shape[at]! - meanX) * (value - meanY), 0);
  const slope = product / squaresAbout(shape);
  return values.map((value, at) => value - meanY - slope * (shape[at]! - meanX));
}

/** r + (1 + 3r)/n (Kendall 1954). */
function lagOne(values: readonly number[]): number {
  const mean = meanOf(values);
  const products = values.slice(1).map((value, before) => (value - mean) * (values[before]! - mean));
  const lag = products.reduce((sum, product) => sum + product, 0) / squaresAbout(values);
  return lag + (1 + 3 * lag) / values.length;
}

function squaresAbout(values: readonly number[]): number {
  const mean = meanOf(values);
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2;
}
