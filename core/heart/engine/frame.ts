import { clearFrame, isPresent, readChannels, readValue, setShare } from "./blocks.ts";
import { followClock, isUnjudged, lateRun, reorderingWindow } from "./clock.ts";
import { isHeldToBaseline } from "./drift.ts";
import * as its from "./layout.ts";
import { channelsOf, header, instanceAt, instances, kindOf, setValue, value } from "./layout.ts";
import { forgetChannels, learnMoments, testMoments } from "./mahalanobis.ts";
import { STANDARDISED, TEST, WHOLE } from "./memory.ts";
import { ln } from "./numeric.ts";
import { followFrame, followReading, isNew, isRepeated, saysNothing } from "./repeats.ts";
import { projectRotation } from "./rotation.ts";
import { followBlocks, partBank, standardised, takeBlocks, takeLevelAsBaseline } from "./vehicle.ts";
import { judgeSensors, judgeVehicle } from "./verdict.ts";

/**
 * An entry of a vehicle's journal: a frame is first tested alone against the baseline as it was, then taken into blocks; then
 * its sensors and the vehicle are judged. A frame that comes too late, or a repeated one, is scored and moves only clocks and
 * repeats.
 */

/** Of each reading of the frame at hand: 0 it counts, 1 it came too late, 2 it says nothing. */
const VERDICTS: usize = WHOLE;
/** T² and what follows it of the rig at hand; `TEST` has those of the rig whose frame is the least likely. */
const OWN_TEST: usize = TEST + 24;
const READING_BYTES: usize = 80;

const OUTLIER_RATE: f64 = 1e-4;
const OUTLIERS_BORNE: f64 = 0.05;
/** Half of a window of the same variance; one in ten million, and of frames that share all but one with their neighbours. */
const OUTLIER_MEMORY: f64 = 50;
export const LN_RAREST: f64 = 16;
const LN_UNUSUAL: f64 = 4;

let frameLate: i32 = 0;
let tierBefore: i32 = 0;
let degrees: f64 = 0;
/** Of the frame at hand: whether it came too late; the vehicle's tier before it; channels tested, and T², p-value and limit. */
export function isLate(): i32 {
  return frameLate;
}
export function tierBeforeEntry(): i32 {
  return tierBefore;
}
export function degreesOfTest(): f64 {
  return degrees;
}
export function testValue(index: i32): f64 {
  return value(TEST, index);
}
export function isOutlier(): i32 {
  return degrees > 0 && testValue(1) < OUTLIER_RATE ? 1 : 0;
}

/**
 * A frame: its time in seconds and the number of readings, 16 at most, then of each reading its instance and nine numbers (the
 * first alone where the kind has one), all doubles.
 */
export function foldFrame(at: usize, frame: usize): void {
  beginEntry(at);
  clearFrame();
  const time: f64 = f64.load(frame);
  const readings: i32 = i32(f64.load(frame, 8));
  frameLate = followClocks(time, frame + 16, readings);
  if (frameLate === 0) countRepeats(frame + 16, readings);
  for (let r: i32 = 0; r < readings; r++) {
    const reading: usize = frame + 16 + usize(r) * READING_BYTES;
    const index: i32 = i32(f64.load(reading));
    const verdict: i32 = i32.load(VERDICTS + (usize(r) << 2));
    const counts: i32 = frameLate === 1 ? (verdict === 1 ? 1 : 0) : verdict === 0 ? 1 : 0;
    if (counts === 1 && isSilent(index) === 0) readChannels(index, reading + 8);
  }
  testFrame();
  if (frameLate === 0 && isRepeated(header() + its.FRAME_REPEATS) === 0) {
    moveDetectors(time);
  } else if (frameLate === 0 && time > f64.load(header(), its.NEWEST_TIME)) {
    f64.store(header(), time, its.NEWEST_TIME);
  }
  judgeVehicle(frameLate === 1 ? f64.load(header(), its.NEWEST_TIME) : time);
}
function beginEntry(at: usize): void {
  its.openVehicle(at);
  tierBefore = i32.load(at, its.VEHICLE_TIER);
  f64.store(at, f64.load(at, its.ENTRIES) + 1, its.ENTRIES);
}
function isSilent(index: i32): i32 {
  const instance: usize = instanceAt(index);
  return saysNothing(instance + its.REPEATS, i32(f64.load(kindOf(instance), its.DEFAULT_RULE)));
}

/** Moves the clock of each sensor that the frame has; 1 where all of it came too late. */
function followClocks(time: f64, frame: usize, readings: i32): i32 {
  let late: i32 = 0;
  let inTime: i32 = 0;
  for (let r: i32 = 0; r < readings; r++) {
    const reading: usize = frame + usize(r) * READING_BYTES;
    const instance: usize = instanceAt(i32(f64.load(reading)));
    let verdict: i32 = 2;
    if (isGated(instance, frame, readings) === 0) {
      verdict = followClock(instance + its.CLOCK, time);
      if (verdict === 1) late += 1;
      else inTime += 1;
    }
    i32.store(VERDICTS + (usize(r) << 2), verdict);
  }
  if (late > 0) return inTime === 0 ? 1 : 0;
  return inTime === 0 && time < f64.load(header(), its.NEWEST_TIME) - reorderingWindow() ? 1 : 0;
}
/** Whether a reading does not count because another one of its rig says so: a lidar without confidence has no error. */
function isGated(instance: usize, frame: usize, readings: i32): i32 {
  const gate: f64 = f64.load(kindOf(instance), its.GATE_KIND);
  if (gate < 0) return 0;
  for (let r: i32 = 0; r < readings; r++) {
    const reading: usize = frame + usize(r) * READING_BYTES;
    const other: usize = instanceAt(i32(f64.load(reading)));
    if (i32.load(other, its.KIND) !== i32(gate) || i32.load(other, its.RIG) !== i32.load(instance, its.RIG))
      continue;
    return f64.load(reading, 8) < f64.load(kindOf(instance), its.GATE) ? 1 : 0;
  }
  return 0;
}
/** What a sensor sends before it first varies is a default, and no part of its baseline. */
function countRepeats(frame: usize, readings: i32): void {
  let inTime: i32 = 0;
  let hasNews: i32 = 0;
  for (let r: i32 = 0; r < readings; r++) {
    if (i32.load(VERDICTS + (usize(r) << 2)) !== 0) continue;
    const reading: usize = frame + usize(r) * READING_BYTES;
    const instance: usize = instanceAt(i32(f64.load(reading)));
    if (countsForRepeats(instance) === 0) continue;
    inTime += 1;
    hasNews |= isNew(instance + its.REPEATS, reading + 8, numbersOf(instance));
  }
  if (inTime === 0) return;
  followFrame(header() + its.FRAME_REPEATS, hasNews);
  for (let r: i32 = 0; r < readings; r++) {
    if (i32.load(VERDICTS + (usize(r) << 2)) !== 0) continue;
    const reading: usize = frame + usize(r) * READING_BYTES;
    const index: i32 = i32(f64.load(reading));
    const instance: usize = instanceAt(index);
    if (countsForRepeats(instance) === 0) continue;
    const rule: i32 = i32(f64.load(kindOf(instance), its.DEFAULT_RULE));
    const count: i32 = numbersOf(instance);
    if (followReading(instance + its.REPEATS, reading + 8, count, rule, hasNews) === 1) forget(index);
  }
}
/** A confidence stands still for long in good health. */
function countsForRepeats(instance: usize): i32 {
  return f64.load(kindOf(instance), its.DEFAULT_RULE) >= 0 ? 1 : 0;
}
function numbersOf(instance: usize): i32 {
  return its.transformOf(instance) === its.ROTATION ? 9 : 1;
}
/** All that was learnt of a sensor goes. */
function forget(index: i32): void {
  const instance: usize = instanceAt(index);
  partBank(index);
  const first: i32 = i32.load(instance, its.RIG_CHANNEL);
  if (first >= 0) forgetChannels(its.momentsAt(i32.load(instance, its.RIG)), first, channelsOf(instance));
  its.clearInstance(index);
}

/** T² of each rig's present sensors that have a baseline; what the frame says is that of the least likely rig. */
function testFrame(): void {
  degrees = 0;
  for (let rig: i32 = 0; rig < its.rigs(); rig++) {
    const mask: i32 = standardise(rig);
    if (mask === 0) continue;
    const d: i32 = testMoments(its.momentsAt(rig), 8, STANDARDISED, mask, OWN_TEST);
    if (d === 0) continue;
    takeShares(rig);
    if (degrees > 0 && value(OWN_TEST, 1) >= testValue(1)) continue;
    degrees = f64(d);
    memory.copy(TEST, OWN_TEST, 24);
  }
}
/** The present channels of a rig in units of their noise; gives which there are, a bit each. */
function standardise(rig: i32): i32 {
  let mask: i32 = 0;
  for (let i: i32 = 0; i < instances(); i++) {
    const instance: usize = instanceAt(i);
    const first: i32 = i32.load(instance, its.RIG_CHANNEL);
    if (i32.load(instance, its.RIG) !== rig || isPresent(i) === 0 || first < 0) continue;
    if (i32.load(instance, its.BANK) < 0) continue;
    for (let c: i32 = 0; c < channelsOf(instance); c++) {
      setValue(STANDARDISED, first + c, standardised(instance, c, readValue(i, c)));
      mask |= 1 << (first + c);
    }
  }
  return mask;
}
function takeShares(rig: i32): void {
  for (let i: i32 = 0; i < instances(); i++) {
    const instance: usize = instanceAt(i);
    const first: i32 = i32.load(instance, its.RIG_CHANNEL);
    if (i32.load(instance, its.RIG) !== rig || first < 0) continue;
    for (let c: i32 = 0; c < channelsOf(instance); c++) setShare(i, c, value(OWN_TEST, 3 + first + c));
  }
}

function moveDetectors(time: f64): void {
  const vehicle: usize = header();
  learnFrame();
  followOutliers();
  const before: f64 = f64.load(vehicle, its.NEWEST_TIME);
  const isBack: i32 = time < before - reorderingWindow() ? 1 : 0;
  if (time > before || isBack === 1) f64.store(vehicle, time, its.NEWEST_TIME);
  f64.store(vehicle, f64.load(vehicle, its.FRAMES) + 1, its.FRAMES);
  if (takeBlocks(time, reorderingWindow()) === 0) return;
  followBlocks();
  judgeSensors();
}
/** A frame of sound sensors is one more of their rig's reference. */
function learnFrame(): void {
  for (let rig: i32 = 0; rig < its.rigs(); rig++) {
    let isHeld: i32 = 0;
    for (let i: i32 = 0; i < instances(); i++) {
      if (i32.load(instanceAt(i), its.RIG) === rig) isHeld |= isHeldToBaseline(instanceAt(i));
    }
    const mask: i32 = isHeld === 1 ? 0 : standardise(rig);
    if (mask !== 0) learnMoments(its.momentsAt(rig), 8, STANDARDISED, mask);
  }
}
/** Whether there are more outliers than this vehicle used to have; during a breach they are what is to be expected. */
function followOutliers(): void {
  const vehicle: usize = header();
  if (degrees === 0 || hasBreach() === 1) return;
  const one: f64 = f64(isOutlier());
  const before: f64 = f64.load(vehicle, its.OUTLIER_SHARE);
  const share: f64 = before + (one - before) / OUTLIER_MEMORY;
  f64.store(vehicle, share, its.OUTLIER_SHARE);
  const found: f64 = f64.load(vehicle, its.OUTLIERS);
  const tested: f64 = f64.load(vehicle, its.TESTED);
  const nats: f64 = OUTLIER_MEMORY * divergence(share, (found + 1) / (tested + 20));
  const rarest: f64 = f64.load(vehicle, its.HAS_MANY_OUTLIERS) === 1 ? 0.5 * LN_RAREST : LN_RAREST;
  const many: f64 = share > OUTLIERS_BORNE && nats > rarest ? 1 : 0;
  f64.store(vehicle, many, its.HAS_MANY_OUTLIERS);
  // What is unusual already is no habit yet.
  if (many === 1 || i32.load(vehicle, its.FROZEN) === 1 || nats > LN_UNUSUAL) return;
  f64.store(vehicle, tested + 1, its.TESTED);
  f64.store(vehicle, found + one, its.OUTLIERS);
}
/** Kullback–Leibler divergence of a share from a smaller probability; 0 when it is no larger. */
function divergence(share: f64, probability: f64): f64 {
  if (share <= probability) return 0;
  const rest: f64 = 1 - share;
  return share * ln(share / probability) + (rest > 0 ? rest * ln(rest / (1 - probability)) : 0);
}
/** Whether a change of a sensor that can be CRITICAL is proved and has not gone. */
export function hasBreach(): i32 {
  for (let i: i32 = 0; i < instances(); i++) if (isBreached(instanceAt(i)) === 1) return 1;
  return 0;
}
export function isBreached(instance: usize): i32 {
  if (i32.load(instance, its.CHANGED) === 0) return 0;
  return f64.load(kindOf(instance), its.WORST_TIER) === f64(its.CRITICAL) ? 1 : 0;
}

/** A new baseline after a repair: where it stood before the fault is kept, to compare. */
export function learnBaseline(at: usize, time: f64): void {
  beginEntry(at);
  for (let i: i32 = 0; i < instances(); i++) {
    const instance: usize = instanceAt(i);
    if (i32.load(instance, its.BANK) >= 0) keepFormer(instance);
    forget(i);
  }
  f64.store(at, 0, its.OUTLIER_SHARE);
  f64.store(at, 0, its.HAS_MANY_OUTLIERS);
  i32.store(at, 0, its.FROZEN);
  judgeVehicle(time);
}
function keepFormer(instance: usize): void {
  if (isHeldToBaseline(instance) === 0) takeLevelAsBaseline(instance);
  f64.store(instance, 1, its.FORMER);
  for (let c: i32 = 0; c < channelsOf(instance); c++) {
    const scale: f64 = value(instance + its.SCALE, c);
    const level: f64 = value(instance + its.CENTRE, c) + value(instance + its.BASELINE, c) * scale;
    setValue(instance + its.FORMER_LEVEL, c, level);
    setValue(instance + its.FORMER_VARIANCE, c, value(instance + its.BASELINE_VARIANCE, c) * scale * scale);
  }
}
/** The level now is the baseline, and stays it. */
export function freezeBaseline(at: usize, time: f64): void {
  beginEntry(at);
  for (let i: i32 = 0; i < instances(); i++) {
    if (isHeldToBaseline(instanceAt(i)) === 0) takeLevelAsBaseline(instanceAt(i));
  }
  i32.store(at, 1, its.FROZEN);
  judgeVehicle(time);
}
/** The baseline moves again; a change that is open is none, as an operator says. */
export function unfreezeBaseline(at: usize, time: f64): void {
  beginEntry(at);
  i32.store(at, 0, its.FROZEN);
  for (let i: i32 = 0; i < instances(); i++) {
    const instance: usize = instanceAt(i);
    if (i32.load(instance, its.CHANGED) === 0) continue;
    i32.store(instance, 0, its.CHANGED);
    i32.store(instance, its.NOMINAL, its.TIER);
    i32.store(instance, its.IN_CONTROL, its.REASON);
    i32.store(instance, 0, its.TIER_BLOCKS);
  }
  judgeVehicle(time);
}
/** A registered rotation of a sensor, nine numbers, in force from a time on; 0 numbers withdraw it. */
export function registerRotation(at: usize, index: i32, numbers: usize, from: f64, isThere: i32): void {
  beginEntry(at);
  const instance: usize = instanceAt(index);
  f64.store(instance, f64(isThere), its.REGISTERED);
  f64.store(instance, from, its.REGISTERED_FROM);
  if (isThere === 1) projectRotation(numbers, instance + its.REGISTERED_ROTATION);
}
/** An entry that moves nothing of the vehicle. */
export function passEntry(at: usize): void {
  beginEntry(at);
}
/** Whether the newest readings of any sensor came too late, and whether so many that it is not judged. */
export function hasLate(): i32 {
  for (let i: i32 = 0; i < instances(); i++) if (lateRun(instanceAt(i) + its.CLOCK) > 0) return 1;
  return 0;
}
export function hasUnjudged(): i32 {
  for (let i: i32 = 0; i < instances(); i++) if (isUnjudged(instanceAt(i) + its.CLOCK) === 1) return 1;
  return 0;
}
