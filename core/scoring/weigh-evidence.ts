import type { EvidenceSums } from "./evidence-sums.ts";
import { exp } from "./numeric/exp.ts";
import { ln } from "./numeric/ln.ts";

/** What W assumes of the channels it compares, beside the sums themselves. */
export interface EvidenceModel {
  /** Mean shift that is no drift, per channel, in units of y. */
  readonly zones: ArrayLike<number>;
  /** Per channel 0: a shift either way counts; 1: only upward; −1: only downward. */
  readonly directions: ArrayLike<number>;
  /** The channels of each sensor, as [first, one past the last]. */
  readonly sensors: readonly (readonly [first: number, end: number])[];
  /** True: the reference is `past` alone. False: everything outside the window under test. */
  readonly referenceFrozen: boolean;
  /** Prior probability that a given sensor takes part in a change. */
  readonly participation: number;
  /** Prior variances of a shift in units of the noise variance, and their weights. */
  readonly shiftVariances: readonly number[];
  readonly shiftWeights: readonly number[];
  /** Reference weight a channel needs before it is compared. */
  readonly minimumReference: number;
  /** Noise variance believed beforehand, per channel, and its weight in blocks; 0 for none. */
  readonly priorVariances: ArrayLike<number>;
  readonly priorDegrees: number;
  /** Share of that variance below which the estimate is not believed. */
  readonly varianceFloor: number;
}

export interface Evidence {
  /** W, nats; −Infinity while there is nothing to compare. */
  readonly nats: number;
  /** Posterior probability that each sensor takes part in a change. */
  readonly posterior: readonly number[];
  /** Row of the bucket the likeliest window starts with, and its first entry number; −1 and 0 without evidence. */
  readonly changeRow: number;
  readonly changeSeq: number;
  /** Channel that speaks loudest in that window, and the side its mean left on. */
  readonly channel: number;
  readonly side: "upper" | "lower";
}

/**
 * The mixture evidence W (docs/scoring-method.md, "The sequential statistic"): the logarithm of the sum, over every
 * possible start of a change, of the likelihood ratio "some sensors have moved since then" against "nothing has
 * moved". Each channel's ratio is a two-sample Student Bayes factor.
 *
 * This is the form for every frame: it walks the buckets once, on a workbench that is kept. The formula as it is
 * written down is in reference/weigh-evidence-directly.ts; tests hold both to the same bits.
 */
export function weighEvidence(sums: EvidenceSums, model: EvidenceModel): Evidence {
  const { channels, buckets } = sums;
  const { window, taken, shares, shifts } = prepareBench(sums, model);
  const sensors = model.sensors.length;
  const length = 3 * channels;
  let sum = 0;
  let mostWeight = 0;
  let changeRow = -1;
  let loudest = 0;
  let shift = 0;
  for (let row = buckets.length - 1; row >= 0; row -= 1) {
    const bucket = buckets[row]!;
    const more = bucket.sums;
    for (let at = 0; at < length; at += 1) window[at]! += more[at]!;
    compareChannels(channels, model);
    const weight = bucket.size * mixSensors(channels, model);
    sum += weight;
    for (let sensor = 0; sensor < sensors; sensor += 1) taken[sensor]! += bucket.size * shares[sensor]!;
    if (weight > mostWeight) {
      mostWeight = weight;
      changeRow = row;
      loudest = loudestChannel(channels, model.shiftVariances.length);
      shift = shifts[loudest]!;
    }
  }
  const posterior = model.sensors.map((_, sensor) => (sum > 0 ? Math.min(1, taken[sensor]! / sum) : 0));
  return {
    nats: ln(sum),
    posterior,
    changeRow,
    changeSeq: changeRow < 0 ? 0 : buckets[changeRow]!.seq,
    channel: loudest,
    side: shift < 0 ? "lower" : "upper",
  };
}

/** All blocks' sums, from which a window is taken to leave its reference; the past alone while it is frozen. */
export function comparisonTotal(sums: EvidenceSums, referenceFrozen: boolean): Float64Array {
  const total = Float64Array.from(sums.past);
  if (!referenceFrozen) addBuckets(total, sums);
  return total;
}

function addBuckets(total: Float64Array, { past, buckets }: EvidenceSums): void {
  for (let row = 0; row < buckets.length; row += 1) {
    const more = buckets[row]!.sums;
    for (let at = 0; at < past.length; at += 1) total[at]! += more[at]!;
  }
}

/** Evidence beyond this much from one channel decides nothing more; five channels of e^120 are still finite. */
const mostNats = 120;

/** Numbers of one window, written over for the next; one evaluation at a time uses them. */
interface Workbench {
  /** Sums of the window, and of everything it is compared with, itself included. */
  readonly window: Float64Array;
  readonly total: Float64Array;
  readonly zones: Float64Array;
  readonly directions: Float64Array;
  /** Mean shift of each channel. */
  readonly shifts: Float64Array;
  /** Bayes factor of each channel for each prior shift variance, variance by variance. */
  readonly factors: Float64Array;
  /** Likelihood ratio of each sensor, the part of the mixture in which it takes part, and the sum of those parts. */
  readonly ratios: Float64Array;
  readonly shares: Float64Array;
  readonly taken: Float64Array;
  /** 1 + κg and its inverse root for each prior shift variance g, and the weights n and m they stand for. */
  readonly spreads: Float64Array;
  readonly shrinks: Float64Array;
  spreadsOfN: number;
  spreadsOfM: number;
  /** Weight of each prior shift variance, given that somebody takes part, and the probability that nobody does. */
  readonly weights: Float64Array;
  nobody: number;
}

let bench = buildBench(5, 3);

function buildBench(channels: number, variances: number): Workbench {
  const numbers = (length: number) => new Float64Array(length);
  return {
    window: numbers(3 * channels),
    total: numbers(3 * channels),
    zones: numbers(channels),
    directions: numbers(channels),
    shifts: numbers(channels),
    factors: numbers(channels * variances),
    ratios: numbers(channels),
    shares: numbers(channels),
    taken: numbers(channels),
    spreads: numbers(variances),
    shrinks: numbers(variances),
    spreadsOfN: -1,
    spreadsOfM: -1,
    weights: numbers(variances),
    nobody: 0,
  };
}

function prepareBench(sums: EvidenceSums, model: EvidenceModel): Workbench {
  const { channels, past } = sums;
  const variances = model.shiftVariances.length;
  if (bench.zones.length < channels || bench.weights.length < variances) {
    bench = buildBench(channels, variances);
  }
  const { window, total, zones, directions, taken, weights } = bench;
  window.fill(0);
  taken.fill(0);
  for (let at = 0; at < past.length; at += 1) total[at] = past[at]!;
  if (!model.referenceFrozen) addBuckets(total, sums);
  for (let channel = 0; channel < channels; channel += 1) {
    zones[channel] = model.zones[channel]!;
    directions[channel] = model.directions[channel]!;
  }
  bench.nobody = probabilityOfNobody(1 - model.participation, model.sensors.length);
  for (let g = 0; g < variances; g += 1) weights[g] = model.shiftWeights[g]! / (1 - bench.nobody);
  bench.spreadsOfN = -1;
  bench.spreadsOfM = -1;
  return bench;
}

/**
 * Bayes factor of every channel for every prior shift variance g:
 * B = (1 + κg)^−½ · ((1 + z/ν) / (1 + z/(ν(1 + κg))))^((ν + 1)/2), κ = nm/(n + m), z = κd²/σ̂².
 */
function compareChannels(channels: number, model: EvidenceModel): void {
  const { window, total, zones, directions, shifts, factors, spreads, shrinks } = bench;
  const { minimumReference } = model;
  const variances = model.shiftVariances.length;
  const taken = model.referenceFrozen ? 0 : 1;
  for (let channel = 0; channel < channels; channel += 1) {
    const at = 3 * channel;
    const n = window[at]!;
    const m = total[at]! - taken * n;
    if (m < minimumReference || n < 1) {
      shifts[channel] = 0;
      for (let g = 0; g < variances; g += 1) factors[g * channels + channel] = 1;
      continue;
    }
    if (n !== bench.spreadsOfN || m !== bench.spreadsOfM) spreadOut(model, n, m);
    const mean = (total[at + 1]! - taken * window[at + 1]!) / m;
    const shift = window[at + 1]! / n - mean;
    shifts[channel] = shift;
    const direction = directions[channel]!;
    const beyond = (direction === 0 ? Math.abs(shift) : direction * shift) - zones[channel]!;
    if (!(beyond > 0)) {
      for (let g = 0; g < variances; g += 1) factors[g * channels + channel] = shrinks[g]!;
      continue;
    }
    const squares = total[at + 2]! - taken * window[at + 2]! - m * mean * mean;
    const degrees = m - 1 + model.priorDegrees;
    const believed = model.priorVariances[channel]!;
    const pooled = (model.priorDegrees * believed + Math.max(0, squares)) / degrees;
    const variance = Math.max(model.varianceFloor * believed, pooled);
    const z = (((n * m) / (n + m)) * beyond * beyond) / (variance * degrees);
    for (let g = 0; g < variances; g += 1) {
      const exponent = 0.5 * (degrees + 1) * ln((1 + z) / (1 + z / spreads[g]!));
      factors[g * channels + channel] = shrinks[g]! * exp(Math.min(mostNats, exponent));
    }
  }
}

/** Channels of one frame mostly share n and m, and with them these roots. */
function spreadOut(model: EvidenceModel, n: number, m: number): void {
  const { spreads, shrinks } = bench;
  const information = (n * m) / (n + m);
  for (let g = 0; g < model.shiftVariances.length; g += 1) {
    const spread = 1 + information * model.shiftVariances[g]!;
    spreads[g] = spread;
    shrinks[g] = 1 / Math.sqrt(spread);
  }
  bench.spreadsOfN = n;
  bench.spreadsOfM = m;
}

/**
 * Likelihood ratio of the window, mixed over the prior shift variances and over which sensors take part (each with
 * probability p, at least one).
 */
function mixSensors(channels: number, model: EvidenceModel): number {
  const { factors, ratios, shares, weights, nobody } = bench;
  const { sensors, participation: p } = model;
  const q = 1 - p;
  let mixed = 0;
  for (let sensor = 0; sensor < sensors.length; sensor += 1) shares[sensor] = 0;
  for (let g = 0; g < model.shiftVariances.length; g += 1) {
    let everybody = 1;
    for (let sensor = 0; sensor < sensors.length; sensor += 1) {
      const ratio = sensorFactor(factors, g * channels, sensors[sensor]!);
      ratios[sensor] = ratio;
      everybody *= q + p * ratio;
    }
    const weight = weights[g]!;
    mixed += weight * (everybody - nobody);
    for (let sensor = 0; sensor < sensors.length; sensor += 1) {
      const takesPart = p * ratios[sensor]!;
      shares[sensor]! += weight * takesPart * (everybody / (q + takesPart));
    }
  }
  return mixed;
}

/** qⁿ by multiplication: the library's power is not part of the numeric profile. */
function probabilityOfNobody(q: number, sensors: number): number {
  let product = 1;
  for (let sensor = 0; sensor < sensors; sensor += 1) product *= q;
  return product;
}

/** One channel: its factor. Several: half for "one of them alone", half for "all of them together". */
function sensorFactor(
  factors: Float64Array,
  offset: number,
  sensor: readonly [first: number, end: number],
): number {
  const first = sensor[0];
  const end = sensor[1];
  if (end - first === 1) return factors[offset + first]!;
  let sum = 0;
  let product = 1;
  for (let channel = first; channel < end; channel += 1) {
    sum += factors[offset + channel]!;
    product *= factors[offset + channel]!;
  }
  return 0.5 * (sum / (end - first)) + 0.5 * product;
}

function loudestChannel(channels: number, variances: number): number {
  const { factors } = bench;
  let loudest = 0;
  let most = -1;
  for (let g = 0; g < variances; g += 1) {
    for (let channel = 0; channel < channels; channel += 1) {
      const factor = factors[g * channels + channel]!;
      if (factor > most) {
        most = factor;
        loudest = channel;
      }
    }
  }
  return loudest;
}
