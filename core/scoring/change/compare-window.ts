import { channelSums, totalsOf, withBuckets } from "./change-sums.ts";
import { zeros } from "../numeric/doubles.ts";
import { exp } from "../numeric/exp.ts";
import { ln } from "../numeric/ln.ts";
import { noCurveMemo } from "../model/no-memos.ts";
import { channels as channelNames } from "../model/sensors.ts";
import type { ChangeSums } from "../model/state.ts";
import type { MeanScatter } from "../model/mean-scatter.ts";
import { blockVariance, shareScatter } from "../scatter/mean-scatter.ts";
import { degreesOfDifference, noCurve, varianceBeyondZone, writeCurve } from "../scatter/variance-curve.ts";
import type { KnownCurves, VarianceCurve } from "../model/standing.ts";
import type { ChangeModel } from "./change-model.ts";

/** One possible start of a change: what was heard since, against what is taken for the reference. */
export interface ComparedWindow {
  /** Entry number of the first block of the bucket it starts with, and how many blocks could have been the start. */
  readonly seq: number;
  readonly size: number;
  /** By channel; null where it was not heard both before and after. */
  readonly channels: readonly (ComparedChannel | null)[];
  /** By sensor: its Bayes factor for each prior shift variance; null for one that was not heard both before and after. */
  readonly sensors: readonly (readonly number[] | null)[];
  /** "Some of these sensors have moved" against "none has"; null when none can be compared. */
  readonly likelihood: number | null;
  /** By sensor: the part of that ratio in which it takes part. */
  readonly shares: readonly number[];
  /** What W adds for this start: size·sensors heard·(likelihood − 1), never below 0: a change may begin in each of them. */
  readonly term: number;
}

export interface ComparedChannel {
  /** Weight of the blocks since the start, and of the reference. */
  readonly n: number;
  readonly m: number;
  readonly sum: number;
  readonly referenceSum: number;
  /** Mean of the window minus mean of the reference, times both weights. */
  readonly shift: number;
  /** Noise variance of one block. */
  readonly variance: number;
  /** Variance of the difference of the two means over that of one block, and degrees of freedom of both together. */
  readonly meanVariance: number;
  readonly degrees: number;
  /** Bayes factor for each prior shift variance. */
  readonly factors: readonly number[];
}

/** The window that starts with a bucket, as docs/scoring-method.md writes it down ("The sequential statistic W"). */
export function compareWindow(sums: ChangeSums, model: ChangeModel, row: number): ComparedWindow {
  const { buckets, past } = sums;
  const window = zeros(past.length);
  for (let at = buckets.length - 1; at >= row; at -= 1) buckets.addTo(window, at);
  const everything = model.referenceFrozen ? past : withBuckets(past, buckets);
  const curves = curvesOf(sums, model);
  const channels = past.filter(isFirstOfThree).map((_, channel) => {
    const since = channelSums(window, channel);
    const all = channelSums(everything, channel);
    const reference = model.referenceFrozen
      ? { m: all.n, sum: all.sum, squares: all.squares }
      : { m: all.n - since.n, sum: all.sum - since.sum, squares: all.squares - since.squares };
    return compareChannel(since, reference, channel, { model, curve: curves[channel]! });
  });
  const { seq, size } = buckets.at(row);
  const factors = channels.map((channel) => channel?.factors ?? null);
  const sensors = model.sensors.map(([first, end]) =>
    sensorFactors(factors.slice(first, end), model.shiftVariances.length),
  );
  const mixed = mixSensors(sensors, model);
  const heard = sensors.filter((of) => of !== null).length;
  const term = mixed.likelihood !== null && mixed.likelihood > 1 ? size * heard * (mixed.likelihood - 1) : 0;
  return { seq, size, channels, sensors, ...mixed, term };
}

function compareChannel(
  window: { readonly n: number; readonly sum: number },
  reference: { readonly m: number; readonly sum: number; readonly squares: number },
  channel: number,
  { model, curve }: { readonly model: ChangeModel; readonly curve: VarianceCurve },
): ComparedChannel | null {
  const { n } = window;
  const { m } = reference;
  if (m < model.minimumReference || n < 1) return null;
  const mean = reference.sum / m;
  const shift = window.sum * m - reference.sum * n;
  const direction = model.directions[channel]!;
  const size = (direction === 0 ? Math.abs(shift) : direction * shift) / (n * m);
  const beyond = Math.max(0, size - model.zones[channel]!);
  const ownDegrees = m - 1 + model.priorDegrees;
  const prior = model.priorVariances[channel]!;
  const squares = Math.max(0, reference.squares - m * mean * mean);
  const variance = Math.max(model.varianceFloor * prior, (model.priorDegrees * prior + squares) / ownDegrees);
  const meanVariance = varianceBeyondZone(curve, model.zones[channel]! / Math.sqrt(prior), n, m);
  const degrees = 1 / (1 / ownDegrees + 1 / degreesOfDifference(curve, n, m));
  const factors = studentFactors({ meanVariance, beyond, variance, degrees }, model.shiftVariances);
  const { sum } = window;
  return { n, m, sum, referenceSum: reference.sum, shift, variance, meanVariance, degrees, factors };
}

/** B of one channel for each prior shift variance: its mean has moved by so much beyond the zone. */
export function studentFactors(
  measured: {
    /** Of the difference of the means, over `variance`: (n + m)/nm for independent blocks. */
    readonly meanVariance: number;
    readonly beyond: number;
    readonly variance: number;
    readonly degrees: number;
  },
  shiftVariances: readonly number[],
): readonly number[] {
  const { meanVariance, beyond, variance, degrees } = measured;
  const information = 1 / meanVariance;
  const z = (information * beyond * beyond) / (variance * degrees);
  return shiftVariances.map((g) => {
    const spread = 1 + information * g;
    const exponent = 0.5 * (degrees + 1) * ln((1 + z) / (1 + z / spread));
    return (1 / Math.sqrt(spread)) * exp(Math.min(maxNats, exponent));
  });
}

/**
 * B of a sensor from those of its channels. One channel: its factor. Several: half for "one of them alone", half for "all
 * of them together". Null when none of them was heard.
 */
export function sensorFactors(
  channels: readonly (readonly number[] | null)[],
  shiftVariances: number,
): readonly number[] | null {
  if (channels.every((factors) => factors === null)) return null;
  return Array.from({ length: shiftVariances }, (_, g) => {
    const factors = channels.map((ofChannel) => ofChannel?.[g] ?? 1);
    if (factors.length === 1) return factors[0]!;
    const sum = factors.reduce((total, factor) => total + factor, 0);
    const product = factors.reduce((total, factor) => total * factor, 1);
    return (0.5 / factors.length) * sum + 0.5 * product;
  });
}

/** Mixed over the prior shift variances, and over which of the sensors that can be compared take part. */
function mixSensors(sensors: ComparedWindow["sensors"], model: ChangeModel) {
  const p = model.participation;
  const q = 1 - p;
  const shares = sensors.map(() => 0);
  if (sensors.every((factors) => factors === null)) return { likelihood: null, shares };
  const none = sensors.reduce((product, factors) => (factors === null ? product : product * q), 1);
  let likelihood = 0;
  model.shiftWeights.forEach((shiftWeight, g) => {
    const weight = shiftWeight / (1 - none);
    const inOrOut = sensors.map((factors) => (factors === null ? 1 : q + p * factors[g]!));
    likelihood += weight * (inOrOut.reduce((product, ratio) => product * ratio, 1) - none);
    sensors.forEach((factors, sensor) => {
      if (factors === null) return;
      const others = inOrOut.filter((_, other) => other !== sensor);
      shares[sensor]! += weight * (p * factors[g]!) * others.reduce((product, other) => product * other, 1);
    });
  });
  return { likelihood, shares };
}

/**
 * Of each channel, in units of the variance that all but the newest blocks have: a young change is not to make their scatter look
 * small. Of too few blocks that of everything.
 */
export function curvesOf(
  sums: Pick<ChangeSums, "past" | "buckets" | "scatter">,
  model: ChangeModel,
): readonly VarianceCurve[] {
  const { past, scatter } = sums;
  const { settled, everything } = model.referenceFrozen
    ? { settled: past, everything: past }
    : totalsOf(sums, model.known);
  const channels = model.priorCurves.length;
  for (let channel = 0; channel < channels; channel += 1) {
    const from = settled[3 * channel]! >= fewestSettled ? settled : everything;
    variancesNow[channel] = blockVariance(from, channel, model);
  }
  const { known = noCurveMemo() } = model;
  const before = model.referenceFrozen ? known.frozen : known.last;
  if (before && isOf(before, scatter, model)) return before.curves;
  const now = before ?? noCurves(scatter, model);
  writeCurves(now, scatter, model);
  if (model.referenceFrozen) known.frozen = now;
  else known.last = now;
  return now.curves;
}

/** Register, by channels: variances of a block as they are now. */
const variancesNow = new Float64Array(channelNames.length);

function noCurves(scatter: MeanScatter, { priorCurves, blockLevels }: ChangeModel): KnownCurves {
  const variances = zeros(priorCurves.length);
  return { scatter, variances, priorCurves, blockLevels, curves: priorCurves.map(noCurve) };
}

function writeCurves(known: KnownCurves, scatter: MeanScatter, model: ChangeModel): void {
  const { variances, curves } = known;
  known.scatter = scatter;
  known.priorCurves = model.priorCurves;
  known.blockLevels = model.blockLevels;
  for (let channel = 0; channel < variances.length; channel += 1) variances[channel] = variancesNow[channel]!;
  const told = shareScatter(scatter, variances, model.blockLevels);
  for (let channel = 0; channel < curves.length; channel += 1) {
    const prior = model.priorCurves[channel]!;
    writeCurve(curves[channel]!, { scatter: told, channel, prior, variance: 1 });
  }
}

function isOf(known: KnownCurves, scatter: MeanScatter, model: ChangeModel): boolean {
  if (known.scatter !== scatter || known.curves.length !== model.priorCurves.length) return false;
  for (let channel = 0; channel < model.priorCurves.length; channel += 1) {
    if (
      known.variances[channel] !== variancesNow[channel] ||
      known.priorCurves[channel] !== model.priorCurves[channel] ||
      known.blockLevels[channel] !== model.blockLevels[channel]
    )
      return false;
  }
  return true;
}

export const fewestSettled = 16;

const isFirstOfThree = (_: number, at: number) => at % 3 === 0;

/** Bayes factors beyond this much of one channel decide nothing more; five channels of e^120 are still finite. */
const maxNats = 120;
