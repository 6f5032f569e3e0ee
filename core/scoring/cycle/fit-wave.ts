import { zeros } from "../numeric/doubles.ts";
import { exp } from "../numeric/exp.ts";
import { ln } from "../numeric/ln.ts";
import type { DailyCycle } from "../model/state.ts";

/** What a sensor's cycle is measured by, value by value, in the track's unit. */
export interface WaveNoise {
  /** Standard deviation of a block. */
  readonly sigma: ArrayLike<number>;
  /** The largest amplitude that is ever taken out, the same for all values; 0: none is. */
  readonly most: number;
  /** The usual zone: a smaller shift is no drift anyhow. */
  usual(): number;
  /** The largest shift by so many amplitudes, which are not the same everywhere where the values are logarithms. */
  shiftOf(amplitudes: number): number;
}

/** One value's wave by the days heard so far. */
export interface WaveEstimate {
  readonly cos: number;
  readonly sin: number;
  /** Whether the days agree on it by more than their noise. */
  readonly holds: boolean;
  /** Noise variance of one block at the scale of a day. */
  readonly variance: number;
}

/*
 * v = a_day + b·cos + c·sin + noise, with a mean of its own for every day: a step, or a drift from day to day, is no wave.
 * Sums over complete days, each about the day's own means:
 * days: 5 + 3·values = [days, Σ rank, Σcos², Σcos·sin, Σsin²], then for each value [Σv·cos, Σv·sin, Σ of what each day's own
 * wave explains].
 */

export function noDays(width: number): readonly number[] {
  return zeros(5 + 3 * width);
}

/** One day more; what is older fades, because the seasons change. */
export function addDay(
  before: readonly number[],
  today: readonly number[],
  noise: WaveNoise,
): readonly number[] {
  const n = today[0]!;
  if (!(n >= fewestBlocks) || noise.most === 0) return before;
  const days = before.map((sum) => keptShare * sum);
  const [cos, sin] = [today[1]! / n, today[2]! / n];
  const cc = today[3]! - cos * today[1]!;
  const cs = today[4]! - cos * today[2]!;
  const ss = n - today[3]! - sin * today[2]!;
  const design = { cc, cs, ss, ridge: ridgeOf(noise) };
  days[0]! += 1;
  days[1]! += rankOf(design);
  days[2]! += cc;
  days[3]! += cs;
  days[4]! += ss;
  for (let axis = 0; axis < noise.sigma.length; axis += 1) {
    const at = 5 + 3 * axis;
    const from = 5 + 3 * axis;
    const yc = today[from + 1]! - cos * today[from]!;
    const ys = today[from + 2]! - sin * today[from]!;
    days[at]! += yc;
    days[at + 1]! += ys;
    days[at + 2]! += explainedBy(design, yc, ys);
  }
  return days.map(Math.fround);
}

/** Fewer blocks tell nothing of a day. */
const fewestBlocks = 8;
/** About the last four weeks count. */
const keptShare = 27 / 28;

/**
 * The wave to be taken out from now on. It stays what it was while the days' own differs by little: every change of it
 * would be a change of the baseline.
 */
export function fitWave(cycle: DailyCycle, noise: WaveNoise): readonly number[] {
  const { wave, heard } = cycle;
  if (!hasTwoDays(cycle) || noise.most === 0) return wave;
  const estimates = Array.from(noise.sigma, (_, axis) => estimateWave(cycle, axis, noise)!);
  const share = shareTaken(estimates, noise);
  const fitted = [heard[1]!, heard[2]!];
  let largest = 0;
  estimates.forEach(({ cos, sin, holds }, axis) => {
    const [b, c] = holds ? [share * cos, share * sin] : [0, 0];
    fitted.push(b, c);
    const [db, dc] = [b - wave[2 + 2 * axis]!, c - wave[3 + 2 * axis]!];
    largest = Math.max(largest, db * db + dc * dc);
  });
  const material = materialShare * noise.most;
  return largest > material * material ? fitted.map(Math.fround) : wave;
}

/** Of the largest amplitude; a fifth of the zone. */
const materialShare = 0.1;

/** Of a larger wave only the part that is no fault is taken out: the rest is left for W to see. */
function shareTaken(estimates: readonly WaveEstimate[], { most }: WaveNoise): number {
  let square = 0;
  for (const { cos, sin, holds } of estimates) {
    if (holds) square += cos * cos + sin * sin;
  }
  return square > most * most ? most / Math.sqrt(square) : 1;
}

/** Whether the wave was heard twice. Days fade: two are a little less than 2. */
export function hasTwoDays({ days }: DailyCycle): boolean {
  return days[0]! > 1.9;
}

/**
 * One value's wave: ridge regression, the prior amplitude being the largest that is taken out. How much its days differ
 * among themselves is the noise it is held against: slow noise is no wave, however large. Null before two days.
 */
export function estimateWave(cycle: DailyCycle, axis: number, noise: WaveNoise): WaveEstimate | null {
  if (!hasTwoDays(cycle)) return null;
  const { days } = cycle;
  const [yc, ys, byDays] = [days[5 + 3 * axis]!, days[6 + 3 * axis]!, days[7 + 3 * axis]!];
  const sigma = noise.sigma[axis]!;
  const shared = { cc: days[2]!, cs: days[3]!, ss: days[4]!, ridge: ridgeOf(noise) };
  const explained = explainedBy(shared, yc, ys);
  const degrees = ownDegrees + Math.max(0, days[1]! - rankOf(shared));
  const variance = (ownDegrees * sigma * sigma + Math.max(0, byDays - explained)) / degrees;
  const ratio = explained / (2 * variance);
  const ridge = variance / (noise.most * noise.most);
  const [cos, sin] = solve({ ...shared, ridge }, yc, ys);
  return { cos, sin, holds: ratio > fisherLimit(degrees), variance };
}

/** The noise of single blocks stands for the days', with this weight. */
const ownDegrees = 2;

/** f with P(F(2, ν) > f) = errorRate, which has a closed form: (1 + 2f/ν)^(−ν/2). */
function fisherLimit(degrees: number): number {
  return 0.5 * degrees * (exp((-2 / degrees) * ln(errorRate)) - 1);
}

const errorRate = 0.01;

/** Σx·xᵀ of the regressors, and what is added to its diagonal. */
export interface WaveDesign {
  readonly cc: number;
  readonly cs: number;
  readonly ss: number;
  readonly ridge: number;
}

/** Noise over prior, the same for all values of a sensor. */
export function ridgeOf({ sigma, most }: WaveNoise): number {
  let sum = 0;
  for (let axis = 0; axis < sigma.length; axis += 1) sum += sigma[axis]! * sigma[axis]!;
  return Math.max(leastRidge, sum / (sigma.length * most * most));
}

const leastRidge = 1e-3;

export function solve(design: WaveDesign, yc: number, ys: number): readonly [number, number] {
  const { cs } = design;
  const cc = design.cc + design.ridge;
  const ss = design.ss + design.ridge;
  const determinant = cc * ss - cs * cs;
  return [(ss * yc - cs * ys) / determinant, (cc * ys - cs * yc) / determinant];
}

function explainedBy(design: WaveDesign, yc: number, ys: number): number {
  const [b, c] = solve(design, yc, ys);
  return b * yc + c * ys;
}

/** How many of the two regressors the data say something about: the trace of the hat matrix. */
function rankOf(design: WaveDesign): number {
  const { cc, cs, ss } = design;
  return solve(design, cc, cs)[0] + solve(design, cs, ss)[1];
}
