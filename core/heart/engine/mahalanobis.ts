import { fisherQuantile, fisherTail } from "./distributions.ts";
import { T2 } from "./memory.ts";

/**
 * Hotelling's T² of a frame: its channels, in units of their noise, beside the frames of the reference. Frames may lack
 * channels; what is summed of a pair is summed over the frames that have both.
 */

/** Prior weight of independent unit noise, in frames. */
const PRIOR_DEGREES: f64 = 4;
/** Rate at which frames like the reference exceed the limit. */
const LIMIT_RATE: f64 = 0.0027;
/** Fewest reference frames a channel is tested against. */
const MINIMUM_REFERENCE: f64 = 5;
/** A reference frame counts as at most so many σ from the mean before it. */
const MOST_SIGMA: f64 = 4;
/** Beyond 2,000 degrees of freedom the limits differ by less than half a per cent. */
const MOST_DEGREES: f64 = 2000;
/** Fewest common frames a correlation is taken from. */
const FEWEST_COMMON: f64 = 50;

// ---- moments: a row a channel of weight and Σu, then of each pair with channels up to itself weight, Σuv and Σ(uv)² ----
const MOST_CHANNELS: i32 = 8;
const PAIRS: usize = 16;
const PAIR_BYTES: usize = 24;
/** Bytes of a rig's moments; all 0 before the first frame. */
export const MOMENTS_BYTES: usize = 992;

function rowOf(at: usize, channel: i32): usize {
  return at + usize(4 * channel * (3 * channel + 7));
}
/** For j ≤ k. */
function pairOf(at: usize, j: i32, k: i32): usize {
  return rowOf(at, k) + PAIRS + usize(j) * PAIR_BYTES;
}

// ---- working memory: of a frame's tested channels numbers, parts, means; triangles by rows; limits ----
const TESTED: usize = T2;
const PARTS: usize = TESTED + 4 * 8;
const MEANS: usize = PARTS + 8 * 8;
const COVARIANCES: usize = MEANS + 8 * 8;
const FACTOR: usize = COVARIANCES + 8 * 36;
/** Of 64 pairs of degrees of freedom: which, limit. */
const LIMITS: usize = FACTOR + 8 * 36;
const LIMIT_BYTES: usize = 16;

function get(base: usize, index: i32): f64 {
  return f64.load(base + (usize(index) << 3));
}
function set(base: usize, index: i32, value: f64): void {
  f64.store(base + (usize(index) << 3), value);
}
/** A place in a triangle, for row ≥ column. */
function entryAt(row: i32, column: i32): i32 {
  return ((row * (row + 1)) >> 1) + column;
}
function add(at: usize, value: f64): void {
  f64.store(at, f64.load(at) + value);
}
function has(mask: i32, channel: i32): boolean {
  return ((mask >> channel) & 1) === 1;
}

/** The mean of a channel's reference, 0 of none. */
export function meanOf(at: usize, channel: i32): f64 {
  const row: usize = rowOf(at, channel);
  const weight: f64 = f64.load(row);
  return weight > 0 ? f64.load(row, 8) / weight : 0;
}

/** Adds a frame to the reference: a double a channel at `values`, bit c of `mask` set where channel c is there. */
export function learnMoments(at: usize, channels: i32, values: usize, mask: i32): void {
  for (let k: i32 = 0; k < channels; k++) {
    if (!has(mask, k)) continue;
    const mean: f64 = meanOf(at, k);
    const u: f64 = Math.max(mean - MOST_SIGMA, Math.min(mean + MOST_SIGMA, get(values, k)));
    set(PARTS, k, u);
    const row: usize = rowOf(at, k);
    add(row, 1);
    add(row + 8, u);
    for (let j: i32 = 0; j <= k; j++) {
      if (!has(mask, j)) continue;
      const pair: usize = pairOf(at, j, k);
      const product: f64 = u * get(PARTS, j);
      add(pair, 1);
      add(pair + 8, product);
      add(pair + 16, product * product);
    }
  }
}

/** Forgets everything about some channels. */
export function forgetChannels(at: usize, first: i32, width: i32): void {
  for (let k: i32 = 0; k < MOST_CHANNELS; k++) {
    if (k >= first && k < first + width) memory.fill(rowOf(at, k), 0, rowOf(0, k + 1) - rowOf(0, k));
    else if (k >= first) memory.fill(pairOf(at, first, k), 0, usize(width) * PAIR_BYTES);
  }
}

/** Of two channels, given their means; of a pair seen in fewer than two frames what is `unknown`. */
function covarianceOf(pair: usize, productOfMeans: f64, unknown: f64): f64 {
  const count: f64 = f64.load(pair);
  if (count < 2) return unknown;
  return ((f64.load(pair, 8) / count - productOfMeans) * count) / (count - 1);
}

/**
 * Tests a frame, given as to `learnMoments`, and gives the number of channels tested; 0, and nothing written, where none has
 * enough reference. At `out` T², its p-value, the T² that is exceeded at the stated rate, then of each channel the part of T²
 * that it adds to those before it, as a share, 0 where it is not tested.
 *
 * With a reference of m frames T² = m/(m + 1)·rᵀΣ̂⁻¹r, and F = T²(ν − d + 1)/(νd) ~ F(d, ν − d + 1) with ν = ν₀ + m − 1
 * (Montgomery, Statistical Quality Control, phase II limits). Its parts by channel follow Mason, Young & Tracy (1995).
 */
export function testMoments(at: usize, channels: i32, values: usize, mask: i32, out: usize): i32 {
  let d: i32 = 0;
  let m: f64 = Infinity;
  for (let channel: i32 = 0; channel < channels; channel++) {
    const weight: f64 = f64.load(rowOf(at, channel));
    if (!has(mask, channel) || weight < MINIMUM_REFERENCE) continue;
    i32.store(TESTED + (usize(d) << 2), channel);
    set(MEANS, d, meanOf(at, channel));
    set(PARTS, d, get(values, channel) - get(MEANS, d));
    m = Math.min(m, weight);
    d += 1;
  }
  if (d === 0) return 0;
  shrinkCovariances(at, d, measureCovariances(at, d));
  makeIndependent(d);
  let t2: f64 = 0;
  for (let i: i32 = 0; i < d; i++) {
    const part: f64 = (get(PARTS, i) * get(PARTS, i) * m) / (m + 1);
    set(PARTS, i, part);
    t2 += part;
  }
  // Whole degrees of freedom, rounded down: limits are then shared between vehicles, and never too tight.
  const degrees: f64 = f64(d);
  const nu: f64 = Math.max(degrees, Math.min(MOST_DEGREES, Math.floor(PRIOR_DEGREES + m - 1)));
  f64.store(out, t2);
  f64.store(out, fisherTail((t2 * (nu - degrees + 1)) / (nu * degrees), degrees, nu - degrees + 1), 8);
  f64.store(out, limitOf(d, i32(nu)), 16);
  memory.fill(out + 24, 0, usize(channels) << 3);
  for (let i: i32 = 0; i < d; i++) set(out + 24, tested(i), t2 > 0 ? get(PARTS, i) / t2 : 1 / degrees);
  return d;
}
function tested(index: i32): i32 {
  return i32.load(TESTED + (usize(index) << 2));
}
function testedPair(at: usize, row: i32, column: i32): usize {
  return pairOf(at, tested(column), tested(row));
}

/** The covariances as they were measured; gives the share of those between channels that shrinking keeps. */
function measureCovariances(at: usize, d: i32): f64 {
  let spread: f64 = 0;
  let size: f64 = 0;
  for (let row: i32 = 0; row < d; row++) {
    for (let column: i32 = 0; column <= row; column++) {
      const pair: usize = testedPair(at, row, column);
      const means: f64 = get(MEANS, column) * get(MEANS, row);
      const covariance: f64 = covarianceOf(pair, means, row === column ? 1 : 0);
      set(COVARIANCES, entryAt(row, column), covariance);
      const count: f64 = f64.load(pair);
      if (row === column || count < 2) continue;
      const product: f64 = f64.load(pair, 8) / count;
      spread += Math.max(0, f64.load(pair, 16) / count - product * product) / count;
      size += covariance * covariance;
    }
  }
  return 1 - (size > 0 ? Math.min(1, spread / size) : 1);
}
/** Towards independent noise (Ledoit & Wolf 2004, diagonal target), to which the prior adds frames of unit variance. */
function shrinkCovariances(at: usize, d: i32, keep: f64): void {
  for (let row: i32 = 0; row < d; row++) {
    for (let column: i32 = 0; column <= row; column++) {
      const count: f64 = f64.load(testedPair(at, row, column));
      const entry: f64 = count * get(COVARIANCES, entryAt(row, column));
      const whole: f64 = row === column ? entry + PRIOR_DEGREES : entry * keep;
      set(COVARIANCES, entryAt(row, column), whole / (count + PRIOR_DEGREES));
    }
  }
}
/** Residuals become independent ones of unit variance, by the covariances' Cholesky factor. */
function makeIndependent(d: i32): void {
  if (factorise(d)) {
    for (let row: i32 = 0; row < d; row++) {
      let rest: f64 = get(PARTS, row);
      for (let k: i32 = 0; k < row; k++) rest -= get(FACTOR, entryAt(row, k)) * get(PARTS, k);
      set(PARTS, row, rest / get(FACTOR, entryAt(row, row)));
    }
    return;
  }
  // Pairs seen in different frames need not fit together; then the channels are taken as independent.
  for (let i: i32 = 0; i < d; i++) {
    set(PARTS, i, get(PARTS, i) / Math.sqrt(Math.max(get(COVARIANCES, entryAt(i, i)), 1e-6)));
  }
}
/** Whether the covariances are positive definite. */
function factorise(d: i32): boolean {
  for (let row: i32 = 0; row < d; row++) {
    for (let column: i32 = 0; column <= row; column++) {
      let rest: f64 = get(COVARIANCES, entryAt(row, column));
      for (let k: i32 = 0; k < column; k++) {
        rest -= get(FACTOR, entryAt(row, k)) * get(FACTOR, entryAt(column, k));
      }
      if (row === column && !(rest > 0)) return false;
      const entry: f64 = row === column ? Math.sqrt(rest) : rest / get(FACTOR, entryAt(column, column));
      set(FACTOR, entryAt(row, column), entry);
    }
  }
  return true;
}

/** The limit of T² for d channels and ν degrees of freedom, without the factor (m + 1)/m; looked for once, and kept. */
function limitOf(d: i32, nu: i32): f64 {
  const entry: usize = LIMITS + usize((nu + 8 * d) & 63) * LIMIT_BYTES;
  const key: i32 = 16 * nu + d;
  if (i32.load(entry) !== key) {
    const e: f64 = f64(nu - d + 1);
    f64.store(entry, (fisherQuantile(LIMIT_RATE, f64(d), e) * f64(nu) * f64(d)) / e, 8);
    i32.store(entry, key);
  }
  return f64.load(entry, 8);
}

/** The largest absolute correlation between channels of different owners (a whole number a channel at `owners`). */
export function largestCorrelation(at: usize, channels: i32, owners: usize): f64 {
  let largest: f64 = 0;
  for (let k: i32 = 0; k < channels; k++) {
    const mean: f64 = meanOf(at, k);
    const variance: f64 = covarianceOf(pairOf(at, k, k), mean * mean, 1);
    for (let j: i32 = 0; j < k; j++) {
      const pair: usize = pairOf(at, j, k);
      if (i32.load(owners + (usize(j) << 2)) === i32.load(owners + (usize(k) << 2))) continue;
      if (f64.load(pair) < FEWEST_COMMON) continue;
      const other: f64 = meanOf(at, j);
      const scale: f64 = Math.sqrt(variance * covarianceOf(pairOf(at, j, j), other * other, 1));
      const both: f64 = Math.abs(covarianceOf(pair, other * mean, 0));
      if (scale > 0) largest = Math.max(largest, both / scale);
    }
  }
  return largest;
}
