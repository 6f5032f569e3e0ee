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
const STEPS: i32 = 12;
const RAMPS: i32 = 4;
const PLACES: i32 = STEPS + RAMPS + 2;
/** A shape has room for 17: the steps, and one more. */
const PLACE: usize = 8;
const START_TIME: usize = PLACE + 8 * 17;
const BLOCKS_BEFORE: usize = START_TIME + 8 * 17;
/** The number of the journal's entry that its block began with. */
const START_ENTRY: usize = BLOCKS_BEFORE + 8 * 17;
/** 1 where a pause came before: in clips and drives a change mostly begins there. */
const AFTER_PAUSE: usize = START_ENTRY + 8 * 17;
const STARTS_BYTES: usize = AFTER_PAUSE + 8 * 9;
/** A pause, in seconds; how much more a start after one is worth. */
export const PAUSE: f64 = 300;
const PAUSE_COUNTS: f64 = 8;
/** Of the steps' starts so many of the newest are kept. */
const NEWEST_STEPS: i32 = 4;
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
/** Blocks in a row that lie far beyond what any likely model expects, on one side; the edge they lie beyond; since when; level, model and entry before. */
const FAR: usize = 48;
const FAR_EDGE: usize = 56;
const FAR_TIME: usize = 64;
const FAR_LEVEL: usize = 72;
const FAR_MODEL: usize = 80;
const FAR_ENTRY: usize = 88;
/** The squared deviations of single blocks' squares from 1. */
const SQUARE_DEVIATIONS: usize = 96;
/** The variance of a block before the first of those far blocks, and of the level. */
const FAR_VARIANCE: usize = 104;
const FAR_LEVEL_VARIANCE: usize = 112;
const SQUARES_BEFORE: usize = 120;
const FREEDOM_BEFORE: usize = SQUARES_BEFORE + 8 * 26;
/** The likeliest model before each start: a change may leave it far behind, and speaks by it alone. */
const LIKELIEST_BEFORE: usize = FREEDOM_BEFORE + 8 * 26;
/**
 * Of each shape the place, and one more than it (0 for none), of the start that explains most under the model that was the
 * likeliest before it. It is not given up: a large change a few blocks beside its start is none of that model's any more.
 */
const BEST_PLACES: usize = LIKELIEST_BEFORE + 4 * 26;
/** The model that describes the change that the last judgement speaks of most, by its row in the table; −1 for none. */
const CHANGE_MODEL: usize = BEST_PLACES + 8;
const SUMS_BYTES: usize = CHANGE_MODEL + 8;

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
/** What every start adds to the statistic of the channel at hand, by place. */
const START_WEIGHTS: usize = BOUNDS + 8 * 26;
/** Weighted responses of every start, by place. */
const RESPONSE_4: usize = START_WEIGHTS + 8 * 26;

/** Correlations by interval: four intervals, each with its seconds and three doubles a model; −1 where not asked yet. */
const CACHE: usize = RESPONSE_4 + NARROW_ROW * 26;
const CACHED: usize = 8 + 24 * 44;
/** What `sowAnew` carries over, by the models' rows in the table. */
const LEARNED: usize = CACHE + 4 * CACHED + 8;
/** Which interval was met last. All of it ends below 65,536, where callers' memory begins (../open-heart.ts). */
const NEWEST_CACHED: usize = CACHE + 4 * CACHED;

/** Squares that a start has to explain before it is kept for its own sake: what noise alone makes of the best one. */
const SHOWS_START: f64 = 9;
const DROP_BEHIND: f64 = -9;
const RAMP_SHARE: f64 = 0.25;
/** e⁻¹: what a change under a model that is not white counts for, because how slow noise is, is never known so well. */
const SLOW_COUNTS: f64 = 0.36787944117144233;
/** e⁻³: the limit of the rule that replaces the largest contribution is by so much higher. */
const ROBUST_COUNTS: f64 = 0.049787068367863944;
/** Variance of the mean square of eight normal values, and what is held of the rest before any run: ten runs of 0.05. */
const RUN_VARIANCE: f64 = 0.25;
const RUNS_BEFORE: f64 = 10;
const EXCESS_BEFORE: f64 = 0.05;
const LEAST_EXCESS: f64 = 1e-4;
/** Of the variance, at least so much is left by a change. */
const LEAST_REST: f64 = 0.05;
/** A term below e² of its start and model is left out: limits are above e⁹. Twice the exponent, as z² is compared. */
const NEGLIGIBLE: f64 = 4;

/** A knock: how far, in standard deviations; blocks in a row; from how many blocks on; which models are likely (ln). */
const KNOCK: f64 = 5;
const KNOCK_BLOCKS: f64 = 3;
/** Of the variance that was seen so far. */
const MOST_WHOLE: f64 = 4;
const KNOCK_AFTER: f64 = 10;
const LIKELY: f64 = -3;

/** Values that hardly vary beside their scale, which has a floor, are no better known than this: of a block, squared. */
const LEAST_VARIANCE: f64 = 0.05;

function atLeast(value: f64, least: f64): f64 {
  return value < least ? least : value;
}
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

/**
 * What goes in and comes out of a block, rows of sixteen doubles, a double a channel: values and zones of indifference in
 * units of the channel's scale, the side that counts (1 upper, −1 lower, 0 both); then the statistic, and what its largest
 * term speaks of: the variance of a block, when the change began in seconds and with which entry, the level before it and its
 * variance, the change and its variance, the noise model by its row in the table, blocks since, 1 for a ramp; from
 * `SHOWS_CHANGE` on also the entries between which it began with 50 % and with 90 %.
 */
export const VALUES: usize = 0;
export const ZONES: usize = 128;
export const STATISTICS: usize = 256;
export const SIDES: usize = 384;
export const BLOCK_VARIANCES: usize = 512;
export const CHANGE_TIMES: usize = 640;
export const LEVELS_BEFORE: usize = 768;
export const LEVEL_VARIANCES_BEFORE: usize = 896;
export const CHANGE_ENTRIES: usize = 1024;
export const CHANGE_SIZES: usize = 1152;
export const CHANGE_VARIANCES: usize = 1280;
export const CHANGE_MODELS: usize = 1408;
export const CHANGE_BLOCKS: usize = 1536;
export const CHANGE_SHAPES: usize = 1664;
export const LIKELY_FROM: usize = 1792;
export const LIKELY_TO: usize = 1920;
export const WIDELY_FROM: usize = 2048;
export const WIDELY_TO: usize = 2176;

/** From here on a channel's largest term says where the change began. */
export const SHOWS_CHANGE: f64 = 4;

/** Of the channel at hand the largest term of all: itself, its start (place and order), 1 for a ramp. */
let bestTerm: f64 = 0;
let bestPlace: i32 = 0;
let bestOrder: i32 = 0;
let bestRamp: i32 = 0;

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
function entryOf(starts: usize, q: i32): f64 {
  return f64.load(starts + (usize(q) << 3), START_ENTRY);
}
function isAfterPause(starts: usize, q: i32): i32 {
  return i32.load(starts + (usize(q) << 2), AFTER_PAUSE);
}
function blocksBefore(starts: usize, q: i32): f64 {
  return f64.load(starts + (usize(q) << 3), BLOCKS_BEFORE);
}

/** Bytes of the bank that is open. */
export function bankBytes(at: usize): i32 {
  open(at);
  return i32(ofChart(channels, 0) - at);
}

/** Channels that working memory has room for. */
export const MOST_CHANNELS: i32 = 16;
/** Whether so many bytes are a bank, as far as what it holds says where to read and write. */
export function isBank(at: usize, bytes: i32): i32 {
  if (bytes < i32(HEADER + 2 * STARTS_BYTES)) return 0;
  const models: i32 = i32.load(at, LIVE);
  if (isWithin(models, 1, MODELS) + isWithin(i32.load(at, CHANNELS), 1, MOST_CHANNELS) < 2) return 0;
  if (i32.load(at, WIDTH) !== ((models + 3) & ~3) || bankBytes(at) !== bytes) return 0;
  for (let k: i32 = 0; k < live; k++) if (isWhole(get(ofModel(ID), k), MODELS - 1) === 0) return 0;
  for (let shape: i32 = 0; shape < 2; shape++) {
    const starts: usize = startsOf(shape);
    if (isWithin(i32.load(starts), 0, shape === 0 ? STEPS : RAMPS) === 0) return 0;
    for (let q: i32 = 0; q < i32.load(starts); q++)
      if (isWithin(placeOf(starts, q), 0, PLACES - 1) === 0) return 0;
  }
  for (let c: i32 = 0; c < channels; c++) if (hasRightModels(sumsOf(c)) === 0) return 0;
  return 1;
}
function hasRightModels(sums: usize): i32 {
  if (isWithin(i32.load(sums, LIKELIEST), 0, live - 1) === 0) return 0;
  if (isWhole(f64.load(sums, FAR_MODEL), live - 1) === 0) return 0;
  if (isWithin(i32.load(sums, CHANGE_MODEL), -1, MODELS - 1) === 0) return 0;
  for (let place: i32 = 0; place < PLACES; place++) {
    if (isWithin(i32.load(sums + LIKELIEST_BEFORE + (usize(place) << 2)), -1, live - 1) === 0) return 0;
  }
  return 1;
}
export function bankChannels(at: usize): i32 {
  return i32.load(at, CHANNELS);
}
export function isWithin(number: i32, least: i32, most: i32): i32 {
  return number >= least && number <= most ? 1 : 0;
}
/** Whether a double is a whole number from 0 on. */
export function isWhole(number: f64, most: i32): i32 {
  return number >= 0 && number <= f64(most) && number === Math.floor(number) ? 1 : 0;
}

/** Whether a part of a model is distinguished from white noise by values that many seconds apart. */
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
  if (count >= KNOCK_AFTER) watchKnock(channel, value);
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
 * A knock: three blocks in a row, all five standard deviations and more beyond what every likely model expected before the
 * first of them (the whole variance of a model, its slow parts too), and none back by half: a shock in slow noise dies away. The bank itself would take long to tell it from slow
 * noise, as it holds that the scale may have been larger all the time.
 */
function watchKnock(channel: i32, value: f64): void {
  const sums: usize = sumsOf(channel);
  const far: f64 = f64.load(sums, FAR);
  const side: f64 = far < 0 ? -1 : 1;
  if (far !== 0 && side * (value - f64.load(sums, FAR_EDGE)) >= 0) {
    f64.store(sums, far + side, FAR);
    return;
  }
  f64.store(sums, 0, FAR);
  const likeliest: i32 = i32.load(sums, LIKELIEST);
  const raw: f64 = expectedBeyond(channel, likeliest, value);
  if (raw > -KNOCK && raw < KNOCK) return;
  const upper: f64 = raw > 0 ? 1 : -1;
  weigh(channel);
  let edge: f64 = -1e300;
  for (let k: i32 = 0; k < live; k++) {
    if (get(POSTERIOR, k) < LIKELY) continue;
    const sd: f64 = wholeSd(channel, k);
    const own: f64 = upper * (value - expectedBeyond(channel, k, value) * sd) + KNOCK * sd;
    if (own > edge) edge = own;
  }
  i32.store(sums, likeliest, LIKELIEST);
  if (upper * value < edge) return;
  const half: f64 = upper * value - 0.5 * Math.abs(raw) * wholeSd(channel, likeliest);
  if (half > edge) edge = half;
  f64.store(sums, upper, FAR);
  f64.store(sums, upper * edge, FAR_EDGE);
  f64.store(sums, now, FAR_TIME);
  f64.store(sums, entryNow, FAR_ENTRY);
  f64.store(sums, f64(likeliest), FAR_MODEL);
  const b0: f64 = get(ofChannel(channel, LEVEL), likeliest);
  const level: f64 = b0 * get(INVERSE, likeliest);
  const nu: f64 = f64.load(bank, COUNT) - 1;
  const variance: f64 =
    atLeast(get(ofChannel(channel, SQUARES), likeliest) - level * b0, LEAST_VARIANCE * nu) / nu;
  f64.store(sums, level, FAR_LEVEL);
  f64.store(sums, variance, FAR_VARIANCE);
  f64.store(sums, variance * get(INVERSE, likeliest), FAR_LEVEL_VARIANCE);
}
/** How far a value lies from what a model expected, in standard deviations of the whole of its noise. */
function expectedBeyond(channel: i32, k: i32, value: f64): f64 {
  const level: f64 = get(ofChannel(channel, LEVEL), k) * get(INVERSE, k);
  const slow: f64 =
    get(ofChannel(channel, V1), k) + get(ofChannel(channel, V2), k) + get(ofChannel(channel, V3), k);
  const expected: f64 = slow + get(E0, k) * level;
  return (value - expected) / wholeSd(channel, k);
}
function wholeSd(channel: i32, k: i32): f64 {
  const count: f64 = 1 + f64.load(bank, COUNT);
  const whole: f64 = (1 + get(ofChannel(channel, SQUARES), k)) / count;
  if (get(ofModel(ID), 0) !== 0) return Math.sqrt(whole);
  // A model that is slower than all that was seen may hold that anything is noise: not more than twice what it was so far.
  const b0: f64 = get(ofChannel(channel, LEVEL), 0);
  const seen: f64 = (1 + get(ofChannel(channel, SQUARES), 0) - b0 * b0 * get(INVERSE, 0)) / count;
  return Math.sqrt(whole < MOST_WHOLE * seen ? whole : MOST_WHOLE * seen);
}
/** Blocks in a row that are a knock on a channel, and when the first came, after a block was folded; 0 for none. */
export function knockOf(at: usize, channel: i32): f64 {
  open(at);
  const far: f64 = f64.load(sumsOf(channel), FAR);
  return Math.abs(far) === KNOCK_BLOCKS ? far : 0;
}
export function knockTime(at: usize, channel: i32): f64 {
  open(at);
  return f64.load(sumsOf(channel), FAR_TIME);
}
export function knockEntry(at: usize, channel: i32): f64 {
  open(at);
  return f64.load(sumsOf(channel), FAR_ENTRY);
}
/** The level before the knock, in units of the channel's scale. */
export function levelBeforeKnock(at: usize, channel: i32): f64 {
  open(at);
  return f64.load(sumsOf(channel), FAR_LEVEL);
}
/** The variance of that level, and of a block before the knock. */
export function levelVarianceBeforeKnock(at: usize, channel: i32): f64 {
  open(at);
  return f64.load(sumsOf(channel), FAR_LEVEL_VARIANCE);
}
export function blockVarianceBeforeKnock(at: usize, channel: i32): f64 {
  open(at);
  return f64.load(sumsOf(channel), FAR_VARIANCE);
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
    // As much as single blocks explain: heavy tails alone average out.
    const normal: f64 = RUN_VARIANCE * runs;
    const single: f64 = f64.load(sums, SQUARE_DEVIATIONS) / 64;
    const held: f64 =
      RUNS_BEFORE * EXCESS_BEFORE + f64.load(sums, RUN_DEVIATIONS) - (single > normal ? single : normal);
    const excess: f64 = held / (RUNS_BEFORE + runs);
    f64.store(sums, 4 + 2 / (excess < LEAST_EXCESS ? LEAST_EXCESS : excess), FREEDOM);
  }
  if (f64.load(bank, COUNT) >= 16) {
    f64.store(sums, f64.load(sums, SQUARE_DEVIATIONS) + (square - 1) * (square - 1), SQUARE_DEVIATIONS);
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
function leastApart(shape: i32, count: f64): i32 {
  const starts: usize = startsOf(shape);
  let least: i32 = 1;
  let best: f64 = 1e18;
  const newest: i32 = i32.load(starts) - (shape === 0 ? NEWEST_STEPS : 1);
  for (let q: i32 = 1; q < newest; q++) {
    if (isBest(shape, placeOf(starts, q)) === 1) continue;
    const spacing: f64 =
      (blocksBefore(starts, q + 1) - blocksBefore(starts, q - 1)) / (count - blocksBefore(starts, q) + 1);
    const apart: f64 = isAfterPause(starts, q) === 1 ? PAUSE_COUNTS * spacing : spacing;
    if (apart < best) {
      best = apart;
      least = q;
    }
  }
  return least;
}
function isBest(shape: i32, place: i32): i32 {
  for (let c: i32 = 0; c < channels; c++) {
    if (i32.load(sumsOf(c) + BEST_PLACES + (usize(shape) << 2)) === place + 1) return 1;
  }
  return 0;
}
/** A new start of a shape at this block; gives its place. */
function addStart(shape: i32, time: f64): void {
  const count: f64 = f64.load(bank, COUNT);
  const starts: usize = startsOf(shape);
  let taken: i32 = i32.load(starts);
  let place: i32 = taken + (shape === 0 ? 0 : STEPS + 1);
  if (taken === (shape === 0 ? STEPS : RAMPS)) {
    const gone: i32 = leastApart(shape, count);
    place = placeOf(starts, gone);
    for (let q: i32 = gone; q + 1 < taken; q++) {
      setStart(starts, q, placeOf(starts, q + 1), timeOf(starts, q + 1), blocksBefore(starts, q + 1));
      f64.store(starts + (usize(q) << 3), entryOf(starts, q + 1), START_ENTRY);
      i32.store(starts + (usize(q) << 2), isAfterPause(starts, q + 1), AFTER_PAUSE);
    }
    taken -= 1;
  }
  setStart(starts, taken, place, time, count);
  f64.store(starts + (usize(taken) << 3), entryNow, START_ENTRY);
  const isPaused: i32 = count > 0 && time - f64.load(bank, TIME) >= PAUSE ? 1 : 0;
  i32.store(starts + (usize(taken) << 2), isPaused, AFTER_PAUSE);
  i32.store(starts, taken + 1);
  memory.fill(ofStart(place), 0, usize(START_ROWS * width) * 4);
  for (let c: i32 = 0; c < channels; c++) {
    memory.fill(ofChart(c, place), 0, usize(CHART_ROWS * width) * 4);
    const sums: usize = sumsOf(c);
    const likeliest: i32 = i32.load(sums, LIKELIEST);
    const e: f64 = f64(f32.load(INNOVATION_4 + usize(c * width + likeliest) * 4));
    put(sums + SQUARES_BEFORE, place, f64.load(sums, SQUARES_SO_FAR) - e * e * get(PRECISION, likeliest));
    put(sums + FREEDOM_BEFORE, place, f64.load(sums, FREEDOM));
    i32.store(sums + LIKELIEST_BEFORE + (usize(place) << 2), likeliest);
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
    const rest: f64 = atLeast(get(squares, k) - b0 * b0 * get(INVERSE, k), LEAST_VARIANCE * nu);
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
let exchange: usize = 0;
let now: f64 = 0;
let entryNow: f64 = 0;

/**
 * Of the start at hand, by rule: Bayes factors of a change against none, weighted by the models' posteriors; and by how much
 * those posteriors, and so their sum, would grow if a change as large as the zone of indifference were none.
 */
let startPlain: f64 = 0;
let startRobust: f64 = 0;
let insidePlain: f64 = 0;
let insideRobust: f64 = 0;

/** What `readStart` read: products of the response with the level's and with itself, the level, information and score about it. */
let startA: f64 = 0;
let startSquare: f64 = 0;
let startLevel: f64 = 0;
let startInformation: f64 = 0;
let startScore: f64 = 0;
/** A start under one model, for a channel. */
function readStart(channel: i32, place: i32, k: i32): void {
  const lane: usize = usize(k) << 2;
  const row: usize = usize(width) * 4;
  const inverse: f64 = get(INVERSE, k);
  startA = f64(f32.load(ofStart(place) + 3 * row + lane));
  startSquare = f64(f32.load(ofStart(place) + 4 * row + lane));
  startLevel = get(ofChannel(channel, LEVEL), k) * inverse;
  startInformation = startSquare - startA * startA * inverse;
  startScore = f64(f32.load(ofChart(channel, place) + lane)) - startA * startLevel;
}

/** One start, shape and model: adds its Bayes factors to the two rules' sums. Written for the few that can count. */
function addFactors(channel: i32, shape: i32, q: i32, k: i32): void {
  const count: f64 = f64.load(bank, COUNT);
  const nu: f64 = count - 1;
  const starts: usize = startsOf(shape);
  const place: i32 = placeOf(starts, q);
  readStart(channel, place, k);
  const information: f64 = startInformation;
  const score: f64 = startScore;
  if (score * f64.load(exchange + (usize(channel) << 3), SIDES) < 0) return;
  const lane: usize = usize(k) << 2;
  const unit: f64 = shape === 1 ? (f64.load(bank, TIME) - timeOf(starts, q)) / 3600 : 1;
  const sizes: i32 = i32.load(ofChart(channel, place) + usize(width) * 4 + lane);
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
    const size: f64 = ((Math.abs(score) - left) / information) * unit;
    const effect: f64 = size - zone;
    if (effect <= 0) continue;
    const z: f64 = (effect * effect * known) / scale;
    if (z < 2) continue;
    const whole: f64 = (size * size * known) / scale;
    const factor: f64 = bayesFactor(whole, known, free);
    const inside: f64 = exp(0.5 * free * ln((free + whole) / (free + z)));
    if (factor <= inside) continue;
    if (rule === 0) {
      startPlain += weight * factor;
      insidePlain += exp(get(POSTERIOR, k)) * (inside - 1);
    } else {
      startRobust += weight * factor;
      insideRobust += exp(get(POSTERIOR, k)) * (inside - 1);
    }
    if (weight * factor <= bestTerm) continue;
    bestTerm = weight * factor;
    bestRamp = shape;
    bestPlace = place;
    bestOrder = q;
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
    const squares: f64 = k < live ? get(ofChannel(channel, SQUARES), k) - b0 * b0 * inverse : nu;
    const variance: f64 = atLeast(squares, LEAST_VARIANCE * nu) / nu;
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
  i32.store(sumsOf(channel), -1, CHANGE_MODEL);
  memory.fill(START_WEIGHTS, 0, 8 * 26);
  judgeShape(channel, 0, 2);
  judgeShape(channel, 1, LEAST_RAMP);
  const held: f64 = robust * ROBUST_COUNTS;
  const most: f64 = held > plain ? held : plain;
  const statistic: f64 = most > 0 ? ln(most) : -99;
  if (bestTerm > 0) describeChange(channel);
  else describeNone(channel);
  if (statistic >= SHOWS_CHANGE) describeInterval(channel);
  return statistic;
}
/**
 * Between which entries the change began: the starts' shares of the statistic as a posterior, with the ends rounded outwards to
 * the starts beside them.
 */
function describeInterval(channel: i32): void {
  let total: f64 = 0;
  for (let place: i32 = 0; place < PLACES; place++) total += get(START_WEIGHTS, place);
  const found: usize = exchange + (usize(channel) << 3);
  f64.store(found, entryAt(0.25 * total, 0), LIKELY_FROM);
  f64.store(found, entryAt(0.75 * total, 1), LIKELY_TO);
  f64.store(found, entryAt(0.05 * total, 0), WIDELY_FROM);
  f64.store(found, entryAt(0.95 * total, 1), WIDELY_TO);
}
/** The entry of the start at which the weights of both shapes' starts, by their times, come to so much; or of one beside it. */
function entryAt(weight: f64, after: i32): f64 {
  const steps: usize = startsOf(0);
  const ramps: usize = startsOf(1);
  let step: i32 = 0;
  let ramp: i32 = 0;
  let sum: f64 = 0;
  while (step < i32.load(steps) || ramp < i32.load(ramps)) {
    const isStep: i32 =
      ramp === i32.load(ramps) || (step < i32.load(steps) && timeOf(steps, step) <= timeOf(ramps, ramp))
        ? 1
        : 0;
    const starts: usize = isStep === 1 ? steps : ramps;
    const q: i32 = isStep === 1 ? step : ramp;
    sum += get(START_WEIGHTS, placeOf(starts, q));
    if (sum >= weight) {
      if (after === 0) return entryOf(starts, q > 0 ? q - 1 : 0);
      return q + 1 < i32.load(starts) ? entryOf(starts, q + 1) : entryNow;
    }
    if (isStep === 1) step += 1;
    else ramp += 1;
  }
  return entryNow;
}
/** Where no term counts: what was found last may be another vehicle's. */
function describeNone(channel: i32): void {
  const found: usize = exchange + (usize(channel) << 3);
  for (let row: usize = BLOCK_VARIANCES; row <= CHANGE_SHAPES; row += 128) f64.store(found + row, 0);
}
/** What the best start speaks of, under the model that was the likeliest before it. */
function describeChange(channel: i32): void {
  const place: i32 = bestPlace;
  const before: i32 = i32.load(sumsOf(channel) + LIKELIEST_BEFORE + (usize(place) << 2));
  const k: i32 = before < 0 ? i32.load(sumsOf(channel), LIKELIEST) : before;
  i32.store(sumsOf(channel), i32(get(ofModel(ID), k)), CHANGE_MODEL);
  readStart(channel, place, k);
  const change: f64 = startScore / startInformation;
  const starts: usize = startsOf(bestRamp);
  const after: f64 = f64.load(bank, COUNT) - blocksBefore(starts, bestOrder);
  const scale: f64 = scaleSince(channel, k, place, after, startScore * change);
  const found: usize = exchange + (usize(channel) << 3);
  f64.store(found, scale, BLOCK_VARIANCES);
  f64.store(found, timeOf(starts, bestOrder), CHANGE_TIMES);
  f64.store(found, startLevel - startA * get(INVERSE, k) * change, LEVELS_BEFORE);
  const known: f64 = get(ofModel(INFORMATION), k) - (startA * startA) / startSquare;
  f64.store(found, scale / known, LEVEL_VARIANCES_BEFORE);
  const unit: f64 = bestRamp === 1 ? (now - timeOf(starts, bestOrder)) / 3600 : 1;
  f64.store(found, change * unit, CHANGE_SIZES);
  f64.store(found, (scale * unit * unit) / startInformation, CHANGE_VARIANCES);
  f64.store(found, get(ofModel(ID), k), CHANGE_MODELS);
  f64.store(found, after, CHANGE_BLOCKS);
  f64.store(found, f64(bestRamp), CHANGE_SHAPES);
  f64.store(found, entryOf(starts, bestOrder), CHANGE_ENTRIES);
}
function judgeShape(channel: i32, shape: i32, leastBlocks: f64): void {
  const starts: usize = startsOf(shape);
  const taken: i32 = i32.load(starts);
  const count: f64 = f64.load(bank, COUNT);
  let most: f64 = SHOWS_START;
  i32.store(sumsOf(channel) + BEST_PLACES + (usize(shape) << 2), 0);
  for (let q: i32 = 0; q < taken; q++) {
    const before: f64 = blocksBefore(starts, q);
    if (before < 5 || count - before < leastBlocks) continue;
    const explained: f64 = explainedBy(channel, placeOf(starts, q));
    judgeStart(channel, shape, q, explained);
    if (explained <= most) continue;
    most = explained;
    i32.store(sumsOf(channel) + BEST_PLACES + (usize(shape) << 2), placeOf(starts, q) + 1);
  }
}
/** The squares that a change from a start explains under the model that was the likeliest before it. */
function explainedBy(channel: i32, place: i32): f64 {
  const k: i32 = i32.load(sumsOf(channel) + LIKELIEST_BEFORE + (usize(place) << 2));
  if (k < 0) return 0;
  readStart(channel, place, k);
  return startInformation <= 1e-5 * startSquare ? 0 : (startScore * startScore) / startInformation;
}
/** A start under four models at once: only where the larger of the two rules can count, factors are made. */
function judgeStart(channel: i32, shape: i32, q: i32, explained: f64): void {
  const starts: usize = startsOf(shape);
  const place: i32 = placeOf(starts, q);
  const row: usize = usize(width) * 4;
  const charts: usize = ofChart(channel, place);
  const sums: usize = ofStart(place) + 3 * row;
  const bound: v128 = f32x4.splat(f32(get(BOUNDS, place)));
  const freedom: v128 = f32x4.splat(f32(1 / (f64.load(bank, COUNT) - 1)));
  startPlain = 0;
  startRobust = 0;
  insidePlain = 0;
  insideRobust = 0;
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
  if (explained > 0) addLikeliestBefore(channel, shape, q);
  const ownPlain: f64 = startPlain / (1 + insidePlain);
  const ownRobust: f64 = startRobust / (1 + insideRobust);
  plain += ownPlain;
  robust += ownRobust;
  put(START_WEIGHTS, place, ownPlain > ROBUST_COUNTS * ownRobust ? ownPlain : ROBUST_COUNTS * ownRobust);
}
function addLanes(channel: i32, shape: i32, q: i32, first: i32, mask: i32): void {
  for (let lane: i32 = 0; lane < 4; lane++) {
    if ((mask & (1 << lane)) !== 0 && first + lane < live) addFactors(channel, shape, q, first + lane);
  }
}

/** The model that was the likeliest before a start counts however far the change has left it behind. */
function addLikeliestBefore(channel: i32, shape: i32, q: i32): void {
  const place: i32 = placeOf(startsOf(shape), q);
  const k: i32 = i32.load(sumsOf(channel) + LIKELIEST_BEFORE + (usize(place) << 2));
  if (get(POSTERIOR, k) < -16.1) addFactors(channel, shape, q, k);
}
/** A model that was the likeliest before a start is kept: after a change it is what speaks of it. */
function keepLikeliest(channel: i32): void {
  for (let shape: i32 = 0; shape < 2; shape++) {
    const starts: usize = startsOf(shape);
    for (let q: i32 = 0; q < i32.load(starts); q++) {
      const place: usize = usize(placeOf(starts, q)) << 2;
      const before: i32 = i32.load(sumsOf(channel) + LIKELIEST_BEFORE + place);
      if (before >= 0) i32.store(NEEDED + (usize(before) << 2), 1);
    }
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
    const sums: usize = sumsOf(c);
    const likeliest: i32 = keptPlace(i32.load(sums, LIKELIEST), kept);
    i32.store(sums, likeliest < 0 ? 0 : likeliest, LIKELIEST);
    const beforeKnock: i32 = keptPlace(i32(f64.load(sums, FAR_MODEL)), kept);
    f64.store(sums, f64(beforeKnock < 0 ? 0 : beforeKnock), FAR_MODEL);
    for (let place: i32 = 0; place < PLACES; place++) {
      const before: usize = sums + LIKELIEST_BEFORE + (usize(place) << 2);
      i32.store(before, keptPlace(i32.load(before), kept));
    }
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
/** Where a model goes as others are dropped, −1 where it is dropped itself. */
function keptPlace(k: i32, kept: i32): i32 {
  for (let j: i32 = 0; j < kept; j++) if (i32.load(WORK + (usize(j) << 2)) === k) return j;
  return -1;
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
 * One block into a bank: `time` in seconds and the number of the entry that it began with, the rest at `inputs` by the rows
 * above. What comes out is written where `judged` is 1.
 */
export function foldBlock(at: usize, time: f64, entry: f64, inputs: usize, judged: i32): void {
  open(at);
  exchange = inputs;
  now = time;
  entryNow = entry;
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
    const statistic: f64 = judge(c, f64.load(inputs + (usize(c) << 3), ZONES));
    f64.store(inputs + (usize(c) << 3), statistic, STATISTICS);
    if (dropping === 0) continue;
    for (let k: i32 = 0; k < live; k++) {
      if (get(POSTERIOR, k) >= DROP_BEHIND) i32.store(NEEDED + (usize(k) << 2), 1);
    }
    keepLikeliest(c);
  }
  if (dropping === 1) drop();
}

/** The time of a bank's first block: its first ramp begins there and is never given up. */
export function beganAt(at: usize): f64 {
  open(at);
  return timeOf(startsOf(1), 0);
}
/** Blocks that a bank has taken in. */
export function blocksOf(at: usize): f64 {
  return f64.load(at, COUNT);
}

let level: f64 = 0;
let levelVariance: f64 = 0;
let blockVariance: f64 = 0;
/** What `weighLevel` came to, in units of the channel's scale: the level, its variance, the variance of one block about it. */
export function levelFound(): f64 {
  return level;
}
export function levelVarianceFound(): f64 {
  return levelVariance;
}
export function blockVarianceFound(): f64 {
  return blockVariance;
}
/**
 * The level of a channel under all models by their posterior. The variance of a block is known from `before` as well, as if
 * from sixty blocks, where that is above 0.
 */
export function weighLevel(at: usize, channel: i32, before: f64): void {
  open(at);
  prepareLevels();
  weigh(channel);
  const nu: f64 = f64.load(bank, COUNT) - 1;
  const known: f64 = before > 0 ? 60 : 0;
  let mean: f64 = 0;
  let square: f64 = 0;
  let within: f64 = 0;
  let variance: f64 = 0;
  for (let k: i32 = 0; k < live; k++) {
    if (get(POSTERIOR, k) < -16.1) continue;
    const weight: f64 = exp(get(POSTERIOR, k));
    const inverse: f64 = get(INVERSE, k);
    const b0: f64 = get(ofChannel(channel, LEVEL), k);
    const rest: f64 = atLeast(get(ofChannel(channel, SQUARES), k) - b0 * b0 * inverse, LEAST_VARIANCE * nu);
    const q: f64 = (known * before + rest) / (known + (nu < 1 ? 1 : nu));
    mean += weight * b0 * inverse;
    square += weight * b0 * inverse * b0 * inverse;
    within += weight * q * inverse;
    variance += weight * q;
  }
  level = mean;
  levelVariance = within + (square - mean * mean);
  blockVariance = variance;
}
let slope: f64 = 0;
let slopeVariance: f64 = 0;
/**
 * The slope of a channel since the bank began, an hour; `levelFound` is then the level now if it goes on by it, with its variance.
 * The first ramp begins with the bank and is never given up. Models count by their posterior, or where `byPrior` is 1 by what was
 * known of the noise before the bank: what goes on is then no noise, however slow.
 */
export function weighSlope(at: usize, channel: i32, before: f64, byPrior: i32): void {
  open(at);
  prepareLevels();
  weigh(channel);
  const starts: usize = startsOf(1);
  const place: i32 = placeOf(starts, 0);
  const hours: f64 = (f64.load(bank, TIME) - timeOf(starts, 0)) / 3600;
  const nu: f64 = f64.load(bank, COUNT) - 2;
  const known: f64 = before > 0 ? 60 : 0;
  let mean: f64 = 0;
  let square: f64 = 0;
  let within: f64 = 0;
  let levels: f64 = 0;
  let levelsWithin: f64 = 0;
  let total: f64 = 0;
  for (let k: i32 = 0; k < live; k++) {
    const logWeight: f64 = byPrior === 1 ? get(ofModel(PRIOR), k) : get(POSTERIOR, k);
    if (logWeight < -16.1) continue;
    readStart(channel, place, k);
    if (startInformation <= 1e-5 * startSquare) continue;
    const weight: f64 = exp(logWeight);
    total += weight;
    const inverse: f64 = get(INVERSE, k);
    const b0: f64 = get(ofChannel(channel, LEVEL), k);
    const own: f64 = startScore / startInformation;
    const left: f64 = get(ofChannel(channel, SQUARES), k) - b0 * b0 * inverse - startScore * own;
    const rest: f64 = atLeast(left, LEAST_VARIANCE * nu);
    const q: f64 = (known * before + rest) / (known + (nu < 1 ? 1 : nu));
    const lever: f64 = hours - startA * inverse;
    mean += weight * own;
    square += weight * own * own;
    within += (weight * q) / startInformation;
    levels += weight * (startLevel + lever * own);
    levelsWithin += weight * q * (inverse + (lever * lever) / startInformation);
  }
  slope = mean / total;
  slopeVariance = within / total + (square / total - slope * slope);
  level = levels / total;
  levelVariance = levelsWithin / total;
}
export function slopeFound(): f64 {
  return slope;
}
export function slopeVarianceFound(): f64 {
  return slopeVariance;
}
/**
 * The lasting shift of a channel, in units of its scale and beyond the zone, that the blocks of so many seconds show as surely as
 * `nats`, if it has them as often as they came at first: by the variance of a mean of that time under each model.
 */
export function detectableShift(at: usize, channel: i32, seconds: f64, gap: f64, nats: f64): f64 {
  weighLevel(at, channel, 0);
  const blocks: f64 = seconds > gap ? seconds / gap : 1;
  let variance: f64 = 0;
  for (let k: i32 = 0; k < live; k++) {
    if (get(POSTERIOR, k) < -16.1) continue;
    const id: i32 = i32(get(ofModel(ID), k));
    let whole: f64 = 0;
    let rest: f64 = 1;
    for (let part: i32 = 0; part < 3; part++) {
      const share: f64 = shareOf(id, part);
      rest -= share;
      whole += share * varianceOfMean(timeConstantOf(id, part), seconds);
    }
    variance += exp(get(POSTERIOR, k)) * (whole + (rest < 1e-4 ? 1e-4 : rest) / blocks);
  }
  return Math.sqrt(2 * nats * (blockVariance * variance + levelVariance));
}
/** Of the mean over so many seconds of a part of variance 1. */
function varianceOfMean(timeConstant: f64, seconds: f64): f64 {
  if (timeConstant < 0) return seconds < -timeConstant ? 1 : -timeConstant / seconds;
  const ratio: f64 = timeConstant / seconds;
  return ratio > 1e6 ? 1 : 2 * ratio * (1 - ratio * (1 - exp(-1 / ratio)));
}
function prepareLevels(): void {
  for (let k: i32 = 0; k < live; k++) {
    const information: f64 = get(ofModel(INFORMATION), k);
    put(INVERSE, k, 1 / information);
    put(SHARED, k, -0.5 * (get(ofModel(LOG_DET), k) + ln(get(ofModel(PRODUCT), k) * information)));
  }
}

/** A bank of some channels of another one, which follow each other, with all that is known of them. */
export function splitBank(from: usize, to: usize, first: i32, count: i32): void {
  open(from);
  memory.copy(to, from, HEADER + 2 * STARTS_BYTES);
  i32.store(to, count, CHANNELS);
  let at: usize = to + HEADER + 2 * STARTS_BYTES;
  at = copyPart(at, sumsOf(first), usize(count) * SUMS_BYTES);
  at = copyPart(at, modelRows, usize(MODEL_ROWS * width) * 8);
  at = copyPart(at, ofChannel(first, 0), usize(count * CHANNEL_ROWS * width) * 8);
  at = copyPart(at, startRows, usize(PLACES * START_ROWS * width) * 4);
  at = copyPart(at, ofChart(first, 0), usize(count * PLACES * CHART_ROWS * width) * 4);
}
function copyPart(to: usize, from: usize, bytes: usize): usize {
  memory.copy(to, from, bytes);
  return to + bytes;
}

/**
 * A new bank for some channels of another one after a change: the model that was the likeliest before it (of a channel that
 * shows none, the posterior) becomes the prior, and all models are there again with a twentieth of the default.
 */
export function sowAnew(from: usize, to: usize, first: i32, count: i32, gap: f64): void {
  open(from);
  prepareLevels();
  memory.fill(LEARNED, 0, 8 * MODELS);
  for (let c: i32 = first; c < first + count; c++) learn(c, 1 / f64(count));
  sowBank(to, count, 0.8, gap);
  open(to);
  for (let k: i32 = 0; k < live; k++) {
    const id: i32 = i32(get(ofModel(ID), k));
    put(ofModel(PRIOR), k, ln(0.95 * get(LEARNED, id) + 0.05 * exp(get(ofModel(PRIOR), k))));
  }
}
function learn(channel: i32, share: f64): void {
  const sums: usize = sumsOf(channel);
  const before: i32 =
    f64.load(sums, FAR) === 0
      ? i32.load(sums, CHANGE_MODEL)
      : i32(get(ofModel(ID), i32(f64.load(sums, FAR_MODEL))));
  if (before >= 0) {
    put(LEARNED, before, get(LEARNED, before) + share);
    return;
  }
  weigh(channel);
  for (let k: i32 = 0; k < live; k++) {
    const id: i32 = i32(get(ofModel(ID), k));
    put(LEARNED, id, get(LEARNED, id) + share * exp(get(POSTERIOR, k)));
  }
}
