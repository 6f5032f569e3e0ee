import * as bank from "./bank.ts";
import { blocksOf } from "./bank.ts";
import { isClosed } from "./blocks.ts";
import { isUnjudged } from "./clock.ts";
import {
  baselineValue,
  beyond,
  comesAndGoes,
  isHeldToBaseline,
  KNOWN_BLOCKS,
  measureAmount,
  measureDrift,
  noiseAt,
  toUnit,
  unitsOf,
} from "./drift.ts";
import * as its from "./layout.ts";
import { bankOf, channelsOf, header, instanceAt, instances, kindOf, setValue, value } from "./layout.ts";
import { INVERSE } from "./memory.ts";
import { hasGrown } from "./noise-growth.ts";
import { exp, ln } from "./numeric.ts";
import { isRepeating } from "./repeats.ts";
import { rotationBetween, turnedBy } from "./rotation.ts";

/**
 * How far a sensor has drifted, and what tier that is: CRITICAL where P(|drift| > critical limit) ≥ 0.95, CAUTION where
 * P(|drift| > caution limit) ≥ 0.5, else NOMINAL. Of a vehicle it is the worst of its sensors.
 */

/** From so many blocks after a change on it is as large as it looks. */
const SURE_BLOCKS: f64 = 10;
const CRITICAL_FROM: f64 = 0.95;
const CAUTION_FROM: f64 = 0.5;
/** Of a level away from a baseline that is frozen, while no change is proved. */
const UNPROVED_FROM: f64 = 0.95;
/** Of probabilities, and blocks for which a tier is held at least. */
const HYSTERESIS: f64 = 0.2;
const DWELL: i32 = 10;
/** Probability that a change begins at a block. */
const CHANGE_RATE: f64 = 1 / 20_000;
/** Probability that the level of a sensor that is right is ever taken for wrong, and the weight of its first block (ρ). */
const OFF_ERROR: f64 = 0.05;
const OFF_WEIGHT: f64 = 0.5;
const OFF_BLOCKS: i32 = 3;
/** Blocks count a nineteenth of themselves, as in noise of φ = 0.9, while nobody knows how far they resemble each other. */
const OFF_INFLATION: f64 = 19;
/** Degrees from which a transposed matrix is another rotation than the one before, whatever its noise. */
const LEAST_CONVENTION: f64 = 2;
const THOUSAND: f64 = 1000;
const LEAST_INFLATED: f64 = 0.5;
const EXPECTED_BLOCKS: f64 = 4;

const ROTATED: usize = INVERSE + 32;
const AWAY: usize = ROTATED + 32;

/** P(a change), as long as none is proved: by the statistic as the ratio of likelihoods. */
export function probabilityOfChange(instance: usize): f64 {
  if (i32.load(instance, its.CHANGED) === 1) return 1;
  if (f64.load(instance, its.STATISTIC) < -30) return 0;
  const odds: f64 = CHANGE_RATE * exp(f64.load(instance, its.STATISTIC));
  return odds / (1 + odds);
}
/** Of a sensor of which nothing is proved the drift is what its likeliest change would be, by the probability of one. */
function expectDrift(instance: usize): void {
  const is: f64 = probabilityOfChange(instance);
  const term: usize = instance + its.TERM;
  for (let c: i32 = 0; c < channelsOf(instance); c++) {
    const scale: f64 = value(instance + its.SCALE, c);
    const size: f64 = f64(c) === f64.load(term) ? f64.load(term, 32) : 0;
    setValue(instance + its.DRIFT, c, is * size * scale);
    const variance: f64 = is * f64.load(term, 40) + is * (1 - is) * size * size + LEAST_VARIANCE;
    setValue(instance + its.DRIFT_SD, c, Math.sqrt(variance) * scale);
  }
  measureAmount(instance);
}
/** In units of the scale, squared: of what nothing proves a change is known no better than a mean of twenty blocks. */
const LEAST_VARIANCE: f64 = 0.05;

/** What the frame's blocks changed of each sensor's verdict, then of the vehicle's. */
export function judgeSensors(): void {
  for (let i: i32 = 0; i < instances(); i++) {
    const instance: usize = instanceAt(i);
    if (isClosed(i) === 0) continue;
    checkLevel(instance);
    judge(instance);
  }
}
let reason: i32 = 0;
function judge(instance: usize): void {
  const tier: i32 = i32.load(instance, its.TIER);
  const demanded: i32 = demand(instance);
  const next: i32 = held(instance, tier, demanded);
  i32.store(instance, next === tier ? i32.load(instance, its.TIER_BLOCKS) + 1 : 0, its.TIER_BLOCKS);
  i32.store(instance, next, its.TIER);
  i32.store(instance, next === demanded ? reason : its.HELD, its.REASON);
  if (i32.load(instance, its.CHANGED) === 1 && isGone(instance) === 1) i32.store(instance, 0, its.CHANGED);
}
function demand(instance: usize): i32 {
  const off: i32 = i32(f64.load(instance, its.OFF_TIER));
  if (i32.load(instance, its.BANK) < 0) {
    reason = off > 0 ? its.BASELINE_BEYOND : 0;
    return off;
  }
  const drifted: i32 = demandOfDrift(instance);
  if (off > drifted) {
    reason = its.BASELINE_BEYOND;
    return off;
  }
  return drifted;
}
function demandOfDrift(instance: usize): i32 {
  if (isHeldToBaseline(instance) === 0) {
    expectDrift(instance);
    reason = hasNoiseGrown(instance) === 1 ? its.NOISE_GROWN : its.IN_CONTROL;
    return its.NOMINAL;
  }
  measureDrift(instance);
  const proved: i32 = i32.load(instance, its.CHANGED);
  reason = proved === 1 ? its.CHANGE_BELOW_LIMIT : its.IN_CONTROL;
  if (proved === 1 && comesAndGoes(instance) === 1) return its.NOMINAL;
  if (proved === 1 && isOtherConvention(instance) === 1) {
    reason = its.CONVENTION;
    return its.CAUTION;
  }
  if (f64.load(kindOf(instance), its.WORST_TIER) < f64(its.CRITICAL)) {
    reason = its.CONFIDENCE_LOW;
  } else if (f64.load(instance, its.BEYOND_CRITICAL) >= CRITICAL_FROM && isKnown(instance) === 1) {
    reason = its.CRITICAL_EXCEEDED;
    return its.CRITICAL;
  }
  // What proved a change makes it look larger than it is: a few blocks must be surer.
  const from: f64 =
    proved === 0 ? UNPROVED_FROM : blocksOf(bankOf(instance)) < SURE_BLOCKS ? 0.9 : CAUTION_FROM;
  if (f64.load(instance, its.BEYOND_CAUTION) >= from) {
    if (reason !== its.CONFIDENCE_LOW) reason = its.CAUTION_EXCEEDED;
    return its.CAUTION;
  }
  reason = proved === 1 ? its.CHANGE_BELOW_LIMIT : its.IN_CONTROL;
  return its.NOMINAL;
}
/**
 * Whether the change is one of what the numbers mean rather than of the sensor: the matrix transposed, which is the inverse
 * rotation, or a length in another unit, whose noise is then larger or smaller by as much.
 */
function isOtherConvention(instance: usize): i32 {
  if (f64.load(kindOf(instance), its.WORST_TIER) < f64(its.CRITICAL)) return 0;
  return channelsOf(instance) > 1 ? isTransposed(instance) : isRescaled(instance);
}
function isTransposed(instance: usize): i32 {
  // A rotation nearly about nothing, or by half a turn, is its own inverse.
  if (f64.load(instance, its.AMOUNT) < LEAST_CONVENTION) return 0;
  for (let c: i32 = 0; c < 3; c++) {
    const before: f64 =
      value(instance + its.CENTRE, c) + value(instance + its.BASELINE, c) * value(instance + its.SCALE, c);
    setValue(AWAY, c, before);
    setValue(AWAY + 24, c, before + value(instance + its.DRIFT, c));
  }
  turnedBy(instance + its.REFERENCE, AWAY, ROTATED);
  for (let part: i32 = 1; part < 4; part++) setValue(ROTATED, part, -value(ROTATED, part));
  turnedBy(instance + its.REFERENCE, AWAY + 24, INVERSE);
  rotationBetween(ROTATED, INVERSE, AWAY);
  let square: f64 = 0;
  for (let c: i32 = 0; c < 3; c++) square += value(AWAY, c) * value(AWAY, c);
  const near: f64 = f64.load(kindOf(instance), its.CAUTION_LIMIT) + 3 * f64.load(instance, its.AMOUNT_SD);
  return square < near * near ? 1 : 0;
}
function isRescaled(instance: usize): i32 {
  const kept: i32 = its.keptBlocks(instance);
  let blocks: f64 = 0;
  let squares: f64 = 0;
  let before: f64 = 0;
  for (let r: i32 = 0; r < kept; r++) {
    const block: usize = its.keptAt(instance, r);
    if (f64.load(block) < f64.load(instance, its.FOLLOWED_FROM)) continue;
    const now: f64 = toUnit(instance, its.keptValue(block, 0));
    if (blocks > 0) squares += (now - before) * (now - before);
    before = now;
    blocks += 1;
  }
  // So large a step is looked at first.
  if (blocks < 4)
    return Math.abs(f64.load(instance, its.AMOUNT)) > 10 * f64.load(kindOf(instance), its.CRITICAL_LIMIT)
      ? 1
      : 0;
  const units: f64 = value(instance + its.SCALE, 0) * unitsOf(instance, baselineValue(instance));
  const ratio: f64 = Math.sqrt((0.5 * squares) / (blocks - 1)) / units;
  return (ratio > THOUSAND / 4 && ratio < THOUSAND * 4) || (ratio > 0.25 / THOUSAND && ratio < 4 / THOUSAND)
    ? 1
    : 0;
}
/** Whether its noise is known well enough for CRITICAL; a knock is beyond any noise. */
function isKnown(instance: usize): i32 {
  return f64.load(instance, its.BLOCKS) >= KNOWN_BLOCKS || i32.load(instance, its.KNOCKED) === 1 ? 1 : 0;
}
export function isProvisional(instance: usize): i32 {
  return i32.load(instance, its.CHANGED) === 1 && isKnown(instance) === 0 ? 1 : 0;
}
export function hasNoiseGrown(instance: usize): i32 {
  for (let c: i32 = 0; c < channelsOf(instance); c++) {
    if (hasGrown(noiseAt(instance, c)) === 1) return 1;
  }
  return 0;
}
/** Up at once; down where the probability is a fifth below what it takes, and not within ten blocks. */
function held(instance: usize, tier: i32, demanded: i32): i32 {
  if (demanded >= tier || i32.load(instance, its.CHANGED) === 0) return demanded;
  if (i32.load(instance, its.TIER_BLOCKS) < DWELL) return tier;
  if (tier === its.CRITICAL && f64.load(instance, its.BEYOND_CRITICAL) >= CRITICAL_FROM - HYSTERESIS)
    return tier;
  if (tier === its.CAUTION && f64.load(instance, its.BEYOND_CAUTION) >= CAUTION_FROM - HYSTERESIS)
    return tier;
  return demanded;
}
/** Twenty blocks or more, and the drift is surely below half of the caution limit, and not surely something. */
function isGone(instance: usize): i32 {
  if (blocksOf(bankOf(instance)) < 20) return 0;
  // A further change that is suspected has taken part of the level already.
  if (f64.load(instance, its.STATISTIC) >= bank.SHOWS_CHANGE) return 0;
  const limit: f64 = f64.load(kindOf(instance), its.CAUTION_LIMIT);
  if (beyond(instance, 0.5 * limit) > 0.05) return 0;
  const size: f64 = Math.abs(f64.load(instance, its.AMOUNT));
  const isNoise: i32 = size < 2 * f64.load(instance, its.AMOUNT_SD) ? 1 : 0;
  return isNoise === 1 || size < f64.load(kindOf(instance), its.ZONE_SHARE) * limit ? 1 : 0;
}

/**
 * What is right by definition (no bias, no error, a registered rotation) needs no baseline. A level is beyond a limit at an error
 * rate that holds for the whole life of a sensor within it: Robbins' normal mixture boundary (1970, Statistical methods related
 * to the law of the iterated logarithm), P(∃ n: |Sₙ| ≥ σ·√((n + ρ)·ln((n + ρ)/(ρ·α²)))) ≤ α.
 */
function checkLevel(instance: usize): void {
  const before: f64 = f64.load(instance, its.OFF_TIER);
  f64.store(instance, 0, its.OFF_TIER);
  // What moved away from a level that was right is a drift, and judged as one.
  if (i32.load(instance, its.CHANGED) === 1 && before === 0) return;
  const kind: usize = kindOf(instance);
  if (f64.load(kind, its.ZERO_IS_RIGHT) === 0 && isRegistered(instance) === 0) return;
  if (its.keptBlocks(instance) < OFF_BLOCKS || isNearRight(instance) === 1) return;
  measureOff(instance);
  const off: f64 = f64.load(instance, its.OFF);
  const size: f64 = f64.load(kind, its.SIDE) === 0 ? Math.abs(off) : f64.load(kind, its.SIDE) * off;
  // Nobody knows yet how slow its noise is: what is no matter of noise is twice the critical limit.
  const isLearning: i32 = i32.load(instance, its.BANK) < 0 ? 1 : 0;
  const critical: f64 = f64.load(kind, its.CRITICAL_LIMIT) * (isLearning === 1 ? 2 : 1);
  if (isSurelyBeyond(instance, size - critical) === 1) f64.store(instance, 3, its.OFF_TIER);
  // A young one may stand a little off for hours, and come back.
  else if (f64.load(instance, its.BLOCKS) < KNOWN_BLOCKS) return;
  else if (isSurelyBeyond(instance, size - f64.load(kind, its.CAUTION_LIMIT)) === 1)
    f64.store(instance, 2, its.OFF_TIER);
}
/** Nearly always so, and it saves the rest: the newest blocks of what is read from zero are within the caution limit. */
function isNearRight(instance: usize): i32 {
  if (channelsOf(instance) > 1) return 0;
  const kept: i32 = its.keptBlocks(instance);
  let sum: f64 = 0;
  for (let r: i32 = kept - OFF_BLOCKS; r < kept; r++) sum += its.keptValue(its.keptAt(instance, r), 0);
  const off: f64 = Math.abs(toUnit(instance, sum / f64(OFF_BLOCKS)));
  return off < f64.load(kindOf(instance), its.CAUTION_LIMIT) ? 1 : 0;
}
function isRegistered(instance: usize): i32 {
  if (f64.load(instance, its.REGISTERED) === 0) return 0;
  return f64.load(header(), its.NEWEST_TIME) >= f64.load(instance, its.REGISTERED_FROM) ? 1 : 0;
}
let worth: f64 = 0;
function isSurelyBeyond(instance: usize, by: f64): i32 {
  if (by <= 0) return 0;
  const score: f64 = by / f64.load(instance, its.OFF_SD);
  const boundary: f64 =
    (1 + OFF_WEIGHT / worth) * (ln((worth + OFF_WEIGHT) / OFF_WEIGHT) - 2 * ln(OFF_ERROR));
  return score * score >= boundary ? 1 : 0;
}
/** How far the level is off what is right, and its standard deviation: by the bank, or before it by the mean of the first blocks. */
function measureOff(instance: usize): void {
  worth = 1e300;
  for (let c: i32 = 0; c < channelsOf(instance); c++) {
    if (i32.load(instance, its.BANK) < 0) levelOfKept(instance, c);
    else levelOfBank(instance, c);
    setValue(AWAY, c, level);
    setValue(AWAY + 24, c, levelSd);
  }
  if (channelsOf(instance) > 1) {
    // The level about the first reading's axes, then from the registered rotation.
    turnedBy(instance + its.REFERENCE, AWAY, ROTATED);
    rotationBetween(instance + its.REGISTERED_ROTATION, ROTATED, AWAY);
    let square: f64 = 0;
    let along: f64 = 0;
    for (let c: i32 = 0; c < 3; c++) {
      const part: f64 = value(AWAY, c) * value(AWAY, c);
      square += part;
      along += part * value(AWAY + 24, c) * value(AWAY + 24, c);
    }
    f64.store(instance, Math.sqrt(square), its.OFF);
    f64.store(instance, square > 0 ? Math.sqrt(along / square) : value(AWAY + 24, 0), its.OFF_SD);
    return;
  }
  f64.store(instance, toUnit(instance, value(AWAY, 0)), its.OFF);
  f64.store(instance, value(AWAY + 24, 0) * unitsOf(instance, value(AWAY, 0)), its.OFF_SD);
}
let level: f64 = 0;
let levelSd: f64 = 0;
function levelOfBank(instance: usize, channel: i32): void {
  bank.weighLevel(bankOf(instance), i32.load(instance, its.FIRST_CHANNEL) + channel, 0);
  const scale: f64 = value(instance + its.SCALE, channel);
  level =
    value(instance + its.CENTRE, channel) +
    (bank.levelFound() + value(instance + its.SHIFT, channel)) * scale;
  const least: f64 = (OFF_INFLATION * bank.blockVarianceFound()) / f64.load(instance, its.BLOCKS);
  const isYoung: i32 = f64.load(instance, its.BLOCKS) < KNOWN_BLOCKS ? 1 : 0;
  const variance: f64 = bank.levelVarianceFound();
  levelSd = scale * Math.sqrt(isYoung === 1 && variance < least ? least : variance);
  const blocks: f64 = bank.blockVarianceFound() / bank.levelVarianceFound();
  if (blocks < worth) worth = blocks;
}
function levelOfKept(instance: usize, channel: i32): void {
  const blocks: i32 = its.keptBlocks(instance);
  let sum: f64 = 0;
  for (let r: i32 = 0; r < blocks; r++) sum += its.keptValue(its.keptAt(instance, r), channel);
  level = sum / f64(blocks);
  const expected: f64 = f64.load(kindOf(instance), its.EXPECTED_SCALE);
  let squares: f64 = EXPECTED_BLOCKS * expected * expected;
  for (let r: i32 = 0; r < blocks; r++) {
    const away: f64 = its.keptValue(its.keptAt(instance, r), channel) - level;
    squares += away * away;
  }
  let variance: f64 = squares / (EXPECTED_BLOCKS + f64(blocks - 1));
  // The first blocks of slow noise hardly differ among themselves.
  if (variance < expected * expected) variance = expected * expected;
  const inflated: f64 = OFF_INFLATION / f64(blocks);
  levelSd = Math.sqrt(variance * (inflated < LEAST_INFLATED ? LEAST_INFLATED : inflated));
  const counts: f64 = f64(blocks) / OFF_INFLATION;
  if (counts < worth) worth = counts;
}

/** The vehicle's tier is the worst of its sensors'; a sensor that is not judged, or a vehicle that repeats, vouches for nothing. */
export function judgeVehicle(time: f64): void {
  let tier: i32 = 0;
  let why: i32 = 0;
  let unjudged: i32 = 0;
  for (let i: i32 = 0; i < instances(); i++) {
    const instance: usize = instanceAt(i);
    if (isUnjudged(instance + its.CLOCK) === 1) unjudged = 1;
    const own: i32 = i32.load(instance, its.TIER);
    if (own < tier || (own === tier && isWorse(i32.load(instance, its.REASON), why) === 0)) continue;
    tier = own;
    why = i32.load(instance, its.REASON);
  }
  if (tier <= its.NOMINAL && isRepeating(header() + its.FRAME_REPEATS) === 1) setTier(0, its.REPEATING, time);
  else if (tier === its.NOMINAL && unjudged === 1) setTier(0, its.LATE, time);
  else setTier(tier, why, time);
}
/** Of two reasons of one tier the one that says more. */
function isWorse(one: i32, other: i32): i32 {
  return other === 0 || other === its.IN_CONTROL || (other === its.HELD && one !== its.IN_CONTROL) ? 1 : 0;
}
function setTier(tier: i32, why: i32, time: f64): void {
  const vehicle: usize = header();
  if (i32.load(vehicle, its.VEHICLE_TIER) !== tier || f64.load(vehicle, its.TIER_ENTRY) === 0) {
    f64.store(vehicle, f64.load(vehicle), its.TIER_ENTRY);
    f64.store(vehicle, time, its.TIER_TIME);
  }
  i32.store(vehicle, tier, its.VEHICLE_TIER);
  i32.store(vehicle, why, its.VEHICLE_REASON);
}
