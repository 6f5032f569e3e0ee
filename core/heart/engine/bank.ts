import { correlation, MODELS, shareOf, TABLE_END, timeConstantOf, weightOf } from "./noise-models.ts";
import { exp, ln } from "./numeric.ts";

/**
 * A bank of noise models for the channels of one timing group: what depends on times alone (covariances, gains, responses of
 * a step and of a ramp from each candidate start) is kept once, what depends on values once a channel.
 *
 * Per model one Kalman filter of up to three parts gives the exact likelihood of the values about an unknown level of unknown
 * scale; a step (or a ramp) from a start is a second regressor, filtered alike. Sources: Harvey, Forecasting, Structural Time
 * Series Models and the Kalman Filter (1989), sections 3.4 and 7.2 for the regressors filtered beside the state; West and
 * Harrison, Bayesian Forecasting and Dynamic Models (1997), section 11 for the Bayes factor with an unknown scale.
 */

// ---- layout of a bank: header, starts of steps and of ramps, sums of channels, then rows of `width` models ----
const COUNT: usize = 0;
const TIME: usize = 8;
const WIDTH: usize = 16;
const LIVE: usize = 20;
const CHANNELS: usize = 24;
const CLIP: usize = 32;
const DROP_AFTER: usize = 40;
const HEADER: usize = 48;

/**
 * Candidate starts of a shape, 0 a step and 1 a ramp: how many there are, how many are kept, then of each its place in the
 * rows, its time and the blocks before it. One place more than kept, so that the newest comes before the one it replaces goes.
 */
const STEPS: i32 = 16;
const RAMPS: i32 = 8;
const PLACES: i32 = STEPS + RAMPS + 2;
/** A shape has room for 17: the steps, and one more. */
const PLACE: usize = 8;
const START_TIME: usize = PLACE + 8 * 17;
const BLOCKS_BEFORE: usize = START_TIME + 8 * 17;
const STARTS_BYTES: usize = BLOCKS_BEFORE + 8 * 17;
/** A ramp may start at every eighth block: where exactly one began is never known so well. */
const BETWEEN_RAMPS: i32 = 8;
const LEAST_RAMP: f64 = 16;

/** Rows of doubles over all models, whatever the channel. */
const ID: i32 = 0;
const P1: i32 = 1;
const P2: i32 = 2;
const P3: i32 = 3;
const P12: i32 = 4;
const P13: i32 = 5;
const P23: i32 = 6;
const M1: i32 = 7;
const M2: i32 = 8;
const M3: i32 = 9;
const INFORMATION: i32 = 10;
const LOG_DET: i32 = 11;
const PRODUCT: i32 = 12;
const PRIOR: i32 = 13;
const MODEL_ROWS: i32 = 14;
/** Rows of doubles over all models, of each channel. */
const V1: i32 = 0;
const V2: i32 = 1;
const V3: i32 = 2;
const SQUARES: i32 = 3;
const LEVEL: i32 = 4;
const CHANNEL_ROWS: i32 = 5;
/** Rows of binary32 over all models, of each start: its response in three parts, its product with the level's, its square. */
const START_ROWS: i32 = 5;
/**
 * … of each channel and start: the sum of the response's products with the innovations, and the two largest of their sizes,
 * as the upper halves of two binary32 in one place.
 */
const CHART_ROWS: i32 = 2;

/**
 * Of each channel: the squares of its likeliest model up to now and which model that is; of runs of eight blocks, the sum of
 * the run under way, the squared deviations of means from 1, the number of runs and of blocks in this one; the degrees of
 * freedom of the variance that follow; then the squares and those degrees before each start.
 */
const SQUARES_SO_FAR: usize = 0;
const LIKELIEST: usize = 8;
const IN_RUN: usize = 12;
const RUN_SUM: usize = 16;
const RUN_DEVIATIONS: usize = 24;
const RUNS: usize = 32;
const FREEDOM: usize = 40;
const SQUARES_BEFORE: usize = 48;
const FREEDOM_BEFORE: usize = SQUARES_BEFORE + 8 * 26;
const SUMS_BYTES: usize = FREEDOM_BEFORE + 8 * 26;

/** Working rows, of doubles and of binary32; a row has room for 44 models. */
const WORK: usize = (TABLE_END + 15) & ~15;
const ROW: usize = 352;
const K1: usize = WORK;
const K2: usize = WORK + ROW;
const K3: usize = WORK + 2 * ROW;
const PRECISION: usize = WORK + 3 * ROW;
const E0: usize = WORK + 4 * ROW;
const SHARED: usize = WORK + 5 * ROW;
const INVERSE: usize = WORK + 6 * ROW;
const PHI: usize = WORK + 7 * ROW;
const POSTERIOR: usize = WORK + 10 * ROW;
/** A place where single numbers are taken apart. */
const PARTS: usize = WORK + 11 * ROW;
const NARROW: usize = WORK + 12 * ROW;
const NARROW_ROW: usize = 176;
const PHI1_4: usize = NARROW;
const PHI2_4: usize = NARROW + NARROW_ROW;
const PHI3_4: usize = NARROW + 2 * NARROW_ROW;
const K1_4: usize = NARROW + 3 * NARROW_ROW;
const K2_4: usize = NARROW + 4 * NARROW_ROW;
const K3_4: usize = NARROW + 5 * NARROW_ROW;
const PRECISION_4: usize = NARROW + 6 * NARROW_ROW;
const E0_4: usize = NARROW + 7 * NARROW_ROW;
const LEAST_4: usize = NARROW + 8 * NARROW_ROW;
const INVERSE_4: usize = NARROW + 9 * NARROW_ROW;
const A0_4: usize = NARROW + 10 * NARROW_ROW;
const SPREAD_4: usize = NARROW + 11 * NARROW_ROW;
const ZONE_4: usize = NARROW + 12 * NARROW_ROW;
/** Whether any channel still needs a model. */
const NEEDED: usize = NARROW + 13 * NARROW_ROW;
/** Innovations, a row of binary32 for each of up to 16 channels. */
const INNOVATION_4: usize = NARROW + 14 * NARROW_ROW;
/** What a start takes off the z² that can count, by its place: twice the logarithm of the blocks that it stands for. */
const BOUNDS: usize = INNOVATION_4 + 16 * NARROW_ROW;
/** Weighted responses of every start, by place. */
const RESPONSE_4: usize = BOUNDS + 8 * 26;

/** Correlations by interval: four intervals, each with its seconds and three doubles a model; −1 where not asked yet. */
const CACHE: usize = RESPONSE_4 + NARROW_ROW * 26;
const CACHED: usize = 8 + 24 * 44;
/** Which interval was met last. All of it ends below 65,536, where callers' memory begins (../open-heart.ts). */
const NEWEST_CACHED: usize = CACHE + 4 * CACHED;

const DROP_BEHIND: f64 = -9;
const RAMP_SHARE: f64 = 0.25;
/** e⁻¹: what a change under a model that is not white counts for, because how slow noise is, is never known so well. */
const SLOW_COUNTS: f64 = 0.36787944117144233;
/** Variance of the mean square of eight normal values, and what is held of the rest before any run: ten runs of 0.05. */
const RUN_VARIANCE: f64 = 0.25;
const RUNS_BEFORE: f64 = 10;
const EXCESS_BEFORE: f64 = 0.05;
const LEAST_EXCESS: f64 = 1e-4;
/** Of the variance, at least so much is left by a change. */
const LEAST_REST: f64 = 0.05;
/** A term below e² of its start and model is left out: limits are above e⁹. Twice the exponent, as z² is compared. */
const NEGLIGIBLE: f64 = 4;

/** A row of doubles holds one figure of every model. */
function get(row: usize, at: i32): f64 {
  return f64.load(row + (usize(at) << 3));
}
function put(row: usize, at: i32, value: f64): void {
  f64.store(row + (usize(at) << 3), value);
}

let bank: usize = 0;
let width: i32 = 0;
let live: i32 = 0;
let channels: i32 = 0;
let modelRows: usize = 0;
let channelRows: usize = 0;
let startRows: usize = 0;
let chartRows: usize = 0;
let channelSums: usize = 0;

/** What the last judgement found: the start, the model, 1 for a ramp. */
let bestStart: i32 = -1;
let bestModel: i32 = -1;
let bestRamp: i32 = 0;
let bestTerm: f64 = 0;
export function foundStart(): i32 {
  return bestStart;
}
export function foundModel(): i32 {
  return bestModel;
}
export function foundRamp(): i32 {
  return bestRamp;
}

function open(at: usize): void {
  bank = at;
  width = i32.load(at, WIDTH);
  live = i32.load(at, LIVE);
  channels = i32.load(at, CHANNELS);
  channelSums = at + HEADER + 2 * STARTS_BYTES;
  modelRows = channelSums + usize(channels) * SUMS_BYTES;
  channelRows = modelRows + usize(MODEL_ROWS * width) * 8;
  startRows = channelRows + usize(channels * CHANNEL_ROWS * width) * 8;
  chartRows = startRows + usize(PLACES * START_ROWS * width) * 4;
}
function ofModel(row: i32): usize {
  return modelRows + usize(row * width) * 8;
}
function ofChannel(channel: i32, row: i32): usize {
  return channelRows + usize((channel * CHANNEL_ROWS + row) * width) * 8;
}
function ofStart(place: i32): usize {
  return startRows + usize(place * START_ROWS * width) * 4;
}
function ofChart(channel: i32, place: i32): usize {
  return chartRows + usize((channel * PLACES + place) * CHART_ROWS * width) * 4;
}
function sumsOf(channel: i32): usize {
  return channelSums + usize(channel) * SUMS_BYTES;
}
function startsOf(shape: i32): usize {
  return bank + HEADER + usize(shape) * STARTS_BYTES;
}
function placeOf(starts: usize, q: i32): i32 {
  return i32.load(starts + (usize(q) << 2), PLACE);
}
function timeOf(starts: usize, q: i32): f64 {
  return f64.load(starts + (usize(q) << 3), START_TIME);
}
function blocksBefore(starts: usize, q: i32): f64 {
  return f64.load(starts + (usize(q) << 3), BLOCKS_BEFORE);
}

/** Bytes of the bank that is open. */
export function bankBytes(at: usize): i32 {
  open(at);
  return i32(ofChart(channels, 0) - at);
}

/** Whether a part of a model is told from white noise by values that many seconds apart. */
function isSlow(model: i32, part: i32, gap: f64): i32 {
  const timeConstant: f64 = timeConstantOf(model, part);
  if (!(shareOf(model, part) > 0)) return 0;
  return timeConstant < 0 ? (gap < -timeConstant ? 1 : 0) : timeConstant >= gap / 5 ? 1 : 0;
}

/**
 * A new bank. Models that values `gap` seconds apart cannot tell from white noise count as white, whose prior is `white` and
 * theirs.
 */
export function sowBank(at: usize, channelCount: i32, white: f64, gap: f64): void {
  let total: f64 = 0;
  let slow: f64 = 0;
  let kept: i32 = 1;
  for (let k: i32 = 1; k < MODELS; k++) {
    total += weightOf(k);
    if (isSlow(k, 0, gap) + isSlow(k, 1, gap) + isSlow(k, 2, gap) === 0) continue;
    slow += weightOf(k);
    i32.store(WORK + (usize(kept) << 2), k);
    kept += 1;
  }
  i32.store(WORK, 0);
  memory.fill(at, 0, HEADER);
  i32.store(at, (kept + 3) & ~3, WIDTH);
  i32.store(at, kept, LIVE);
  i32.store(at, channelCount, CHANNELS);
  const bytes: usize = usize(bankBytes(at));
  memory.fill(at + HEADER, 0, bytes - HEADER);
  limitBank(at, 2.5, 500);
  for (let k: i32 = 0; k < width; k++) {
    put(ofModel(PRODUCT), k, 1);
    if (k >= kept) continue;
    const model: i32 = i32.load(WORK + (usize(k) << 2));
    put(ofModel(ID), k, f64(model));
    put(ofModel(P1), k, shareOf(model, 0));
    put(ofModel(P2), k, shareOf(model, 1));
    put(ofModel(P3), k, shareOf(model, 2));
    const share: f64 = (1 - white) / total;
    put(ofModel(PRIOR), k, ln(k === 0 ? white + share * (total - slow) : share * weightOf(model)));
  }
}

/** Where innovations are clipped, in standard deviations, and from how many blocks on models are dropped. */
export function limitBank(at: usize, clip: f64, dropAfter: f64): void {
  f64.store(at, clip, CLIP);
  f64.store(at, dropAfter, DROP_AFTER);
}

/** The models that a bank still runs, by their rows in the table. */
export function liveModels(at: usize): i32 {
  return i32.load(at, LIVE);
}
export function modelAt(at: usize, k: i32): i32 {
  open(at);
  return i32(get(ofModel(ID), k));
}
/** The logarithm of a live model's posterior, of the channel that was judged last. */
export function posteriorAt(k: i32): f64 {
  return get(POSTERIOR, k);
}

/** Marks the cached intervals as not met yet; called once an instance. */
export function layIntervals(): void {
  for (let i: i32 = 0; i < 4; i++) f64.store(CACHE + usize(i) * CACHED, -1);
}

/** The correlations of every live model over an interval, from the cache where the interval was met lately. */
function correlate(interval: f64): void {
  let entry: usize = 0;
  for (let i: i32 = 0; i < 4; i++) {
    const at: usize = CACHE + usize(i) * CACHED;
    if (f64.load(at) === interval) entry = at;
  }
  if (entry === 0) {
    i32.store(NEWEST_CACHED, (i32.load(NEWEST_CACHED) + 1) & 3);
    entry = CACHE + usize(i32.load(NEWEST_CACHED)) * CACHED;
    f64.store(entry, interval);
    for (let i: i32 = 0; i < 3 * MODELS; i++) put(entry + 8, i, -1);
  }
  for (let k: i32 = 0; k < live; k++) {
    const id: i32 = i32(get(ofModel(ID), k));
    for (let part: i32 = 0; part < 3; part++) {
      let phi: f64 = get(entry + 8, 3 * id + part);
      if (phi < 0) {
        phi = shareOf(id, part) > 0 ? correlation(timeConstantOf(id, part), interval) : 0;
        put(entry + 8, 3 * id + part, phi);
      }
      put(PHI + usize(part) * ROW, k, phi);
    }
  }
}

/** Time goes on: covariances, responses of the level and the channels' states, over the correlations at hand. */
function advance(): void {
  for (let k: i32 = 0; k < live; k++) {
    const id: i32 = i32(get(ofModel(ID), k));
    const p: f64 = get(PHI, k);
    const q: f64 = get(PHI + ROW, k);
    const r: f64 = get(PHI + 2 * ROW, k);
    put(ofModel(P1), k, p * p * get(ofModel(P1), k) + shareOf(id, 0) * (1 - p * p));
    put(ofModel(P2), k, q * q * get(ofModel(P2), k) + shareOf(id, 1) * (1 - q * q));
    put(ofModel(P3), k, r * r * get(ofModel(P3), k) + shareOf(id, 2) * (1 - r * r));
    put(ofModel(P12), k, p * q * get(ofModel(P12), k));
    put(ofModel(P13), k, p * r * get(ofModel(P13), k));
    put(ofModel(P23), k, q * r * get(ofModel(P23), k));
    put(ofModel(M1), k, p * get(ofModel(M1), k));
    put(ofModel(M2), k, q * get(ofModel(M2), k));
    put(ofModel(M3), k, r * get(ofModel(M3), k));
    for (let c: i32 = 0; c < channels; c++) {
      put(ofChannel(c, V1), k, p * get(ofChannel(c, V1), k));
      put(ofChannel(c, V2), k, q * get(ofChannel(c, V2), k));
      put(ofChannel(c, V3), k, r * get(ofChannel(c, V3), k));
    }
  }
}

/** Gains and the variance of the next value; the filter's covariances and the response of the level after it. */
function gain(): void {
  for (let k: i32 = 0; k < live; k++) {
    const id: i32 = i32(get(ofModel(ID), k));
    const p1: f64 = get(ofModel(P1), k);
    const p2: f64 = get(ofModel(P2), k);
    const p3: f64 = get(ofModel(P3), k);
    const p12: f64 = get(ofModel(P12), k);
    const p13: f64 = get(ofModel(P13), k);
    const p23: f64 = get(ofModel(P23), k);
    const rest: f64 = 1 - shareOf(id, 0) - shareOf(id, 1) - shareOf(id, 2);
    const white: f64 = rest < 1e-4 ? 1e-4 : rest;
    const a1: f64 = p1 + p12 + p13;
    const a2: f64 = p12 + p2 + p23;
    const a3: f64 = p13 + p23 + p3;
    const variance: f64 = a1 + a2 + a3 + white;
    const precision: f64 = 1 / variance;
    const k1: f64 = a1 * precision;
    const k2: f64 = a2 * precision;
    const k3: f64 = a3 * precision;
    put(ofModel(P1), k, p1 - a1 * k1);
    put(ofModel(P2), k, p2 - a2 * k2);
    put(ofModel(P3), k, p3 - a3 * k3);
    put(ofModel(P12), k, p12 - a1 * k2);
    put(ofModel(P13), k, p13 - a1 * k3);
    put(ofModel(P23), k, p23 - a2 * k3);
    const e0: f64 = 1 - get(ofModel(M1), k) - get(ofModel(M2), k) - get(ofModel(M3), k);
    put(ofModel(M1), k, get(ofModel(M1), k) + k1 * e0);
    put(ofModel(M2), k, get(ofModel(M2), k) + k2 * e0);
    put(ofModel(M3), k, get(ofModel(M3), k) + k3 * e0);
    const information: f64 = get(ofModel(INFORMATION), k) + e0 * e0 * precision;
    put(ofModel(INFORMATION), k, information);
    // The determinant as a product: a logarithm only where it would leave the range of a double.
    let product: f64 = get(ofModel(PRODUCT), k) * variance;
    if (product < 1e-250) {
      put(ofModel(LOG_DET), k, get(ofModel(LOG_DET), k) + ln(product));
      product = 1;
    }
    put(ofModel(PRODUCT), k, product);
    put(SHARED, k, -0.5 * (get(ofModel(LOG_DET), k) + ln(product * information)));
    put(INVERSE, k, 1 / information);
    put(K1, k, k1);
    put(K2, k, k2);
    put(K3, k, k3);
    put(PRECISION, k, precision);
    put(E0, k, e0);
  }
}
/** Gains and correlations as binary32, for what is kept of each start. */
function narrow(): void {
  for (let k: i32 = 0; k < width; k++) {
    const at: usize = usize(k) << 2;
    const kept: i32 = k < live ? 1 : 0;
    f32.store(PHI1_4 + at, f32(kept === 1 ? get(PHI, k) : 0));
    f32.store(PHI2_4 + at, f32(kept === 1 ? get(PHI + ROW, k) : 0));
    f32.store(PHI3_4 + at, f32(kept === 1 ? get(PHI + 2 * ROW, k) : 0));
    f32.store(K1_4 + at, f32(kept === 1 ? get(K1, k) : 0));
    f32.store(K2_4 + at, f32(kept === 1 ? get(K2, k) : 0));
    f32.store(K3_4 + at, f32(kept === 1 ? get(K3, k) : 0));
    f32.store(PRECISION_4 + at, f32(kept === 1 ? get(PRECISION, k) : 0));
    f32.store(E0_4 + at, f32(kept === 1 ? get(E0, k) : 0));
    f32.store(INVERSE_4 + at, f32(kept === 1 ? get(INVERSE, k) : 0));
  }
}

/** An innovation in units of its standard deviation: linear to the clip, 2.5, then growing as a root; early, twice as far. */
function clipped(u: f64, early: i32): f64 {
  const clip: f64 = f64.load(bank, CLIP);
  const size: f64 = u < 0 ? -u : u;
  const unit: f64 = early === 1 ? 2 : 1;
  if (size <= unit * clip) return u;
  const held: f64 = unit * (clip + 2 * (Math.sqrt(1 + size / unit - clip) - 1));
  return u < 0 ? -held : held;
}

/** One value of a channel into every model. */
function takeValue(channel: i32, value: f64): void {
  const count: f64 = f64.load(bank, COUNT);
  const v1: usize = ofChannel(channel, V1);
  const v2: usize = ofChannel(channel, V2);
  const v3: usize = ofChannel(channel, V3);
  const squares: usize = ofChannel(channel, SQUARES);
  const level: usize = ofChannel(channel, LEVEL);
  const out: usize = INNOVATION_4 + usize(channel * width) * 4;
  const early: i32 = count < 8 ? 1 : 0;
  for (let k: i32 = 0; k < live; k++) {
    const precision: f64 = get(PRECISION, k);
    const raw: f64 = value - get(v1, k) - get(v2, k) - get(v3, k);
    const sd: f64 = Math.sqrt((1 + get(squares, k)) / ((1 + count) * precision));
    const e: f64 = sd * clipped(raw / sd, early);
    const k1: f64 = get(K1, k);
    const k2: f64 = get(K2, k);
    const k3: f64 = get(K3, k);
    // The state follows its own gain beyond the clip, so that slow noise is not held back.
    const followed: f64 = e + (k1 + k2 + k3) * (raw - e);
    put(v1, k, get(v1, k) + k1 * followed);
    put(v2, k, get(v2, k) + k2 * followed);
    put(v3, k, get(v3, k) + k3 * followed);
    put(squares, k, get(squares, k) + e * e * precision);
    put(level, k, get(level, k) + get(E0, k) * e * precision);
    f32.store(out + (usize(k) << 2), f32(e));
  }
  const sums: usize = sumsOf(channel);
  const likeliest: i32 = i32.load(sums, LIKELIEST);
  const innovation: f64 = f64(f32.load(out + (usize(likeliest) << 2)));
  const square: f64 = innovation * innovation * get(PRECISION, likeliest);
  f64.store(sums, f64.load(sums, SQUARES_SO_FAR) + square, SQUARES_SO_FAR);
  takeSquare(sums, (square * (1 + count)) / (1 + get(squares, likeliest)));
}

/**
 * Whether the noise changes its size: the squared innovations in units of their variance, by runs of eight blocks. How much
 * more the means of runs differ than those of normal values is the variance of the variance itself, as if that were drawn
 * from a scaled inverse χ² of so many degrees of freedom: 4 + 2 / excess, whose variance this is for a mean of 1 (Gelman and
 * others, Bayesian Data Analysis, 3rd edition, appendix A).
 */
function takeSquare(sums: usize, square: f64): void {
  let blocksInRun: i32 = i32.load(sums, IN_RUN);
  if (blocksInRun === 0) {
    const runs: f64 = f64.load(sums, RUNS);
    const held: f64 = RUNS_BEFORE * EXCESS_BEFORE + f64.load(sums, RUN_DEVIATIONS) - RUN_VARIANCE * runs;
    const excess: f64 = held / (RUNS_BEFORE + runs);
    f64.store(sums, 4 + 2 / (excess < LEAST_EXCESS ? LEAST_EXCESS : excess), FREEDOM);
  }
  const sum: f64 = f64.load(sums, RUN_SUM) + square;
  blocksInRun += 1;
  if (blocksInRun === 8) {
    // The first two runs are judged by a variance that is hardly known.
    if (f64.load(bank, COUNT) >= 16) {
      const deviation: f64 = sum / 8 - 1;
      f64.store(sums, f64.load(sums, RUN_DEVIATIONS) + deviation * deviation, RUN_DEVIATIONS);
      f64.store(sums, f64.load(sums, RUNS) + 1, RUNS);
    }
    blocksInRun = 0;
  }
  f64.store(sums, blocksInRun === 0 ? 0 : sum, RUN_SUM);
  i32.store(sums, blocksInRun, IN_RUN);
}

/** The start to give up when all places are taken: the one whose neighbours are nearest, by their distance from now. */
function leastApart(starts: usize, count: f64): i32 {
  let least: i32 = 1;
  let best: f64 = 1e18;
  const newest: i32 = i32.load(starts) - 4;
  for (let q: i32 = 1; q < newest; q++) {
    const apart: f64 =
      (blocksBefore(starts, q + 1) - blocksBefore(starts, q - 1)) / (count - blocksBefore(starts, q) + 1);
    if (apart < best) {
      best = apart;
      least = q;
    }
  }
  return least;
}
/** A new start of a shape at this block; gives its place. */
function addStart(shape: i32, time: f64): void {
  const count: f64 = f64.load(bank, COUNT);
  const starts: usize = startsOf(shape);
  let taken: i32 = i32.load(starts);
  let place: i32 = taken + (shape === 0 ? 0 : STEPS + 1);
  if (taken === (shape === 0 ? STEPS : RAMPS)) {
    const gone: i32 = leastApart(starts, count);
    place = placeOf(starts, gone);
    for (let q: i32 = gone; q + 1 < taken; q++) {
      setStart(starts, q, placeOf(starts, q + 1), timeOf(starts, q + 1), blocksBefore(starts, q + 1));
    }
    taken -= 1;
  }
  setStart(starts, taken, place, time, count);
  i32.store(starts, taken + 1);
  memory.fill(ofStart(place), 0, usize(START_ROWS * width) * 4);
  for (let c: i32 = 0; c < channels; c++) {
    memory.fill(ofChart(c, place), 0, usize(CHART_ROWS * width) * 4);
    const sums: usize = sumsOf(c);
    const likeliest: i32 = i32.load(sums, LIKELIEST);
    const e: f64 = f64(f32.load(INNOVATION_4 + usize(c * width + likeliest) * 4));
    put(sums + SQUARES_BEFORE, place, f64.load(sums, SQUARES_SO_FAR) - e * e * get(PRECISION, likeliest));
    put(sums + FREEDOM_BEFORE, place, f64.load(sums, FREEDOM));
  }
}
function setStart(starts: usize, q: i32, place: i32, time: f64, count: f64): void {
  i32.store(starts + (usize(q) << 2), place, PLACE);
  f64.store(starts + (usize(q) << 3), time, START_TIME);
  f64.store(starts + (usize(q) << 3), count, BLOCKS_BEFORE);
}

/** Responses of the shape from each of its starts, which depend on times alone. */
function respond(shape: i32, time: f64): void {
  const starts: usize = startsOf(shape);
  const taken: i32 = i32.load(starts);
  for (let q: i32 = 0; q < taken; q++) {
    const regressor: f64 = shape === 0 ? 1 : (time - timeOf(starts, q)) / 3600;
    const blocks: f64 = stands(starts, q);
    put(BOUNDS, placeOf(starts, q), blocks === 1 ? NEGLIGIBLE : NEGLIGIBLE - 2 * ln(blocks));
    respondTo(placeOf(starts, q), f32x4.splat(f32(regressor)));
  }
}
/** One regressor through every model's filter: its innovation, weighted, is left for the channels. */
function respondTo(place: i32, regressor: v128): void {
  const row: usize = usize(width) * 4;
  const rows: usize = ofStart(place);
  const out: usize = RESPONSE_4 + usize(place) * row;
  for (let at: usize = 0; at < row; at += 16) {
    const s1: usize = rows + at;
    const s2: usize = s1 + row;
    const s3: usize = s2 + row;
    const one: v128 = f32x4.mul(v128.load(s1), v128.load(PHI1_4 + at));
    const two: v128 = f32x4.mul(v128.load(s2), v128.load(PHI2_4 + at));
    const three: v128 = f32x4.mul(v128.load(s3), v128.load(PHI3_4 + at));
    const h: v128 = f32x4.sub(f32x4.sub(f32x4.sub(regressor, one), two), three);
    v128.store(s1, f32x4.add(one, f32x4.mul(v128.load(K1_4 + at), h)));
    v128.store(s2, f32x4.add(two, f32x4.mul(v128.load(K2_4 + at), h)));
    v128.store(s3, f32x4.add(three, f32x4.mul(v128.load(K3_4 + at), h)));
    const weighted: v128 = f32x4.mul(h, v128.load(PRECISION_4 + at));
    const sums: usize = s3 + row;
    v128.store(sums, f32x4.add(v128.load(sums), f32x4.mul(weighted, v128.load(E0_4 + at))));
    v128.store(sums + row, f32x4.add(v128.load(sums + row), f32x4.mul(weighted, h)));
    v128.store(out + at, weighted);
  }
}

/** Products of a channel's innovations with the responses: their sums, and the two largest of their sizes. */
function chart(channel: i32, shape: i32): void {
  const starts: usize = startsOf(shape);
  const taken: i32 = i32.load(starts);
  const row: usize = usize(width) * 4;
  const innovations: usize = INNOVATION_4 + usize(channel) * row;
  for (let q: i32 = 0; q < taken; q++) {
    const place: i32 = placeOf(starts, q);
    const rows: usize = ofChart(channel, place);
    const responses: usize = RESPONSE_4 + usize(place) * row;
    for (let at: usize = 0; at < row; at += 16) {
      const product: v128 = f32x4.mul(v128.load(innovations + at), v128.load(responses + at));
      v128.store(rows + at, f32x4.add(v128.load(rows + at), product));
      const sizes: usize = rows + row + at;
      const size: v128 = f32x4.abs(product);
      const largest: v128 = upper(v128.load(sizes));
      const second: v128 = lower(v128.load(sizes));
      const nextSecond: v128 = f32x4.pmax(second, f32x4.pmin(size, largest));
      v128.store(sizes, v128.or(upper(f32x4.pmax(size, largest)), i32x4.shr_u(nextSecond, 16)));
    }
  }
}
/** Two binary32 of seven binary places share a place: the first in the upper half, the second in the lower one. */
function upper(pair: v128): v128 {
  return v128.and(pair, i32x4.splat(-65536));
}
function lower(pair: v128): v128 {
  return i32x4.shl(pair, 16);
}
function upperOf(pair: i32): f64 {
  i32.store(PARTS, pair & -65536);
  return f64(f32.load(PARTS));
}

/** Posterior of the models of a channel: natural logarithms, normalised. */
function weigh(channel: i32): void {
  const nu: f64 = f64.load(bank, COUNT) - 1;
  const posterior: usize = POSTERIOR;
  const squares: usize = ofChannel(channel, SQUARES);
  const level: usize = ofChannel(channel, LEVEL);
  const prior: usize = ofModel(PRIOR);
  let most: f64 = -1e300;
  let likeliest: i32 = 0;
  for (let k: i32 = 0; k < live; k++) {
    const b0: f64 = get(level, k);
    const rest: f64 = get(squares, k) - b0 * b0 * get(INVERSE, k);
    const weight: f64 = get(prior, k) - 0.5 * nu * ln(rest) + get(SHARED, k);
    put(posterior, k, weight);
    if (weight > most) {
      most = weight;
      likeliest = k;
    }
  }
  i32.store(sumsOf(channel), likeliest, LIKELIEST);
  let sum: f64 = 0;
  for (let k: i32 = 0; k < live; k++) {
    const behind: f64 = get(posterior, k) - most;
    if (behind > -24) sum += exp(behind);
  }
  const total: f64 = most + ln(sum);
  for (let k: i32 = 0; k < live; k++) put(posterior, k, get(posterior, k) - total);
}

/** Which groups of four models hold one that can count, a bit each. */
let counting: i32 = 0;
let plain: f64 = 0;
let robust: f64 = 0;

/** One start, shape and model: adds its Bayes factors to the two rules' sums. Written for the few that can count. */
function addFactors(channel: i32, shape: i32, q: i32, k: i32): void {
  const count: f64 = f64.load(bank, COUNT);
  const nu: f64 = count - 1;
  const starts: usize = startsOf(shape);
  const place: i32 = placeOf(starts, q);
  const lane: usize = usize(k) << 2;
  const row: usize = usize(width) * 4;
  const a: f64 = f64(f32.load(ofStart(place) + 3 * row + lane));
  const square: f64 = f64(f32.load(ofStart(place) + 4 * row + lane));
  const inverse: f64 = get(INVERSE, k);
  const information: f64 = square - a * a * inverse;
  const level: f64 = get(ofChannel(channel, LEVEL), k) * inverse;
  const charts: usize = ofChart(channel, place) + lane;
  const unit: f64 = shape === 1 ? (f64.load(bank, TIME) - timeOf(starts, q)) / 3600 : 1;
  const score: f64 = f64(f32.load(charts)) - a * level;
  const sizes: i32 = i32.load(charts + row);
  const after: f64 = count - blocksBefore(starts, q);
  const freedom: f64 = get(sumsOf(channel) + FREEDOM_BEFORE, place);
  const scale: f64 = scaleSince(channel, k, place, after, (score * score) / information);
  const free: f64 = freedom + after < nu ? freedom + after : nu;
  const known: f64 = information / (unit * unit);
  const zone: f64 = f64(f32.load(ZONE_4 + lane));
  const model: i32 = i32(get(ofModel(ID), k));
  const counts: f64 = (shape === 1 ? RAMP_SHARE : 1 - RAMP_SHARE) * (model === 0 ? 1 : SLOW_COUNTS);
  const weight: f64 = exp(get(POSTERIOR, k)) * stands(starts, q) * counts;
  for (let rule: i32 = 0; rule < 2; rule++) {
    if (rule === 1 && after < 3) continue;
    const left: f64 = rule === 0 ? upperOf(sizes) : upperOf(sizes) - upperOf(sizes << 16);
    const effect: f64 = ((Math.abs(score) - left) / information) * unit - zone;
    if (effect <= 0) continue;
    const z: f64 = (effect * effect * known) / scale;
    if (z < 2) continue;
    const factor: f64 = bayesFactor(z, known, free);
    if (factor <= 1) continue;
    if (rule === 0) plain += weight * factor;
    else robust += weight * factor;
    if (weight * factor <= bestTerm) continue;
    bestTerm = weight * factor;
    bestStart = i32(blocksBefore(starts, q));
    bestModel = model;
    bestRamp = shape;
  }
}
/**
 * The variance of the innovations without what the change explains, since a start where it is larger there: its degrees of
 * freedom, 60 at most, weigh what was before.
 */
function scaleSince(channel: i32, k: i32, place: i32, after: f64, explained: f64): f64 {
  const squares: f64 = get(ofChannel(channel, SQUARES), k);
  const whole: f64 = f64(f32.load(SPREAD_4 + (usize(k) << 2)));
  const rest: f64 = whole - explained / (f64.load(bank, COUNT) - 1);
  const variance: f64 = rest < LEAST_REST * whole ? LEAST_REST * whole : rest;
  const sums: usize = sumsOf(channel);
  const soFar: f64 = f64.load(sums, SQUARES_SO_FAR);
  const since: f64 = (squares * (soFar - get(sums + SQUARES_BEFORE, place))) / soFar - explained;
  const freedom: f64 = get(sums + FREEDOM_BEFORE, place);
  const weight: f64 = freedom < 60 ? freedom : 60;
  const local: f64 = (weight * variance + since) / (weight + after - 1);
  return local > variance ? local : variance;
}
/** How many blocks a start stands for: those up to the next one. */
function stands(starts: usize, q: i32): f64 {
  return q + 1 < i32.load(starts) ? blocksBefore(starts, q + 1) - blocksBefore(starts, q) : 1;
}
/** The Bayes factor of an effect of normal prior, three spreads, in Student's form of so many degrees of freedom. */
function bayesFactor(z: f64, information: f64, freedom: f64): f64 {
  const share: f64 = z / (freedom + z);
  let factor: f64 = 0;
  for (let g: i32 = 0; g < 3; g++) {
    const spread: f64 = information * (g === 0 ? 0.06 : g === 1 ? 0.6 : 6);
    const weight: f64 = g === 0 ? 0.25 : g === 1 ? 0.35 : 0.4;
    factor +=
      (weight / Math.sqrt(1 + spread)) * exp(-0.5 * freedom * ln(1 - (share * spread) / (1 + spread)));
  }
  return factor;
}

/** What is compared for every start at once: the least z² that can count of itself, and the zone through each model's clip. */
function prepareJudgement(channel: i32, zone: f64): void {
  const nu: f64 = f64.load(bank, COUNT) - 1;
  counting = 0;
  for (let k: i32 = 0; k < width; k++) {
    const at: usize = usize(k) << 2;
    const posterior: f64 = k < live ? get(POSTERIOR, k) : -1e9;
    const b0: f64 = k < live ? get(ofChannel(channel, LEVEL), k) : 0;
    const inverse: f64 = k < live ? get(INVERSE, k) : 0;
    const variance: f64 = k < live ? (get(ofChannel(channel, SQUARES), k) - b0 * b0 * inverse) / nu : 1;
    const sd: f64 = k < live ? Math.sqrt(variance / get(PRECISION, k)) : 1;
    if (posterior >= -16.1) counting |= 1 << (k >> 2);
    f32.store(LEAST_4 + at, f32(posterior < -16.1 ? 1e30 : -2 * posterior));
    f32.store(A0_4 + at, f32(b0 * inverse));
    f32.store(SPREAD_4 + at, f32(variance));
    f32.store(ZONE_4 + at, f32(zone > 0 ? sd * clipped(zone / sd, 0) : 0));
  }
}
/** The logarithm of the statistic of a channel: the larger of the two rules, or −99 where nothing counts. */
function judge(channel: i32, zone: f64): f64 {
  weigh(channel);
  prepareJudgement(channel, zone);
  plain = 0;
  robust = 0;
  bestTerm = 0;
  judgeShape(channel, 0, 2);
  judgeShape(channel, 1, LEAST_RAMP);
  const held: f64 = robust * 0.049787068367863944;
  const most: f64 = held > plain ? held : plain;
  return most > 0 ? ln(most) : -99;
}
function judgeShape(channel: i32, shape: i32, leastBlocks: f64): void {
  const starts: usize = startsOf(shape);
  const taken: i32 = i32.load(starts);
  const count: f64 = f64.load(bank, COUNT);
  for (let q: i32 = 0; q < taken; q++) {
    const before: f64 = blocksBefore(starts, q);
    if (before >= 5 && count - before >= leastBlocks) judgeStart(channel, shape, q);
  }
}
/** A start under four models at once: only where the larger of the two rules can count, factors are made. */
function judgeStart(channel: i32, shape: i32, q: i32): void {
  const starts: usize = startsOf(shape);
  const place: i32 = placeOf(starts, q);
  const row: usize = usize(width) * 4;
  const charts: usize = ofChart(channel, place);
  const sums: usize = ofStart(place) + 3 * row;
  const bound: v128 = f32x4.splat(f32(get(BOUNDS, place)));
  const freedom: v128 = f32x4.splat(f32(1 / (f64.load(bank, COUNT) - 1)));
  for (let at: usize = 0; at < row; at += 16) {
    if ((counting & (1 << i32(at >> 4))) === 0) continue;
    const a: v128 = v128.load(sums + at);
    const square: v128 = v128.load(sums + row + at);
    const information: v128 = f32x4.sub(square, f32x4.mul(f32x4.mul(a, a), v128.load(INVERSE_4 + at)));
    const score: v128 = f32x4.sub(v128.load(charts + at), f32x4.mul(a, v128.load(A0_4 + at)));
    const sizes: v128 = v128.load(charts + row + at);
    const size: v128 = f32x4.sub(f32x4.abs(score), f32x4.sub(upper(sizes), lower(sizes)));
    // size² / (information · variance) ≥ least, with no division
    const least: v128 = f32x4.pmax(f32x4.splat(2), f32x4.add(bound, v128.load(LEAST_4 + at)));
    const whole: v128 = f32x4.mul(information, v128.load(SPREAD_4 + at));
    const rest: v128 = f32x4.sub(whole, f32x4.mul(f32x4.mul(score, score), freedom));
    const known: v128 = f32x4.pmax(rest, f32x4.mul(whole, f32x4.splat(f32(LEAST_REST))));
    const enough: v128 = f32x4.ge(f32x4.mul(size, size), f32x4.mul(least, known));
    const sound: v128 = f32x4.gt(information, f32x4.mul(f32x4.splat(f32(1e-5)), square));
    const mask: i32 = i32x4.bitmask(v128.and(v128.and(enough, sound), f32x4.gt(size, f32x4.splat(0))));
    if (mask !== 0) addLanes(channel, shape, q, i32(at >> 2), mask);
  }
}
function addLanes(channel: i32, shape: i32, q: i32, first: i32, mask: i32): void {
  for (let lane: i32 = 0; lane < 4; lane++) {
    if ((mask & (1 << lane)) !== 0 && first + lane < live) addFactors(channel, shape, q, first + lane);
  }
}

/** Models that every channel leaves far behind are dropped for good; rows move together. */
function drop(): void {
  let kept: i32 = 0;
  for (let k: i32 = 0; k < live; k++) {
    if (i32.load(NEEDED + (usize(k) << 2)) === 0) continue;
    i32.store(WORK + (usize(kept) << 2), k);
    kept += 1;
  }
  if (kept === live) return;
  for (let c: i32 = 0; c < channels; c++) {
    const likeliest: i32 = i32.load(sumsOf(c), LIKELIEST);
    for (let j: i32 = 0; j < kept; j++)
      if (i32.load(WORK + (usize(j) << 2)) === likeliest) i32.store(sumsOf(c), j, LIKELIEST);
  }
  const to: i32 = (kept + 3) & ~3;
  moveRows(modelRows, modelRows, MODEL_ROWS, kept, to);
  const channelsTo: usize = modelRows + usize(MODEL_ROWS * to) * 8;
  moveRows(channelRows, channelsTo, channels * CHANNEL_ROWS, kept, to);
  const startsTo: usize = channelsTo + usize(channels * CHANNEL_ROWS * to) * 8;
  moveNarrowRows(startRows, startsTo, PLACES * START_ROWS, kept, to);
  moveNarrowRows(
    chartRows,
    startsTo + usize(PLACES * START_ROWS * to) * 4,
    channels * PLACES * CHART_ROWS,
    kept,
    to,
  );
  i32.store(bank, to, WIDTH);
  i32.store(bank, kept, LIVE);
}
function moveRows(from: usize, into: usize, rows: i32, kept: i32, to: i32): void {
  for (let r: i32 = 0; r < rows; r++) {
    const row: usize = from + usize(r * width) * 8;
    const target: usize = into + usize(r * to) * 8;
    for (let j: i32 = 0; j < kept; j++) put(target, j, get(row, i32.load(WORK + (usize(j) << 2))));
    for (let j: i32 = kept; j < to; j++) put(target, j, 0);
  }
}
function moveNarrowRows(from: usize, into: usize, rows: i32, kept: i32, to: i32): void {
  for (let r: i32 = 0; r < rows; r++) {
    const row: usize = from + usize(r * width) * 4;
    const target: usize = into + usize(r * to) * 4;
    for (let j: i32 = 0; j < kept; j++) {
      i32.store(target + (usize(j) << 2), i32.load(row + (usize(i32.load(WORK + (usize(j) << 2))) << 2)));
    }
    for (let j: i32 = kept; j < to; j++) i32.store(target + (usize(j) << 2), 0);
  }
}

/**
 * One block into a bank: `time` in seconds, a value in units of its scale for each channel at `values`, a zone of
 * indifference in the same units at `zones`. Writes each channel's statistic to `statistics` where `judged` is 1.
 */
export function foldBlock(at: usize, time: f64, inputs: usize, judged: i32): void {
  open(at);
  const count: f64 = f64.load(at, COUNT);
  correlate(count > 0 ? time - f64.load(at, TIME) : 0);
  if (count > 0) advance();
  gain();
  narrow();
  for (let c: i32 = 0; c < channels; c++) takeValue(c, f64.load(inputs + (usize(c) << 3)));
  addStart(0, time);
  if ((i32(count) & (BETWEEN_RAMPS - 1)) === 0) addStart(1, time);
  respond(0, time);
  respond(1, time);
  for (let c: i32 = 0; c < channels; c++) {
    chart(c, 0);
    chart(c, 1);
  }
  f64.store(at, count + 1, COUNT);
  f64.store(at, time, TIME);
  if (judged === 0) return;
  const rounds: f64 = (count + 1) / 25;
  const dropping: i32 = count + 1 >= f64.load(bank, DROP_AFTER) && rounds === Math.floor(rounds) ? 1 : 0;
  if (dropping === 1) memory.fill(NEEDED, 0, NARROW_ROW);
  for (let c: i32 = 0; c < channels; c++) {
    const statistic: f64 = judge(c, f64.load(inputs + (usize(c) << 3), 128));
    f64.store(inputs + (usize(c) << 3), statistic, 256);
    if (dropping === 0) continue;
    for (let k: i32 = 0; k < live; k++)
      if (get(POSTERIOR, k) >= DROP_BEHIND) i32.store(NEEDED + (usize(k) << 2), 1);
  }
  if (dropping === 1) drop();
}
