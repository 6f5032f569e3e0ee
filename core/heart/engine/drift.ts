import * as bank from "./bank.ts";
import { blocksOf } from "./bank.ts";
import * as its from "./layout.ts";
import { bankOf, channelsOf, kindOf, setValue, value } from "./layout.ts";
import { exp, ln, normalCdf } from "./numeric.ts";

/** How far a sensor is from its baseline since a change, whether that goes on, and the places where it stood before. */

/** Standard deviations from which a drift is said to go on. */
const RAMP_FROM: f64 = 3.5;
const RAMP_BLOCKS: f64 = 12;
const KNOWN_RAMP_BLOCKS: f64 = 20;
/** Of a level, in units of the scale of its first blocks, squared. */
const MOST_VARIANCE: f64 = 4;
/** A change in the first blocks of a vehicle whose noise nobody knows is no more than CAUTION by the statistic alone. */
export const KNOWN_BLOCKS: f64 = 200;

/** A change in the reading's unit as one of the channel's, from where the channel stood at first. */
export function toChannelUnit(instance: usize, channel: i32, change: f64): f64 {
  const transform: i32 = its.transformOf(instance);
  const centre: f64 = value(instance + its.CENTRE, channel);
  if (transform === its.LOGARITHM) {
    const from: f64 = exp(centre);
    return ln((from + change) / from);
  }
  if (transform === its.LOGIT) {
    const share: f64 = 1 / (1 + exp(-centre));
    // The slope of the logit where it stands.
    return change / (share * (1 - share));
  }
  return change;
}
/** The share of the caution limit that is no drift, as a change of a channel. */
export function zoneOf(instance: usize, channel: i32): f64 {
  const kind: usize = kindOf(instance);
  return toChannelUnit(instance, channel, f64.load(kind, its.ZONE_SHARE) * f64.load(kind, its.CAUTION_LIMIT));
}
/** Whether a drift is measured from a level that stands still. */
export function isHeldToBaseline(instance: usize): i32 {
  return i32.load(instance, its.CHANGED) === 1 || i32.load(its.header(), its.FROZEN) === 1 ? 1 : 0;
}
export function noiseAt(instance: usize, channel: i32): usize {
  return instance + its.NOISE + usize(channel) * its.NOISE_ROW;
}
/**
 * Drift of each channel from the baseline: of the level now, or of where a ramp has come to; then how fast it goes on, in the unit
 * of the limits a day, of a rotation along its present way.
 */
export function measureDrift(instance: usize): void {
  const at: usize = bankOf(instance);
  const first: i32 = i32.load(instance, its.FIRST_CHANNEL);
  const isRamp: i32 = measureRamp(instance);
  const isRotation: boolean = channelsOf(instance) > 1;
  let square: f64 = 0;
  let rate: f64 = 0;
  let rateVariance: f64 = 0;
  for (let c: i32 = 0; c < channelsOf(instance); c++) {
    const variance: f64 = value(instance + its.BLOCK_VARIANCE, c);
    if (isRamp === 1) bank.weighSlope(at, first + c, variance, isRampKnown(instance));
    else bank.weighLevel(at, first + c, variance);
    const scale: f64 = value(instance + its.SCALE, c);
    const level: f64 = bank.levelFound() + value(instance + its.SHIFT, c);
    const whole: f64 = asSeen(bank.levelVarianceFound()) + asSeen(value(instance + its.BASELINE_VARIANCE, c));
    const drift: f64 = (level - value(instance + its.BASELINE, c)) * scale;
    setValue(instance + its.DRIFT, c, drift);
    setValue(instance + its.DRIFT_SD, c, Math.sqrt(whole) * scale);
    const along: f64 = isRotation ? drift : 1;
    const day: f64 = 24 * scale;
    square += along * along;
    rate += along * bank.slopeFound() * day;
    rateVariance += along * along * bank.slopeVarianceFound() * day * day;
  }
  measureAmount(instance);
  if (isRamp === 0) return;
  const long: f64 = square > 0 ? Math.sqrt(square) : 1;
  const units: f64 = isRotation
    ? 1
    : unitsOf(instance, baselineValue(instance) + value(instance + its.DRIFT, 0));
  f64.store(instance, (units * rate) / long, its.RATE);
  f64.store(instance, (units * Math.sqrt(rateVariance)) / long, its.RATE_SD);
}
/** The variance of a level: however slow its noise may be, the sensor was seen to stay as close as that. */
function asSeen(variance: f64): f64 {
  return variance < MOST_VARIANCE ? variance : MOST_VARIANCE;
}
/** Whether its noise was known well before the change: then what goes on since is none of it. */
function isRampKnown(instance: usize): i32 {
  const before: f64 = f64.load(instance, its.BLOCKS) - blocksOf(bankOf(instance));
  return before >= KNOWN_BLOCKS && blocksOf(bankOf(instance)) >= KNOWN_RAMP_BLOCKS ? 1 : 0;
}
/** Whether the drift goes on: the slope since the change is surely none of chance. */
function measureRamp(instance: usize): i32 {
  f64.store(instance, 0, its.RAMP);
  f64.store(instance, 0, its.RATE);
  f64.store(instance, 0, its.RATE_SD);
  const at: usize = bankOf(instance);
  if (blocksOf(at) < RAMP_BLOCKS) return 0;
  const first: i32 = i32.load(instance, its.FIRST_CHANNEL);
  let is: i32 = 0;
  for (let c: i32 = 0; c < channelsOf(instance); c++) {
    bank.weighSlope(at, first + c, value(instance + its.BLOCK_VARIANCE, c), isRampKnown(instance));
    const slope: f64 = bank.slopeFound();
    if (slope * slope > RAMP_FROM * RAMP_FROM * bank.slopeVarianceFound()) is = 1;
  }
  f64.store(instance, f64(is), its.RAMP);
  return is;
}
/** The drift of a sensor in the unit of its limits: of a rotation the angle, without the part that noise explains. */
export function measureAmount(instance: usize): void {
  let square: f64 = 0;
  let noise: f64 = 0;
  let along: f64 = 0;
  for (let c: i32 = 0; c < channelsOf(instance); c++) {
    const drift: f64 = value(instance + its.DRIFT, c);
    const variance: f64 = value(instance + its.DRIFT_SD, c) * value(instance + its.DRIFT_SD, c);
    square += drift * drift;
    noise += variance;
    along += drift * drift * variance;
  }
  let amount: f64 = value(instance + its.DRIFT, 0);
  let sd: f64 = value(instance + its.DRIFT_SD, 0);
  if (channelsOf(instance) > 1) {
    amount = Math.sqrt(square > noise ? square - noise : 0);
    sd = Math.sqrt(square > 0 ? along / square : noise / 3);
  } else {
    sd *= unitsOf(instance, baselineValue(instance) + amount);
    amount = toUnit(instance, baselineValue(instance) + amount) - toUnit(instance, baselineValue(instance));
  }
  f64.store(instance, amount, its.AMOUNT);
  f64.store(instance, sd, its.AMOUNT_SD);
  f64.store(instance, beyond(instance, f64.load(kindOf(instance), its.CAUTION_LIMIT)), its.BEYOND_CAUTION);
  f64.store(instance, beyond(instance, f64.load(kindOf(instance), its.CRITICAL_LIMIT)), its.BEYOND_CRITICAL);
}
/** Where the first channel of a sensor stood before the change. */
export function baselineValue(instance: usize): f64 {
  return value(instance + its.CENTRE, 0) + value(instance + its.BASELINE, 0) * value(instance + its.SCALE, 0);
}
/** The reading that a channel's value stands for; and how much of its unit one of the channel's is there. */
export function toUnit(instance: usize, channelValue: f64): f64 {
  const transform: i32 = its.transformOf(instance);
  if (transform === its.LOGARITHM) return exp(channelValue) - f64.load(kindOf(instance), its.OFFSET);
  if (transform === its.LOGIT) return 1 / (1 + exp(-channelValue));
  return channelValue;
}
export function unitsOf(instance: usize, channelValue: f64): f64 {
  const transform: i32 = its.transformOf(instance);
  if (transform === its.LOGARITHM) return exp(channelValue);
  if (transform !== its.LOGIT) return 1;
  const share: f64 = 1 / (1 + exp(-channelValue));
  return share * (1 - share);
}
/** P(the drift is beyond a limit), on the side that it is estimated on. */
export function beyond(instance: usize, limit: f64): f64 {
  return normalCdf((sizeOf(instance) - limit) / f64.load(instance, its.AMOUNT_SD));
}
/** The drift on the side that is a fault. */
function sizeOf(instance: usize): f64 {
  const side: f64 = f64.load(kindOf(instance), its.SIDE);
  const amount: f64 = f64.load(instance, its.AMOUNT);
  return side === 0 ? Math.abs(amount) : side * amount;
}
/** Where the sensor stood for ten blocks or more is remembered when it leaves: it may come back, as a load does. */
export function leavePlace(instance: usize): void {
  const blocks: f64 = blocksOf(bankOf(instance));
  if (blocks < 10 || measurePlace(instance) === 0) return;
  let place: i32 = knownPlace(instance);
  const places: i32 = i32(f64.load(instance, its.PLACES_LEFT));
  if (place < 0) {
    if (places === its.MOST_PLACES) return;
    place = places;
    f64.store(instance, f64(places + 1), its.PLACES_LEFT);
    for (let c: i32 = 0; c < 3; c++) setValue(placeAt(instance, place), c, value(instance + its.DRIFT, c));
  }
  const longest: f64 = value(placeAt(instance, place), 3);
  if (blocks > longest) setValue(placeAt(instance, place), 3, blocks);
}
/** The drift from its level before the change that has just been proved, by the kept blocks of that level; 0 where there is none. */
function measurePlace(instance: usize): i32 {
  const from: f64 = bank.beganAt(bankOf(instance));
  const until: f64 = f64.load(instance, its.FOLLOWED_FROM);
  for (let c: i32 = 0; c < channelsOf(instance); c++) {
    let sum: f64 = 0;
    let blocks: f64 = 0;
    for (let r: i32 = 0; r < its.keptBlocks(instance); r++) {
      const block: usize = its.keptAt(instance, r);
      if (f64.load(block) < from || f64.load(block) >= until) continue;
      sum += its.keptValue(block, c);
      blocks += 1;
    }
    if (blocks === 0) return 0;
    const scale: f64 = value(instance + its.SCALE, c);
    const before: f64 = value(instance + its.CENTRE, c) + value(instance + its.BASELINE, c) * scale;
    setValue(instance + its.DRIFT, c, sum / blocks - before);
    setValue(instance + its.DRIFT_SD, c, scale / Math.sqrt(blocks));
  }
  return 1;
}
function placeAt(instance: usize, place: i32): usize {
  return instance + its.PLACE_ROWS + usize(place) * its.PLACE_ROW;
}
/** The place that the present drift may be, −1 for none. */
function knownPlace(instance: usize): i32 {
  for (let p: i32 = 0; p < i32(f64.load(instance, its.PLACES_LEFT)); p++) {
    let differs: i32 = 0;
    for (let c: i32 = 0; c < channelsOf(instance); c++) {
      const apart: f64 = Math.abs(value(instance + its.DRIFT, c) - value(placeAt(instance, p), c));
      if (apart > 2.5 * value(instance + its.DRIFT_SD, c) + zoneOf(instance, c)) differs = 1;
    }
    if (differs === 0) return p;
  }
  return -1;
}
/** It stands where it stood and left before, and not for far longer than then. */
export function comesAndGoes(instance: usize): i32 {
  const place: i32 = knownPlace(instance);
  if (place < 0) return 0;
  const longest: f64 = value(placeAt(instance, place), 3);
  return blocksOf(bankOf(instance)) <= 4 * longest + 100 ? 1 : 0;
}
