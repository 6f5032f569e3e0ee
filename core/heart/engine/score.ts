import { isPresent, readValue, shareOfT2 } from "./blocks.ts";
import { isUnjudged, lateReadings, lateRun, newestOf } from "./clock.ts";
import {
  degreesOfTest,
  hasBreach,
  hasLate,
  hasUnjudged,
  isBreached,
  isLate,
  isOutlier,
  LN_RAREST,
  testValue,
  tierBeforeEntry,
} from "./frame.ts";
import { isHeldToBaseline, KNOWN_BLOCKS, noiseAt } from "./drift.ts";
import * as its from "./layout.ts";
import { channelsOf, header, instanceAt, instances, kindOf, setValue, value } from "./layout.ts";
import { largestCorrelation, meanOf } from "./mahalanobis.ts";
import { WHOLE } from "./memory.ts";
import { grownSince, hasGrown } from "./noise-growth.ts";
import { exp } from "./numeric.ts";
import { isRepeating, isStuck } from "./repeats.ts";
import { PRESENCE_MEMORY, standardised } from "./vehicle.ts";
import { hasNoiseGrown, isProvisional, probabilityOfChange } from "./verdict.ts";

/**
 * What a frame came to, as rows of doubles for the host: `SCORE_DOUBLES` of the vehicle, then `INSTANCE_DOUBLES` of each sensor.
 * The names of the rows are the host's (core/scoring/model/rows.ts); −1 is "none" of a number that is never negative.
 */
const SCORE_DOUBLES: i32 = 32;
const INSTANCE_DOUBLES: i32 = 88;

const LN_2: f64 = 0.6931471805599453;
/** 90 % quantile of the normal distribution: four fifths lie within it on both sides. */
const EIGHTY: f64 = 1.2815515655446004;
const MOST_DAYS: f64 = 365;
/** A sensor is all but silent in less than a fifth of the frames that usually have it. */
const SILENT_SHARE: f64 = 0.2;

let row: usize = 0;
function write(index: i32, number: f64): void {
  setValue(row, index, number);
}

/** The score of the entry that was folded last, of the vehicle at `at`. Gives the number of doubles. */
export function writeScore(at: usize, into: usize): i32 {
  its.openVehicle(at);
  row = into;
  write(0, f64.load(at, its.ENTRIES));
  write(1, f64(tierBeforeEntry()));
  write(2, f64(i32.load(at, its.VEHICLE_TIER)));
  write(3, f64(i32.load(at, its.VEHICLE_REASON)));
  write(4, f64.load(at, its.TIER_ENTRY));
  write(5, f64.load(at, its.TIER_TIME));
  write(6, f64(isLate()));
  write(7, f64(isRepeating(at + its.FRAME_REPEATS)));
  write(8, degreesOfTest());
  write(9, testValue(0));
  write(10, testValue(1));
  write(11, testValue(2));
  write(12, f64(isOutlier()));
  write(13, f64.load(at, its.HAS_MANY_OUTLIERS));
  write(14, confidence());
  write(15, health());
  write(16, f64(i32.load(at, its.FROZEN)));
  write(17, f64(hasBreach()));
  write(18, f64.load(at, its.FRAMES));
  write(19, f64.load(at, its.NEWEST_TIME));
  write(20, correlationOfRigs());
  write(21, f64(hasLate()));
  write(22, f64(hasUnjudged()));
  write(23, f64(instances()));
  for (let i: i32 = 24; i < SCORE_DOUBLES; i++) write(i, 0);
  for (let i: i32 = 0; i < instances(); i++) {
    row = into + (usize(SCORE_DOUBLES + i * INSTANCE_DOUBLES) << 3);
    writeInstance(i);
  }
  return SCORE_DOUBLES + instances() * INSTANCE_DOUBLES;
}

function writeInstance(index: i32): void {
  const instance: usize = instanceAt(index);
  const clock: usize = instance + its.CLOCK;
  write(0, f64(i32.load(instance, its.KIND)));
  write(1, f64(i32.load(instance, its.RIG)));
  write(2, f64(isPresent(index)));
  write(3, f64(i32.load(instance, its.TIER)));
  write(4, f64(i32.load(instance, its.REASON)));
  write(5, f64(i32.load(instance, its.CHANGED)));
  write(6, f64.load(instance, its.CHANGES));
  write(7, i32.load(instance, its.BANK) < 0 ? -99 : f64.load(instance, its.STATISTIC));
  write(8, i32.load(instance, its.BANK) < 0 ? 0 : probabilityOfChange(instance));
  for (let i: i32 = 0; i < 10; i++) write(9 + i, value(instance + its.CHANGE_TIME, i));
  const offset: f64 = f64.load(instance, its.TIME_OFFSET);
  write(9, f64.load(instance, its.CHANGE_TIME) - offset);
  write(16, f64.load(instance, its.OPENED_TIME) - offset);
  write(19, f64.load(instance, its.AMOUNT));
  write(20, f64.load(instance, its.AMOUNT_SD));
  write(21, f64.load(instance, its.BEYOND_CAUTION));
  write(22, f64.load(instance, its.BEYOND_CRITICAL));
  writeCourse(instance);
  for (let i: i32 = 0; i < 3; i++) write(30 + i, value(instance + its.OFF_TIER, i));
  write(33, f64(isProvisional(instance)));
  write(34, f64(isStuck(instance + its.REPEATS, i32(f64.load(kindOf(instance), its.DEFAULT_RULE)))));
  write(35, lateRun(clock));
  write(36, f64(isUnjudged(clock)));
  write(37, f64(isUnmonitored(instance)));
  write(38, f64.load(instance, its.NOT_RESTORED));
  write(39, f64(hasNoiseGrown(instance)));
  write(40, noiseSince(instance));
  write(41, f64.load(instance, its.READINGS));
  write(42, f64.load(instance, its.BLOCKS));
  write(43, f64(baselineState(instance)));
  write(44, lateReadings(clock));
  write(45, f64(i32.load(instance, its.KNOCKED)));
  write(46, f64.load(instance, its.GAP));
  write(47, f64(isBreached(instance)));
  for (let i: i32 = 0; i < 7; i++) write(48 + i, value(instance + its.TERM, i));
  for (let c: i32 = 0; c < 3; c++) writeChannel(index, c);
  for (let i: i32 = 0; i < 4; i++) write(82 + i, value(instance + its.REFERENCE, i));
  write(86, confirmedTime(clock));
  write(87, f64.load(instance, its.NEWEST) - f64.load(instance, its.TIME_OFFSET));
}
/** The newest time that a second reading confirms, −1 for none. */
function confirmedTime(clock: usize): f64 {
  const newest: f64 = newestOf(clock);
  return newest > -1e300 ? newest : -1;
}
function writeChannel(index: i32, c: i32): void {
  const instance: usize = instanceAt(index);
  const isThere: i32 =
    c < channelsOf(instance) && isPresent(index) === 1 && i32.load(instance, its.BANK) >= 0 ? 1 : 0;
  const scale: f64 = value(instance + its.SCALE, c);
  const away: f64 = isThere === 1 ? standardised(instance, c, readValue(index, c)) - levelOf(instance, c) : 0;
  write(55 + c, away * scale);
  write(58 + c, away);
  write(61 + c, isThere === 1 ? shareOfT2(index, c) : 0);
  write(64 + c, value(instance + its.DRIFT, c));
  write(67 + c, value(instance + its.DRIFT_SD, c));
  write(70 + c, value(instance + its.CHART_UPPER, c));
  write(73 + c, value(instance + its.CHART_LOWER, c));
  write(76 + c, value(instance + its.CENTRE, c) + levelOf(instance, c) * scale);
  write(79 + c, scale);
}
/** Where the channel stands while it is sound, in units of its scale. */
function levelOf(instance: usize, channel: i32): f64 {
  if (isHeldToBaseline(instance) === 1) return value(instance + its.BASELINE, channel);
  const first: i32 = i32.load(instance, its.RIG_CHANNEL);
  return first < 0 ? 0 : meanOf(its.momentsAt(i32.load(instance, its.RIG)), first + channel);
}
function baselineState(instance: usize): i32 {
  if (i32.load(instance, its.BANK) < 0) return 0;
  return f64.load(instance, its.BLOCKS) < KNOWN_BLOCKS ? 1 : 2;
}
function noiseSince(instance: usize): f64 {
  let since: f64 = -1;
  for (let c: i32 = 0; c < channelsOf(instance); c++) {
    if (hasGrown(noiseAt(instance, c)) === 0) continue;
    const own: f64 = grownSince(noiseAt(instance, c));
    if (since < 0 || own < since) since = own;
  }
  return since;
}
/**
 * A sensor that has all but fallen silent, compared with the frames that usually have it: the Chernoff bound of Poisson arrivals
 * under exponential weights, with two standard errors for what its baseline says is usual.
 */
function isUnmonitored(instance: usize): i32 {
  const usual: f64 = f64.load(instance, its.USUAL_PRESENCE);
  const presence: f64 = f64.load(instance, its.PRESENCE);
  if (i32.load(instance, its.BANK) < 0 || !(presence < SILENT_SHARE * usual)) return 0;
  const least: f64 = usual * (1 - 2 / Math.sqrt(PRESENCE_MEMORY));
  return presence < least * exp(-0.42 - LN_RAREST / (PRESENCE_MEMORY * least)) ? 1 : 0;
}
function correlationOfRigs(): f64 {
  let largest: f64 = 0;
  for (let rig: i32 = 0; rig < its.rigs(); rig++) {
    for (let i: i32 = 0; i < instances(); i++) {
      const instance: usize = instanceAt(i);
      const first: i32 = i32.load(instance, its.RIG_CHANNEL);
      if (i32.load(instance, its.RIG) !== rig || first < 0) continue;
      for (let c: i32 = 0; c < channelsOf(instance); c++) i32.store(WHOLE + (usize(first + c) << 2), i);
    }
    const own: f64 = largestCorrelation(its.momentsAt(rig), channelsOnRig(rig), WHOLE);
    if (own > largest) largest = own;
  }
  return largest;
}
function channelsOnRig(rig: i32): i32 {
  let channels: i32 = 0;
  for (let i: i32 = 0; i < instances(); i++) {
    const instance: usize = instanceAt(i);
    if (i32.load(instance, its.RIG) === rig && i32.load(instance, its.RIG_CHANNEL) >= 0)
      channels += channelsOf(instance);
  }
  return channels;
}

/** How the drift goes on, and when it reaches the critical limit: Fieller's 80 % interval (1954, Some problems in interval estimation). */
function writeCourse(instance: usize): void {
  const rate: f64 = f64.load(instance, its.RATE);
  const sd: f64 = f64.load(instance, its.RATE_SD);
  write(23, f64.load(instance, its.RAMP));
  write(24, rate);
  write(25, sd);
  for (let i: i32 = 26; i < 29; i++) write(i, -1);
  const side: f64 = f64.load(kindOf(instance), its.SIDE);
  const amount: f64 = f64.load(instance, its.AMOUNT);
  const sign: f64 = side !== 0 ? side : amount < 0 ? -1 : 1;
  const distance: f64 = f64.load(kindOf(instance), its.CRITICAL_LIMIT) - sign * amount;
  if (distance <= 0) {
    write(26, 0);
    write(29, 1);
    return;
  }
  const slope: f64 = sign * rate;
  const a: f64 = slope * slope - EIGHTY * EIGHTY * sd * sd;
  if (f64.load(instance, its.RAMP) === 0 || slope <= 0 || a <= 0) {
    write(29, 2);
    return;
  }
  const amountSd: f64 = f64.load(instance, its.AMOUNT_SD);
  const half: f64 = distance * slope;
  const inner: f64 = half * half - a * (distance * distance - EIGHTY * EIGHTY * amountSd * amountSd);
  const root: f64 = Math.sqrt(inner > 0 ? inner : 0);
  write(26, within(distance / slope));
  write(27, within((half - root) / a));
  write(28, within((half + root) / a));
  write(29, 0);
}
function within(days: f64): f64 {
  return days < 0 ? 0 : days > MOST_DAYS ? MOST_DAYS : days;
}

/** P(the drift of the worst sensor lies in the band that the tier names); of a tier that nobody knows 0. */
function confidence(): f64 {
  const tier: i32 = i32.load(header(), its.VEHICLE_TIER);
  if (tier === 0) return 0;
  let none: f64 = 1;
  let most: f64 = 0;
  for (let i: i32 = 0; i < instances(); i++) {
    const instance: usize = instanceAt(i);
    if (i32.load(instance, its.BANK) < 0 && f64.load(instance, its.OFF_TIER) === 0) continue;
    none *=
      1 -
      (isHeldToBaseline(instance) === 1
        ? f64.load(instance, its.BEYOND_CAUTION)
        : probabilityOfChange(instance));
    if (i32.load(instance, its.TIER) !== tier) continue;
    const own: f64 = inBand(instance, tier);
    if (own > most) most = own;
  }
  return tier === its.NOMINAL ? none : most;
}
function inBand(instance: usize, tier: i32): f64 {
  // What is off by definition is so at an error rate of a twentieth for its whole life.
  const off: f64 = f64.load(instance, its.OFF_TIER) === f64(tier) ? 0.95 : 0;
  const critical: f64 = f64.load(instance, its.BEYOND_CRITICAL);
  const own: f64 = tier === its.CRITICAL ? critical : f64.load(instance, its.BEYOND_CAUTION) - critical;
  return own > off ? own : off;
}
/** 100 · 2^(−largest drift over its critical limit). */
function health(): f64 {
  let worst: f64 = 0;
  for (let i: i32 = 0; i < instances(); i++) {
    const instance: usize = instanceAt(i);
    const limit: f64 = f64.load(kindOf(instance), its.CRITICAL_LIMIT);
    const isOff: i32 = f64.load(instance, its.OFF_TIER) > 0 ? 1 : 0;
    const drift: f64 = Math.abs(f64.load(instance, its.AMOUNT)) / limit;
    const off: f64 = isOff === 1 ? Math.abs(f64.load(instance, its.OFF)) / limit : 0;
    if (drift > worst) worst = drift;
    if (off > worst) worst = off;
  }
  return 100 * exp(-worst * LN_2);
}
