import { lnGamma } from "./distributions.ts";
import { ln } from "./numeric.ts";

/**
 * Repeated values of a sensor, and of whole frames; all zero before the first reading. A sensor's repeat counts while another
 * sensor's value changes, or while it has sent nothing else: else the whole frame is a repeat. So the readings of a frame are
 * walked twice: `isNew` of each says whether any is, `followFrame` counts the frame, `followReading` each of them. A frame
 * without readings is passed over.
 */
export const REPEATS_BYTES: usize = 96;
/** Of whole frames: no latest numbers. */
export const FRAME_REPEATS_BYTES: usize = 24;
/** Repeats in the present run; values that differed from the one before; all values before the present run. */
const RUN: usize = 0;
const FRESH: usize = 8;
const BEFORE_RUN: usize = 16;
/** The newest value as it was sent: up to nine numbers. */
const LATEST: usize = 24;
const MOST_NUMBERS: i32 = 9;

/** What software holds before there is a value, by kind: 0 the value 0, 1 any constant, 2 a rotation onto axes as a matrix. */
const ANY_CONSTANT: i32 = 1;
const ROTATION_ONTO_AXES: i32 = 2;

const SHORTEST_RUN: f64 = 3;
const ENOUGH_FRESH: f64 = 10;
/** ln of one in a billion: values sent in coarse steps begin runs by the thousand in a week. */
const LN_RAREST: f64 = -20.72326583694641;
/** ln of one in twenty. */
const LN_UNUSUAL: f64 = -2.995732273553991;

/** Whether a reading is the sensor's first, or another than the one before. */
export function isNew(at: usize, numbers: usize, count: i32): i32 {
  if (f64.load(at, FRESH) === 0) return 1;
  for (let i: i32 = 0; i < count; i++) {
    const number: usize = usize(i) << 3;
    if (f64.load(numbers + number) !== f64.load(at + number, LATEST)) return 1;
  }
  return 0;
}

/** Counts one more frame. A run goes into the habit as far as it was needed to know it for one: a night's repeats are no habit. */
export function followFrame(frame: usize, hasNews: i32): void {
  if (hasNews === 1) endRun(frame);
  else if (isRepeating(frame) === 0) f64.store(frame, f64.load(frame, RUN) + 1, RUN);
}

/** Counts one more reading; 1 where it is the first other value after a default. */
export function followReading(at: usize, numbers: usize, count: i32, rule: i32, hasNews: i32): i32 {
  if (isNew(at, numbers, count) === 0) {
    if (hasNews === 1 || f64.load(at, FRESH) === 1) f64.store(at, f64.load(at, RUN) + 1, RUN);
    return 0;
  }
  const wasDefault: i32 = isOnlyDefault(at, rule);
  endRun(at);
  memory.copy(at + LATEST, numbers, usize(count) << 3);
  return wasDefault;
}

/** The run counts among the values before from now on, unless it was of the first value, which may be a default. */
function endRun(at: usize): void {
  const fresh: f64 = f64.load(at, FRESH);
  const ended: f64 = fresh > 1 ? 1 + f64.load(at, RUN) : fresh;
  f64.store(at, f64.load(at, BEFORE_RUN) + ended, BEFORE_RUN);
  f64.store(at, 0, RUN);
  f64.store(at, fresh + 1, FRESH);
}

/** Whether a sensor repeats one value for longer than its own habit explains; a default counts from thirty repeats on. */
export function isStuck(at: usize, rule: i32): i32 {
  return f64.load(at, RUN) >= SHORTEST_RUN ? isUnusual(at, rule, LN_RAREST) : 0;
}

/**
 * Whether a sensor's readings count as missing: a default is no reference, and a value that froze must not be taken for a
 * drift before it is known to be stuck, so that the first unusual repeat is enough.
 */
export function saysNothing(at: usize, rule: i32): i32 {
  return isOnlyDefault(at, rule) === 1 ? 1 : isUnusual(at, rule, LN_UNUSUAL);
}

/**
 * Whether whole frames are sent again for longer than the vehicle's habit explains: a stream in coarse steps repeats itself by
 * chance. Of a vehicle of which nothing has varied each repeat counts for a half.
 */
export function isRepeating(frame: usize): i32 {
  if (f64.load(frame, RUN) < SHORTEST_RUN) return 0;
  if (hasNotVaried(frame) === 1) return isRarer(frame, LN_RAREST);
  return lnPredicted(frame) < LN_RAREST ? 1 : 0;
}

/** Whether the newest frame is a repeat of the one before that moves nothing. */
export function isRepeated(frame: usize): i32 {
  return f64.load(frame, RUN) > 0 && lnPredicted(frame) < LN_UNUSUAL ? 1 : 0;
}

/** ln of the probability of such a run, its share of repeats being known from few: Laplace's rule at each repeat of it. */
function lnPredicted(at: usize): f64 {
  const run: f64 = f64.load(at, RUN);
  const repeated: f64 = f64.load(at, BEFORE_RUN) - f64.load(at, FRESH) + 2;
  const all: f64 = f64.load(at, BEFORE_RUN) + 2;
  return lnGamma(repeated + run) - lnGamma(repeated) + lnGamma(all) - lnGamma(all + run);
}

function hasNotVaried(at: usize): i32 {
  return f64.load(at, FRESH) === 1 && f64.load(at, RUN) > 0 ? 1 : 0;
}

/**
 * Whether a sensor repeats what software holds before there is a value, and has sent nothing else. Another rotation or bias may
 * come out of a file of calibration, and is a reference.
 */
function isOnlyDefault(at: usize, rule: i32): i32 {
  if (hasNotVaried(at) === 0) return 0;
  if (rule === ANY_CONSTANT) return 1;
  for (let i: i32 = 0; i < MOST_NUMBERS; i++) {
    const number: f64 = f64.load(at + (usize(i) << 3), LATEST);
    if (number !== 0 && (rule !== ROTATION_ONTO_AXES || isOntoAxis(number) === 0)) return 0;
  }
  return 1;
}
/**
 * Whether an entry of a rotation matrix is 0 or ±1 up to rounding, by its square: a right angle's cosine in binary32 is
 * 4e−8, and entries beside a 1 may differ from 0 by 3e−5, which is 0.002°. The frozen scorers ask the same of the squares of the
 * nearest quaternion, a tolerance of 0.004° about the identity; but (√½, ½, ½, 0), which passes there, is onto no axes.
 */
function isOntoAxis(entry: f64): i32 {
  const square: f64 = entry * entry;
  return square < 1e-9 || Math.abs(square - 1) < 1e-9 ? 1 : 0;
}

function isUnusual(at: usize, rule: i32, lnProbability: f64): i32 {
  if (f64.load(at, FRESH) < ENOUGH_FRESH && isOnlyDefault(at, rule) === 0) return 0;
  return isRarer(at, lnProbability);
}

/** With the share h of values that were repeats so far (Laplace's rule of succession) a run of r has probability h^r. */
function isRarer(at: usize, lnProbability: f64): i32 {
  const run: f64 = f64.load(at, RUN);
  if (run === 0) return 0;
  const before: f64 = f64.load(at, BEFORE_RUN);
  return run * ln((before - f64.load(at, FRESH) + 2) / (before + 2)) < lnProbability ? 1 : 0;
}
