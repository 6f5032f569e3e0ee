import type { EvidenceSums } from "./evidence-sums.ts";
import { rowLength, rowSeq, rowSize, rowSums } from "./evidence-sums.ts";
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
 */
export function weighEvidence(sums: EvidenceSums, model: EvidenceModel): Evidence {
  const { channels, buckets } = sums;
  const length = rowLength(channels);
  const rows = buckets.length / length;
  const total = comparisonTotal(sums, model.referenceFrozen);
  const window = new Float64Array(3 * channels);
  const bench = workbench(channels, model);
  const taken = new Float64Array(model.sensors.length);
  let sum = 0;
  let best = { weight: 0, row: -1, channel: 0, shift: 0 };
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let at = 0; at < window.length; at += 1) window[at]! += buckets[row * length + rowSums + at]!;
    compareChannels(window, total, model, bench);
    const size = buckets[row * length + rowSize]!;
    const weight = size * mixSensors(model, channels, bench);
    sum += weight;
    for (let sensor = 0; sensor < taken.length; sensor += 1) taken[sensor]! += size * bench.shares[sensor]!;
    if (weight > best.weight) {
      const channel = loudestChannel(bench.factors, channels);
      best = { weight, row, channel, shift: bench.shifts[channel]! };
    }
  }
  return {
    nats: ln(sum),
    posterior: Array.from(taken, (share) => (sum > 0 ? Math.min(1, share / sum) : 0)),
    changeRow: best.row,
    changeSeq: best.row < 0 ? 0 : buckets[best.row * length + rowSeq]!,
    channel: best.channel,
    side: best.shift < 0 ? "lower" : "upper",
  };
}

/** Numbers of one window, written over for the next. */
interface Workbench {
  /** Mean shift of each channel. */
  readonly shifts: Float64Array;
  /** Bayes factor of each channel for each prior shift variance, variance by variance. */
  readonly factors: Float64Array;
  /** Likelihood ratio of each sensor, and the part of the mixture in which it takes part. */
  readonly ratios: Float64Array;
  readonly shares: Float64Array;
  /** 1 + κg and its inverse root for each prior shift variance g, and the weights n and m they stand for. */
  readonly spreads: Float64Array;
  readonly shrinks: Float64Array;
  spreadsOf: { n: number; m: number };
  /** Prior probability that no sensor takes part. */
  readonly nobody: number;
}

function workbench(channels: number, model: EvidenceModel): Workbench {
  const variances = model.shiftVariances.length;
  const sensors = model.sensors.length;
  return {
    shifts: new Float64Array(channels),
    factors: new Float64Array(channels * variances),
    ratios: new Float64Array(sensors),
    shares: new Float64Array(sensors),
    spreads: new Float64Array(variances),
    shrinks: new Float64Array(variances),
    spreadsOf: { n: -1, m: -1 },
    nobody: probabilityOfNobody(1 - model.participation, sensors),
  };
}

/** All blocks' sums, from which a window is taken to leave its reference; the past alone while it is frozen. */
export function comparisonTotal(sums: EvidenceSums, referenceFrozen: boolean): Float64Array {
  const total = sums.past.slice();
  if (referenceFrozen) return total;
  const length = rowLength(sums.channels);
  const rows = sums.buckets.length / length;
  for (let row = 0; row < rows; row += 1) {
    for (let at = 0; at < total.length; at += 1) total[at]! += sums.buckets[row * length + rowSums + at]!;
  }
  return total;
}

/**
 * Bayes factor of every channel for every prior shift variance g:
 * B = (1 + κg)^−½ · ((1 + z/ν) / (1 + z/(ν(1 + κg))))^((ν + 1)/2), κ = nm/(n + m), z = κd²/σ̂².
 */
function compareChannels(
  window: Float64Array,
  total: Float64Array,
  model: EvidenceModel,
  bench: Workbench,
): void {
  const { shifts, factors } = bench;
  const channels = shifts.length;
  const variances = bench.spreads.length;
  for (let channel = 0; channel < channels; channel += 1) {
    const at = 3 * channel;
    const taken = model.referenceFrozen ? 0 : 1;
    const n = window[at]!;
    const m = total[at]! - taken * n;
    if (m < model.minimumReference || n < 1) {
      shifts[channel] = 0;
      for (let g = 0; g < variances; g += 1) factors[g * channels + channel] = 1;
      continue;
    }
    const information = (n * m) / (n + m);
    if (n !== bench.spreadsOf.n || m !== bench.spreadsOf.m) spreadOut(bench, model, { n, m });
    const mean = (total[at + 1]! - taken * window[at + 1]!) / m;
    const shift = window[at + 1]! / n - mean;
    shifts[channel] = shift;
    const beyond = beyondZone(shift, model.zones[channel]!, model.directions[channel]!);
    if (beyond === 0) {
      for (let g = 0; g < variances; g += 1) factors[g * channels + channel] = bench.shrinks[g]!;
      continue;
    }
    const squares = total[at + 2]! - taken * window[at + 2]! - m * mean * mean;
    const degrees = m - 1 + model.priorDegrees;
    const believed = model.priorVariances[channel]!;
    const pooled = (model.priorDegrees * believed + Math.max(0, squares)) / degrees;
    const variance = Math.max(model.varianceFloor * believed, pooled);
    const z = (information * beyond * beyond) / (variance * degrees);
    for (let g = 0; g < variances; g += 1) {
      const exponent = 0.5 * (degrees + 1) * ln((1 + z) / (1 + z / bench.spreads[g]!));
      factors[g * channels + channel] = bench.shrinks[g]! * exp(Math.min(mostNats, exponent));
    }
  }
}

/** Evidence beyond this much from one channel decides nothing more; five channels of e^120 are still finite. */
const mostNats = 120;

/** Channels of one frame mostly share n and m, and with them these roots. */
function spreadOut(bench: Workbench, model: EvidenceModel, of: { n: number; m: number }): void {
  const information = (of.n * of.m) / (of.n + of.m);
  for (let g = 0; g < bench.spreads.length; g += 1) {
    const spread = 1 + information * model.shiftVariances[g]!;
    bench.spreads[g] = spread;
    bench.shrinks[g] = 1 / Math.sqrt(spread);
  }
  bench.spreadsOf = of;
}

function beyondZone(shift: number, zone: number, direction: number): number {
  const size = direction === 0 ? Math.abs(shift) : direction * shift;
  return Math.max(0, size - zone);
}

/**
 * Likelihood ratio of the window, mixed over the prior shift variances and over which sensors take part (each with
 * probability p, at least one).
 */
function mixSensors(model: EvidenceModel, channels: number, bench: Workbench): number {
  const { factors, ratios, shares, nobody } = bench;
  const p = model.participation;
  const q = 1 - p;
  let mixed = 0;
  shares.fill(0);
  for (let g = 0; g < model.shiftVariances.length; g += 1) {
    let everybody = 1;
    for (let sensor = 0; sensor < ratios.length; sensor += 1) {
      ratios[sensor] = sensorFactor(factors, g * channels, model.sensors[sensor]!);
      everybody *= q + p * ratios[sensor]!;
    }
    const weight = model.shiftWeights[g]! / (1 - nobody);
    mixed += weight * (everybody - nobody);
    for (let sensor = 0; sensor < ratios.length; sensor += 1) {
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
  [first, end]: readonly [number, number],
): number {
  if (end - first === 1) return factors[offset + first]!;
  let sum = 0;
  let product = 1;
  for (let channel = first; channel < end; channel += 1) {
    sum += factors[offset + channel]!;
    product *= factors[offset + channel]!;
  }
  return 0.5 * (sum / (end - first)) + 0.5 * product;
}

function loudestChannel(factors: Float64Array, channels: number): number {
  let loudest = 0;
  let most = -1;
  for (let at = 0; at < factors.length; at += 1) {
    if (factors[at]! > most) {
      most = factors[at]!;
      loudest = at % channels;
    }
  }
  return loudest;
}
