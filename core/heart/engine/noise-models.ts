import { exp, POWERS_END } from "./numeric.ts";

/**
 * The table of noise models: the variance of a channel's noise is 1, of which up to three parts are Ornstein–Uhlenbeck
 * processes, each a share of it with a time constant in seconds, and the rest is white. A negative time constant is a part
 * that stays the same within a session and is drawn anew after a pause of that many seconds.
 *
 * A row is eight doubles: the three shares, the three time constants, the weight beside the other models, and the number of
 * parts. White noise alone is the first row.
 */
const TABLE: usize = POWERS_END;
const ROW: usize = 64;
export const MODELS: i32 = 44;
export const TABLE_END: usize = TABLE + ROW * 44;

export function modelsOfTable(): i32 {
  return MODELS;
}

/** The share of a model's part of the variance, its time constant in seconds, and the model's weight beside the others. */
export function shareOf(model: i32, part: i32): f64 {
  return f64.load(TABLE + usize(model) * ROW + (usize(part) << 3));
}
export function timeConstantOf(model: i32, part: i32): f64 {
  return f64.load(TABLE + usize(model) * ROW + (usize(part) << 3), 24);
}
export function weightOf(model: i32): f64 {
  return f64.load(TABLE + usize(model) * ROW, 48);
}

/** What is left of a part after an interval in seconds: the correlation of its values. */
export function correlation(timeConstant: f64, interval: f64): f64 {
  if (timeConstant < 0) return interval < -timeConstant ? 1 : 0;
  return exp(-interval / timeConstant);
}

let rows: i32 = 0;
function addPart(part: i32, share: f64, timeConstant: f64): void {
  const at: usize = TABLE + usize(rows) * ROW + (usize(part) << 3);
  f64.store(at, share);
  f64.store(at, timeConstant, 24);
}
function endRow(weight: f64): void {
  f64.store(TABLE + usize(rows) * ROW, weight, 48);
  rows += 1;
}
function oneModel(share: f64, timeConstant: f64, weight: f64): void {
  addPart(0, share, timeConstant);
  addPart(1, 0, 1);
  addPart(2, 0, 1);
  endRow(weight);
}
function twoParts(share: f64, timeConstant: f64, secondShare: f64, secondConstant: f64): void {
  addPart(0, share, timeConstant);
  addPart(1, secondShare, secondConstant);
  addPart(2, 0, 1);
}
function threeParts(share: f64, shortest: f64): void {
  addPart(0, share, shortest);
  addPart(1, share, 16 * shortest);
  addPart(2, share, 256 * shortest);
  endRow(2);
}

/** Lays the table into memory; called once an instance. */
export function layNoiseModels(): void {
  rows = 0;
  oneModel(0, 1, 1);
  // Below a second of streams whose blocks are of a quarter: white noise of all others.
  oneModel(1, 0.234375, 1);
  oneModel(1, 0.46875, 1);
  oneModel(1, 0.9375, 1);
  // A fourfold grid of what is all slow took φ 0.3 for φ 0.14, and 4 % of such channels for changed.
  let timeConstant: f64 = 1.875;
  for (let k: i32 = 0; k < 11; k++) {
    if ((k & 1) === 0) oneModel(0.15, timeConstant, 1);
    oneModel(1, timeConstant, 1);
    timeConstant *= 2;
  }
  for (let k: i32 = 0; k < 4; k++) {
    timeConstant = k === 0 ? 10_800 : k === 1 ? 43_200 : k === 2 ? 259_200 : 1_296_000;
    oneModel(0.05, timeConstant, 1.5);
    oneModel(0.2, timeConstant, 1.5);
    oneModel(0.7, timeConstant, 1.5);
  }
  oneModel(0.6, -300, 1);
  oneModel(0.95, -300, 1);
  threeParts(0.33, 15);
  threeParts(0.17, 15);
  threeParts(0.33, 240);
  threeParts(0.17, 240);
  for (let k: i32 = 0; k < 3; k++) {
    timeConstant = k === 0 ? 30 : k === 1 ? 120 : 480;
    twoParts(0.75, timeConstant, 0.2, 90 * timeConstant);
    endRow(3);
  }
  twoParts(0.2, 8, 0.7, -300);
  endRow(1);
  twoParts(0.3, 120, 0.6, -300);
  endRow(1);
}
