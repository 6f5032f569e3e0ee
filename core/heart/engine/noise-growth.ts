import { SQUARES } from "./memory.ts";
import { ln } from "./numeric.ts";

/**
 * Whether one channel scatters more than it did: a CUSUM against a variance four times as large over the squares
 * of its blocks, each beside the median of the five before it, so that a shift, a drift or a turn scatters nothing. It learns its
 * reference as it goes: whatever came before its last zero belongs to it, and the zero dates the growth. All zero at first.
 */
export const NOISE_BYTES: usize = 88;
/** Blocks of the reference and the mean of their squares. */
const BLOCKS: usize = 0;
const VARIANCE: usize = 8;
/** Blocks since the scatter last looked ordinary, the sum of their squares in units of the variance, the first one's time. */
const SINCE_BLOCKS: usize = 16;
const SINCE_SQUARES: usize = 24;
const SINCE_TIME: usize = 32;
const SINCE_BYTES: usize = 32;
/** 1 from when it has grown until it has come back. */
const GROWN: usize = 40;
const NEWEST: usize = 48;
const LOOKS_BACK: i32 = 5;

const LEARNING: i32 = 50;

/** So many blocks count as one: recorded noise comes in bursts. */
const DISPERSION: f64 = 3;
/** Nats it has to reach as if the reference were known, and nats left when it is only what its blocks have taught. */
const LIMIT_NATS: f64 = 16;
const REFERENCE_NATS: f64 = 5.5;
const LN_FOUR: f64 = 1.3862943611198906;
/** What a known reference gives a block: ½(1 − ¼)·(s/b) − ½ ln 4 nats, which is nothing at 1.848 times the variance. */
const NATS_OF_EXCESS: f64 = 0.375;
const ORDINARY_SQUARE: f64 = (0.5 * LN_FOUR) / NATS_OF_EXCESS;
const LIMIT: f64 = (LIMIT_NATS * DISPERSION) / NATS_OF_EXCESS;
/** A block counts for at most so many times the reference's variance. */
const MOST_SQUARE: f64 = 9;
/** A sensor that never varied is not taken to be quieter than a third of what its baseline assumed. */
const LEAST_VARIANCE: f64 = 1.0 / 9.0;
/** Passes over the first squares: each takes what is left of an outlier to a fifth. */
const PASSES: i32 = 8;

/**
 * A block's value in units of the baseline's scale, and how many blocks of that baseline came before it. The first fifty are the
 * reference, and begin it anew; they are passed one after another, without another channel's between, because their squares are
 * in working memory. While a change is open, whose fault may scatter too, blocks go to `keepValue` alone.
 */
export function followNoise(at: usize, value: f64, time: f64, blocksSoFar: i32): void {
  if (blocksSoFar === 0) memory.fill(at, 0, NOISE_BYTES);
  const away: f64 = blocksSoFar < LOOKS_BACK ? value : value - medianOfNewest(at);
  keepValue(at, value);
  if (blocksSoFar >= LEARNING) {
    followSquare(at, away * away, time);
    return;
  }
  f64.store(SQUARES + (usize(blocksSoFar) << 3), away * away);
  if (blocksSoFar < LEARNING - 1) return;
  f64.store(at, f64(LEARNING), BLOCKS);
  f64.store(at, meanSquare(), VARIANCE);
}

/** A block of which only the value counts, for those that come after it. */
export function keepValue(at: usize, value: f64): void {
  const newest: usize = at + NEWEST;
  memory.copy(newest, newest + 8, usize(LOOKS_BACK - 1) << 3);
  f64.store(newest + (usize(LOOKS_BACK - 1) << 3), value);
}
function medianOfNewest(at: usize): f64 {
  const newest: usize = at + NEWEST;
  const a: f64 = f64.load(newest);
  const b: f64 = f64.load(newest, 8);
  const c: f64 = f64.load(newest, 16);
  const d: f64 = f64.load(newest, 24);
  const lower: f64 = Math.max(Math.min(a, b), Math.min(c, d));
  const upper: f64 = Math.min(Math.max(a, b), Math.max(c, d));
  return Math.max(Math.min(lower, upper), Math.min(Math.max(lower, upper), f64.load(newest, 32)));
}

/** The mean of the first squares, none of which counts for more than nine times that mean. */
function meanSquare(): f64 {
  let mean: f64 = 1;
  for (let pass: i32 = 0; pass < PASSES; pass++) {
    let sum: f64 = 0;
    for (let i: i32 = 0; i < LEARNING; i++) {
      sum += Math.min(f64.load(SQUARES + (usize(i) << 3)), MOST_SQUARE * mean);
    }
    mean = Math.max(LEAST_VARIANCE, sum / f64(LEARNING));
  }
  return mean;
}

function followSquare(at: usize, square: f64, time: f64): void {
  const before: f64 = f64.load(at, SINCE_BLOCKS);
  const blocks: f64 = before + 1;
  const scaled: f64 = Math.min(MOST_SQUARE, square / f64.load(at, VARIANCE));
  const squares: f64 = f64.load(at, SINCE_SQUARES) + scaled;
  const excess: f64 = squares - ORDINARY_SQUARE * blocks;
  const nats: f64 = excess > 0 ? growthNats(f64.load(at, BLOCKS), blocks, squares) : 0;
  if (nats <= 0 || (hasGrown(at) === 1 && excess < 0.5 * LIMIT)) {
    if (hasGrown(at) === 0) takeIn(at, blocks, squares);
    memory.fill(at + SINCE_BLOCKS, 0, SINCE_BYTES);
    return;
  }
  if (before === 0) f64.store(at, time, SINCE_TIME);
  // Held below one and a half limits, so that a sensor that calms down is trusted again.
  const held: f64 = Math.min(1, (1.5 * LIMIT) / excess);
  f64.store(at, blocks * held, SINCE_BLOCKS);
  f64.store(at, squares * held, SINCE_SQUARES);
  if (excess >= LIMIT && nats >= REFERENCE_NATS) f64.store(at, 1, GROWN);
}

/**
 * The blocks since looked ordinary: they join the reference. What was found to have grown is no reference, not even once it has
 * come back.
 */
function takeIn(at: usize, sinceBlocks: f64, sinceSquares: f64): void {
  const blocks: f64 = f64.load(at, BLOCKS);
  const all: f64 = blocks + sinceBlocks;
  f64.store(at, all, BLOCKS);
  const variance: f64 = (f64.load(at, VARIANCE) * (blocks + sinceSquares)) / all;
  f64.store(at, Math.max(LEAST_VARIANCE, variance), VARIANCE);
}

/**
 * ln of how much likelier the blocks since are with a variance four times the reference's than with the same one, where the
 * reference's own is only known from its blocks (the ratio of two predictive F densities).
 */
function growthNats(blocks: f64, sinceBlocks: f64, sinceSquares: f64): f64 {
  const a: f64 = blocks / DISPERSION;
  const b: f64 = sinceBlocks / DISPERSION;
  const s: f64 = sinceSquares / DISPERSION;
  return 0.5 * ((a + b) * ln((a + s) / (a + 0.25 * s)) - b * LN_FOUR);
}

export function hasGrown(at: usize): i32 {
  return f64.load(at, GROWN) === 1 ? 1 : 0;
}
/** The time of the first block of the growth, while it has grown. */
export function grownSince(at: usize): f64 {
  return f64.load(at, SINCE_TIME);
}
