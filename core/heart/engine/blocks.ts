import * as its from "./layout.ts";
import { channelsOf, instanceAt, instances, kindOf, setValue, value } from "./layout.ts";
import { FRAME, MATRIX } from "./memory.ts";
import { ln } from "./numeric.ts";
import { projectRotation, rotationBetween } from "./rotation.ts";

/**
 * Readings become channels, and readings of a quarter of a second (of a second after 500 blocks) one block: their mean. What
 * the frame at hand brought of a sensor stands in working memory until the next one.
 */

const QUATERNION: usize = MATRIX + 72;
/** Of each instance: 1 where the frame has a reading that counts, 1 where it closed a block; then that block's time, entry and values; the reading's values; the shares of T². */
const FRAME_BYTES: usize = 104;
const IS_CLOSED: usize = 4;
const TIME: usize = 8;
const ENTRY: usize = 16;
const BLOCK_VALUES: usize = 24;
const READING: usize = 48;
const SHARES: usize = 72;

const EARLY_BLOCKS: f64 = 500;
const EARLY_LENGTH: f64 = 0.25;
const LENGTH: f64 = 1;
/** The logit is taken of nothing nearer to certainty. */
const NEAREST: f64 = 0.005;

export function clearFrame(): void {
  memory.fill(FRAME, 0, usize(its.MOST_INSTANCES) * FRAME_BYTES);
}
function frameOf(index: i32): usize {
  return FRAME + usize(index) * FRAME_BYTES;
}
/** Whether the frame at hand has a reading of an instance that counts, and whether it closed a block. */
export function isPresent(index: i32): i32 {
  return i32.load(frameOf(index));
}
export function isClosed(index: i32): i32 {
  return i32.load(frameOf(index), IS_CLOSED);
}
export function closedTime(index: i32): f64 {
  return f64.load(frameOf(index), TIME);
}
export function closedEntry(index: i32): f64 {
  return f64.load(frameOf(index), ENTRY);
}
export function closedValue(index: i32, channel: i32): f64 {
  return value(frameOf(index) + BLOCK_VALUES, channel);
}
/** The values of the reading at hand, a channel each. */
export function readValue(index: i32, channel: i32): f64 {
  return value(frameOf(index) + READING, channel);
}
export function shareOfT2(index: i32, channel: i32): f64 {
  return value(frameOf(index) + SHARES, channel);
}
export function setShare(index: i32, channel: i32, share: f64): void {
  setValue(frameOf(index) + SHARES, channel, share);
}

/** A reading as channel values: a rotation as the way from the first one, in degrees about the camera's axes. */
export function readChannels(index: i32, numbers: usize): void {
  const instance: usize = instanceAt(index);
  const into: usize = frameOf(index) + READING;
  const transform: i32 = its.transformOf(instance);
  i32.store(frameOf(index), 1);
  if (transform === its.ROTATION) {
    memory.copy(MATRIX, numbers, 72);
    projectRotation(MATRIX, QUATERNION);
    if (isUnset(instance + its.REFERENCE) === 1) memory.copy(instance + its.REFERENCE, QUATERNION, 32);
    rotationBetween(instance + its.REFERENCE, QUATERNION, into);
    return;
  }
  const number: f64 = f64.load(numbers);
  if (transform === its.LOGARITHM) setValue(into, 0, ln(number + f64.load(kindOf(instance), its.OFFSET)));
  else if (transform === its.LOGIT) setValue(into, 0, logit(number));
  else setValue(into, 0, number + 0);
}
function isUnset(quaternion: usize): i32 {
  for (let c: i32 = 0; c < 4; c++) if (value(quaternion, c) !== 0) return 0;
  return 1;
}
export function logit(share: f64): f64 {
  const inside: f64 = share < NEAREST ? NEAREST : share > 1 - NEAREST ? 1 - NEAREST : share;
  return ln(inside / (1 - inside));
}

/**
 * The reading at hand into the block under way, which it may close. One that comes out of order counts as of its sensor's newest
 * time; where a clock has gone back by more than `window`, its time goes on from there.
 */
export function takeReading(index: i32, captured: f64, window: f64): void {
  const instance: usize = instanceAt(index);
  const readings: f64 = f64.load(instance, its.READINGS);
  const newest: f64 = f64.load(instance, its.NEWEST);
  let time: f64 = captured + f64.load(instance, its.TIME_OFFSET);
  if (readings > 0 && time < newest) {
    if (time < newest - window) f64.store(instance, newest - captured, its.TIME_OFFSET);
    time = newest;
  }
  const gap: f64 = readings > 0 ? time - newest : 1e9;
  if (readings === 0) f64.store(instance, time, its.FIRST_TIME);
  f64.store(instance, readings + 1, its.READINGS);
  f64.store(instance, time, its.NEWEST);
  const length: f64 = f64.load(instance, its.BLOCKS) < EARLY_BLOCKS ? EARLY_LENGTH : LENGTH;
  let count: f64 = f64.load(instance, its.BLOCK_READINGS);
  if (count === 0) {
    f64.store(instance, time, its.BLOCK_TIME);
    f64.store(instance, f64.load(its.header()), its.BLOCK_ENTRY);
  }
  count += 1;
  const sums: usize = instance + its.BLOCK_SUMS;
  for (let c: i32 = 0; c < channelsOf(instance); c++) {
    setValue(sums, c, value(sums, c) + readValue(index, c));
  }
  f64.store(instance, count, its.BLOCK_READINGS);
  // The next reading, as far away as this one, would be of the next block.
  if (time + gap < f64.load(instance, its.BLOCK_TIME) + length - 1e-6) return;
  const closed: usize = frameOf(index);
  i32.store(closed, 1, IS_CLOSED);
  f64.store(closed, f64.load(instance, its.BLOCK_TIME), TIME);
  f64.store(closed, f64.load(instance, its.BLOCK_ENTRY), ENTRY);
  for (let c: i32 = 0; c < channelsOf(instance); c++) {
    // As it is kept, so that a block taken in again is the same block.
    setValue(closed + BLOCK_VALUES, c, f64(f32(value(sums, c) / count)));
    setValue(sums, c, 0);
  }
  f64.store(instance, 0, its.BLOCK_READINGS);
}

/** The blocks that the frame closed are the newest ones that are kept, the oldest of fifty being given up. */
export function keepBlocks(): void {
  for (let i: i32 = 0; i < instances(); i++) if (isClosed(i) === 1) keepBlock(i);
}
function keepBlock(index: i32): void {
  const instance: usize = instanceAt(index);
  let kept: i32 = its.keptBlocks(instance);
  if (kept === its.MOST_RECENT) {
    kept -= 1;
    memory.copy(its.keptAt(instance, 0), its.keptAt(instance, 1), usize(kept) * its.RECENT_ROW);
  }
  const row: usize = its.keptAt(instance, kept);
  f64.store(row, closedTime(index));
  i32.store(row, i32(closedEntry(index)), 8);
  for (let c: i32 = 0; c < 3; c++) f32.store(row + (usize(c) << 2), f32(closedValue(index, c)), 12);
  f64.store(instance, f64(kept + 1), its.KEPT);
  f64.store(instance, f64.load(instance, its.BLOCKS) + 1, its.BLOCKS);
}
