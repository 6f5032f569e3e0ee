import {
  bankBytes,
  blocksOf,
  blockVarianceFound,
  CHANGE_TIMES,
  BLOCK_VARIANCES,
  foldBlock,
  INPUTS_BYTES,
  knockOf,
  knockTime,
  levelFound,
  levelVarianceFound,
  PAUSE,
  levelBeforeKnock,
  LEVEL_VARIANCES_BEFORE,
  LEVELS_BEFORE,
  SIDES,
  sowAnew,
  sowBank,
  splitBank,
  STATISTICS,
  VALUES,
  weighLevel,
  ZONES,
} from "./bank.ts";
import { exp, ln, normalCdf } from "./numeric.ts";
import { projectRotation, rotationBetween } from "./rotation.ts";

/**
 * A vehicle: its sensors (an instance of a kind each), and the banks of noise models that their blocks go into. Instances
 * whose blocks have the same times share a bank until a time differs.
 *
 * A reading becomes up to three channels; readings of a quarter of a second (a second after 500 blocks) become one block;
 * fifty blocks give centre and scale; from there on a bank judges each block. When a change is proved, the level before it
 * is the baseline, and a new bank follows the level since: the drift is the way from one to the other.
 */

// ---- kinds: rows that the host lays before the first frame, of sixteen doubles ----
const KINDS: usize = 45_056;
const KIND_BYTES: usize = 128;
/** Channels, 1 to 3; how a value becomes a channel (0 as it is, 1 its logarithm with an offset, 2 a rotation). */
const CHANNELS: usize = 0;
const TRANSFORM: usize = 8;
const LOGARITHM: i32 = 1;
const ROTATION: i32 = 2;
/** Which side is a fault: 1 upper, −1 lower, 0 both. */
const SIDE: usize = 16;
/** Limits, in the reading's unit (degrees for a rotation); the least scale of a channel; the share of the caution limit that is no drift. */
const CAUTION_LIMIT: usize = 24;
const CRITICAL_LIMIT: usize = 32;
const LEAST_SCALE: usize = 40;
const ZONE_SHARE: usize = 48;
/** Added before the logarithm. */
const OFFSET: usize = 56;

/** The address of a kind's row, for the host. */
export function kindRow(kind: i32): usize {
  return KINDS + usize(kind) * KIND_BYTES;
}

// ---- working memory ----
const EXCHANGE: usize = 49_152;
const MATRIX: usize = EXCHANGE + INPUTS_BYTES;
const QUATERNION: usize = MATRIX + 72;
const CHANNEL_VALUES: usize = QUATERNION + 32;
const SORTED: usize = CHANNEL_VALUES + 24;
/** Of each instance what the frame at hand closed: 1, then time and values of the block. */
const CLOSED: usize = SORTED + 512;
const CLOSED_BYTES: usize = 40;

// ---- a vehicle: header, table of banks, instances, banks ----
const FRAMES: usize = 0;
const INSTANCES: usize = 8;
const BANKS: usize = 12;
const BANK_TABLE: usize = 16;
const BANK_ROW: usize = 8;
const MOST_INSTANCES: i32 = 16;
const HEADER: usize = 144;

// ---- an instance ----
const KIND: usize = 0;
/** Which bank its blocks go into, −1 while it learns; its first channel there. */
const BANK: usize = 4;
const FIRST_CHANNEL: usize = 8;
/** 1 while a change is proved and has not gone. */
const CHANGED: usize = 12;
const TIER: usize = 16;
/** Blocks for which the tier has been this one. */
const TIER_BLOCKS: usize = 20;
const NEWEST: usize = 24;
const FIRST_TIME: usize = 32;
const READINGS: usize = 40;
const BLOCKS: usize = 48;
/** The block under way: its first reading's time, readings, sums. */
const BLOCK_TIME: usize = 56;
const BLOCK_READINGS: usize = 64;
const BLOCK_SUMS: usize = 72;
/** The rotation that residuals are taken from, or unused. */
const REFERENCE: usize = 96;
/** Of each channel: middle and spread of the first blocks; a bank's values are in these units. */
const CENTRE: usize = 128;
const SCALE: usize = 152;
/** Once a change is proved: the level before it and its variance, the variance of a block then, in the bank's units. */
const BASELINE: usize = 176;
const BASELINE_VARIANCE: usize = 200;
const BLOCK_VARIANCE: usize = 224;
/** Drift from there and its standard deviation, in the channel's unit. */
const DRIFT: usize = 248;
const DRIFT_SD: usize = 272;
const CHANGE_TIME: usize = 296;
const CHANGES: usize = 304;
const STATISTIC: usize = 312;
/** The median time between the first blocks. */
const GAP: usize = 320;
/** Its newest fifty blocks, the oldest first: time and values. */
const KEPT: usize = 328;
const RECENT: usize = 336;
/** Up to three places where it stood and that it left again: how many; of each the way there from the baseline, and blocks. */
const PLACES_LEFT: usize = 1936;
const PLACE_ROWS: usize = 1944;
/** Where the bank's values are taken from, beside the centre and in its units: a new bank begins at the level it follows. */
const SHIFT: usize = 2040;
const PLACE_ROW: usize = 32;
const MOST_PLACES: i32 = 3;
const RECENT_ROW: usize = 32;
const MOST_RECENT: i32 = 50;
const INSTANCE_BYTES: usize = 2064;

const LEARNING: i32 = 50;
const JUDGED_AFTER: f64 = 60;
const EARLY_BLOCKS: f64 = 500;
const EARLY_LENGTH: f64 = 0.25;
const LENGTH: f64 = 1;
const LIMIT: f64 = 9.5;
/** What a knock counts as, whatever the bank says. */
const KNOCKED: f64 = 99;
/** From here on a channel's largest term says where the change began. */
const SHOWS_CHANGE: f64 = 4;
/** From so many blocks after a change on it is as large as it looks. */
const SURE_BLOCKS: f64 = 10;

/** 0 is UNKNOWN: no bank yet. */
const NOMINAL: i32 = 1;
const CAUTION: i32 = 2;
const CRITICAL: i32 = 3;

let vehicle: usize = 0;
function instanceAt(index: i32): usize {
  return vehicle + HEADER + usize(index) * INSTANCE_BYTES;
}
function instances(): i32 {
  return i32.load(vehicle, INSTANCES);
}
function banks(): i32 {
  return i32.load(vehicle, BANKS);
}
function kindOf(instance: usize): usize {
  return kindRow(i32.load(instance, KIND));
}
function channelsOf(instance: usize): i32 {
  return i32(f64.load(kindOf(instance), CHANNELS));
}
function value(base: usize, channel: i32): f64 {
  return f64.load(base + (usize(channel) << 3));
}
function setValue(base: usize, channel: i32, to: f64): void {
  f64.store(base + (usize(channel) << 3), to);
}

// ---- banks follow each other without gaps, after the instances ----
function bankOffset(bank: i32): usize {
  let offset: usize = 0;
  for (let b: i32 = 0; b < bank; b++) offset += bankSize(b);
  return offset;
}
function bankSize(bank: i32): usize {
  return usize(i32.load(vehicle + BANK_TABLE + usize(bank) * BANK_ROW));
}
function bankAt(bank: i32): usize {
  return vehicle + HEADER + usize(instances()) * INSTANCE_BYTES + bankOffset(bank);
}
/** A bank has another size, 0 for none: those after it move. What it holds is the caller's. */
function resize(bank: i32, to: usize): void {
  const next: usize = bankAt(bank + 1);
  const end: usize = bankAt(banks());
  memory.copy(bankAt(bank) + to, next, end - next);
  i32.store(vehicle + BANK_TABLE + usize(bank) * BANK_ROW, i32(to));
}
/** Ends a bank that no instance goes into any more; banks after it count one less. */
function removeBank(bank: i32): void {
  resize(bank, 0);
  for (let b: i32 = bank; b + 1 < banks(); b++) {
    i32.store(vehicle + BANK_TABLE + usize(b) * BANK_ROW, i32(bankSize(b + 1)));
  }
  i32.store(vehicle, banks() - 1, BANKS);
  for (let i: i32 = 0; i < instances(); i++) {
    const instance: usize = instanceAt(i);
    const own: i32 = i32.load(instance, BANK);
    if (own > bank) i32.store(instance, own - 1, BANK);
  }
}
/** The bank that was written behind all others is one of them. */
function addBank(): i32 {
  const bank: i32 = banks();
  const bytes: i32 = bankBytes(bankAt(bank));
  i32.store(vehicle + BANK_TABLE + usize(bank) * BANK_ROW, bytes);
  i32.store(vehicle, bank + 1, BANKS);
  return bank;
}

/** A vehicle without sensors. */
export function layVehicle(at: usize): void {
  memory.fill(at, 0, HEADER);
}
/** Bytes of a vehicle. */
export function vehicleBytes(at: usize): i32 {
  vehicle = at;
  return i32(bankAt(banks()) - at);
}
/** One more sensor of a kind; gives its index, or −1 where there is no room for a seventeenth. */
export function addInstance(at: usize, kind: i32): i32 {
  vehicle = at;
  const index: i32 = instances();
  if (index === MOST_INSTANCES) return -1;
  const from: usize = bankAt(0);
  memory.copy(from + INSTANCE_BYTES, from, bankAt(banks()) - from);
  memory.fill(from, 0, INSTANCE_BYTES);
  i32.store(from, kind, KIND);
  i32.store(from, -1, BANK);
  i32.store(vehicle, index + 1, INSTANCES);
  return index;
}

/**
 * A frame: its time in seconds and the number of readings, then of each reading its instance and nine numbers (the first
 * alone where the kind has one), all doubles.
 */
export function foldFrame(at: usize, frame: usize): void {
  vehicle = at;
  f64.store(vehicle, f64.load(vehicle) + 1, FRAMES);
  memory.fill(CLOSED, 0, usize(MOST_INSTANCES) * CLOSED_BYTES);
  const time: f64 = f64.load(frame);
  const readings: i32 = i32(f64.load(frame, 8));
  for (let r: i32 = 0; r < readings; r++) {
    const reading: usize = frame + 16 + usize(r) * 80;
    takeReading(i32(f64.load(reading)), time, reading + 8);
  }
  for (let i: i32 = 0; i < instances(); i++) if (isClosed(i) === 1) keepBlock(i);
  for (let b: i32 = 0; b < banks(); b++) foldInto(b);
  for (let i: i32 = 0; i < instances(); i++) judgeInstance(i);
  for (let i: i32 = 0; i < instances(); i++) beginBank(i);
}

function isClosed(index: i32): i32 {
  return i32.load(CLOSED + usize(index) * CLOSED_BYTES);
}

/** One reading into the block under way, which it may close. */
function takeReading(index: i32, time: f64, numbers: usize): void {
  const instance: usize = instanceAt(index);
  const readings: f64 = f64.load(instance, READINGS);
  toChannels(instance, readings, numbers);
  const gap: f64 = readings > 0 ? time - f64.load(instance, NEWEST) : 1e9;
  if (readings === 0) f64.store(instance, time, FIRST_TIME);
  f64.store(instance, readings + 1, READINGS);
  f64.store(instance, time, NEWEST);
  const length: f64 = f64.load(instance, BLOCKS) < EARLY_BLOCKS ? EARLY_LENGTH : LENGTH;
  let count: f64 = f64.load(instance, BLOCK_READINGS);
  if (count === 0) f64.store(instance, time, BLOCK_TIME);
  count += 1;
  for (let c: i32 = 0; c < channelsOf(instance); c++) {
    setValue(instance + BLOCK_SUMS, c, value(instance + BLOCK_SUMS, c) + value(CHANNEL_VALUES, c));
  }
  f64.store(instance, count, BLOCK_READINGS);
  // The next reading, as far away as this one, would be of the next block.
  if (time + gap < f64.load(instance, BLOCK_TIME) + length - 1e-6) return;
  const closed: usize = CLOSED + usize(index) * CLOSED_BYTES;
  i32.store(closed, 1);
  f64.store(closed, f64.load(instance, BLOCK_TIME), 8);
  for (let c: i32 = 0; c < channelsOf(instance); c++) {
    setValue(closed + 16, c, value(instance + BLOCK_SUMS, c) / count);
    setValue(instance + BLOCK_SUMS, c, 0);
  }
  f64.store(instance, 0, BLOCK_READINGS);
}
/** The reading as channel values: a rotation as the way from the first one, in degrees about the camera's axes. */
function toChannels(instance: usize, readings: f64, numbers: usize): void {
  const transform: i32 = i32(f64.load(kindOf(instance), TRANSFORM));
  if (transform === ROTATION) {
    memory.copy(MATRIX, numbers, 72);
    projectRotation(MATRIX, QUATERNION);
    if (readings === 0) memory.copy(instance + REFERENCE, QUATERNION, 32);
    rotationBetween(instance + REFERENCE, QUATERNION, CHANNEL_VALUES);
    return;
  }
  const number: f64 = f64.load(numbers);
  setValue(
    CHANNEL_VALUES,
    0,
    transform === LOGARITHM ? ln(number + f64.load(kindOf(instance), OFFSET)) : number,
  );
}

/** The newest blocks of an instance, the oldest of fifty given up. */
function keepBlock(index: i32): void {
  const instance: usize = instanceAt(index);
  const closed: usize = CLOSED + usize(index) * CLOSED_BYTES;
  let kept: i32 = i32(f64.load(instance, KEPT));
  if (kept === MOST_RECENT) {
    kept -= 1;
    memory.copy(instance + RECENT, instance + RECENT + RECENT_ROW, usize(kept) * RECENT_ROW);
  }
  memory.copy(instance + RECENT + usize(kept) * RECENT_ROW, closed + 8, RECENT_ROW);
  f64.store(instance, f64(kept + 1), KEPT);
  f64.store(instance, f64.load(instance, BLOCKS) + 1, BLOCKS);
}

/** Blocks that the frame closed go into their bank; where only some did, or at other times, the bank is split first. */
function foldInto(bank: i32): void {
  let members: i32 = 0;
  let closed: i32 = 0;
  let time: f64 = -1;
  let agree: i32 = 1;
  for (let i: i32 = 0; i < instances(); i++) {
    if (i32.load(instanceAt(i), BANK) !== bank) continue;
    members += 1;
    if (isClosed(i) === 0) continue;
    closed += 1;
    const own: f64 = f64.load(CLOSED + usize(i) * CLOSED_BYTES, 8);
    if (time >= 0 && own !== time) agree = 0;
    time = own;
  }
  if (closed === 0) return;
  if (closed < members || agree === 0) {
    split(bank);
    // Another bank has its place now; the new ones are met later in the same loop.
    foldInto(bank);
    return;
  }
  let judged: i32 = 0;
  for (let i: i32 = 0; i < instances(); i++) {
    const instance: usize = instanceAt(i);
    if (i32.load(instance, BANK) !== bank) continue;
    offer(instance, CLOSED + usize(i) * CLOSED_BYTES + 16);
    if (time - f64.load(instance, FIRST_TIME) >= JUDGED_AFTER) judged = 1;
  }
  const at: usize = bankAt(bank);
  foldBlock(at, time, EXCHANGE, blocksOf(at) >= 5 ? judged : 0);
  for (let i: i32 = 0; i < instances(); i++) {
    const instance: usize = instanceAt(i);
    if (i32.load(instance, BANK) !== bank) continue;
    takeStatistic(instance, blocksOf(at) > 5 ? judged : 0);
  }
  resize(bank, usize(bankBytes(bankAt(bank))));
}
/** What a bank is to take of one instance. */
function offer(instance: usize, values: usize): void {
  const first: i32 = i32.load(instance, FIRST_CHANNEL);
  for (let c: i32 = 0; c < channelsOf(instance); c++) {
    const scale: f64 = value(instance + SCALE, c);
    const centre: f64 = value(instance + CENTRE, c);
    setValue(EXCHANGE + VALUES, first + c, (value(values, c) - centre) / scale - value(instance + SHIFT, c));
    setValue(EXCHANGE + ZONES, first + c, toChannelUnit(instance, c, zoneOf(instance)) / scale);
    setValue(
      EXCHANGE + SIDES,
      first + c,
      f64.load(kindOf(instance), SIDE) * (channelsOf(instance) > 1 ? 0 : 1),
    );
  }
}
function zoneOf(instance: usize): f64 {
  return f64.load(kindOf(instance), ZONE_SHARE) * f64.load(kindOf(instance), CAUTION_LIMIT);
}
/** A change in the reading's unit as one of the channel's, from where the channel stood at first. */
function toChannelUnit(instance: usize, channel: i32, change: f64): f64 {
  if (i32(f64.load(kindOf(instance), TRANSFORM)) !== LOGARITHM) return change;
  const from: f64 = exp(value(instance + CENTRE, channel));
  return ln((from + change) / from);
}

/** The Bayes factors of an instance's channels, as a mixture over all channels of the vehicle. */
function takeStatistic(instance: usize, judged: i32): void {
  f64.store(instance, -99, STATISTIC);
  if (judged === 0) return;
  let all: f64 = 0;
  for (let i: i32 = 0; i < instances(); i++) all += f64(channelsOf(instanceAt(i)));
  let sum: f64 = 0;
  const first: i32 = i32.load(instance, FIRST_CHANNEL);
  for (let c: i32 = 0; c < channelsOf(instance); c++) sum += exp(value(EXCHANGE + STATISTICS, first + c));
  f64.store(instance, ln(sum / all), STATISTIC);
  if (takeKnock(instance) === 1 || f64.load(instance, STATISTIC) < LIMIT) return;
  // Kept until the frame's banks are all done: a new bank moves those behind it.
  let most: i32 = first;
  for (let c: i32 = 1; c < channelsOf(instance); c++) {
    if (value(EXCHANGE + STATISTICS, first + c) > value(EXCHANGE + STATISTICS, most)) most = first + c;
  }
  f64.store(instance, value(EXCHANGE + CHANGE_TIMES, most), CHANGE_TIME);
  if (i32.load(instance, CHANGED) === 0) keepBaseline(instance);
}
/**
 * Three blocks in a row far beyond all that is likely are a change by themselves. After a pause, where a vehicle may be loaded
 * otherwise or its sensor warm, they must be far beyond the critical limit too.
 */
function takeKnock(instance: usize): i32 {
  const at: usize = bankAt(i32.load(instance, BANK));
  const first: i32 = i32.load(instance, FIRST_CHANNEL);
  for (let c: i32 = 0; c < channelsOf(instance); c++) {
    if (knockOf(at, first + c) === 0) continue;
    const since: f64 = knockTime(at, first + c);
    const moved: f64 = value(EXCHANGE + VALUES, first + c) - levelBeforeKnock(at, first + c);
    if (pauseBefore(instance, since) >= PAUSE) {
      const critical: f64 = toChannelUnit(instance, c, f64.load(kindOf(instance), CRITICAL_LIMIT));
      if (Math.abs(moved) * value(instance + SCALE, c) < 2 * critical) continue;
    }
    f64.store(instance, since, CHANGE_TIME);
    if (i32.load(instance, CHANGED) === 0) {
      keepBaseline(instance);
      setValue(instance + BASELINE, c, levelBeforeKnock(at, first + c) + value(instance + SHIFT, c));
    }
    f64.store(instance, KNOCKED, STATISTIC);
    return 1;
  }
  return 0;
}
/** Seconds between the block that began at a time and the one before it. */
function pauseBefore(instance: usize, time: f64): f64 {
  for (let r: i32 = 1; r < i32(f64.load(instance, KEPT)); r++) {
    const block: usize = instance + RECENT + usize(r) * RECENT_ROW;
    if (f64.load(block) === time) return time - f64.load(block - RECENT_ROW);
  }
  return 0;
}

/** The level before the change is the baseline from now on: that of a channel that shows none is its level now. */
function keepBaseline(instance: usize): void {
  const at: usize = bankAt(i32.load(instance, BANK));
  const first: i32 = i32.load(instance, FIRST_CHANNEL);
  for (let c: i32 = 0; c < channelsOf(instance); c++) {
    const row: usize = EXCHANGE + (usize(first + c) << 3);
    if (f64.load(row, STATISTICS) >= SHOWS_CHANGE) {
      setBaseline(instance, c, f64.load(row, LEVELS_BEFORE), f64.load(row, LEVEL_VARIANCES_BEFORE));
      setValue(instance + BLOCK_VARIANCE, c, f64.load(row, BLOCK_VARIANCES));
    } else {
      weighLevel(at, first + c, 0);
      setBaseline(instance, c, levelFound(), levelVarianceFound());
      setValue(instance + BLOCK_VARIANCE, c, blockVarianceFound());
    }
  }
}
function setBaseline(instance: usize, channel: i32, level: f64, variance: f64): void {
  setValue(instance + BASELINE, channel, level + value(instance + SHIFT, channel));
  setValue(instance + BASELINE_VARIANCE, channel, variance);
}

/** Every instance of a bank has one of its own from now on, behind the other banks. */
function split(bank: i32): void {
  for (let i: i32 = 0; i < instances(); i++) {
    const instance: usize = instanceAt(i);
    if (i32.load(instance, BANK) !== bank) continue;
    splitBank(bankAt(bank), bankAt(banks()), i32.load(instance, FIRST_CHANNEL), channelsOf(instance));
    i32.store(instance, addBank(), BANK);
    i32.store(instance, 0, FIRST_CHANNEL);
  }
  removeBank(bank);
}
function sharesBank(index: i32): i32 {
  const bank: i32 = i32.load(instanceAt(index), BANK);
  for (let i: i32 = 0; i < instances(); i++) {
    if (i !== index && i32.load(instanceAt(i), BANK) === bank) return 1;
  }
  return 0;
}

/** What the frame's block changed of a sensor: a proved change, its drift, its tier. */
function judgeInstance(index: i32): void {
  const instance: usize = instanceAt(index);
  if (i32.load(instance, BANK) < 0 || isClosed(index) === 0) return;
  if (f64.load(instance, STATISTIC) >= LIMIT) followChange(index);
  const tier: i32 = i32.load(instance, TIER);
  const demanded: i32 = i32.load(instance, CHANGED) === 1 ? demand(instance) : NOMINAL;
  const next: i32 = held(instance, tier, demanded);
  i32.store(instance, next === tier ? i32.load(instance, TIER_BLOCKS) + 1 : 0, TIER_BLOCKS);
  i32.store(instance, next, TIER);
  if (i32.load(instance, CHANGED) === 1 && isGone(instance) === 1) i32.store(instance, 0, CHANGED);
}
/** A new bank follows the level since the change: the newest blocks are taken in anew. */
function followChange(index: i32): void {
  const instance: usize = instanceAt(index);
  if (sharesBank(index) === 1) split(i32.load(instance, BANK));
  if (i32.load(instance, CHANGED) === 1) leavePlace(instance);
  i32.store(instance, 1, CHANGED);
  f64.store(instance, f64.load(instance, CHANGES) + 1, CHANGES);
  const bank: i32 = i32.load(instance, BANK);
  sowAnew(bankAt(bank), bankAt(banks()), 0, channelsOf(instance), f64.load(instance, GAP));
  i32.store(instance, addBank(), BANK);
  shiftTo(instance, f64.load(instance, CHANGE_TIME));
  foldRecent(instance, f64.load(instance, CHANGE_TIME));
  removeBank(bank);
}
/** The bank's values are taken from the median of the kept blocks since a time. */
function shiftTo(instance: usize, from: f64): void {
  for (let c: i32 = 0; c < channelsOf(instance); c++) {
    let count: i32 = 0;
    for (let r: i32 = 0; r < i32(f64.load(instance, KEPT)); r++) {
      const block: usize = instance + RECENT + usize(r) * RECENT_ROW;
      if (f64.load(block) < from) continue;
      setValue(
        SORTED,
        count,
        (value(block + 8, c) - value(instance + CENTRE, c)) / value(instance + SCALE, c),
      );
      count += 1;
    }
    if (count > 0) setValue(instance + SHIFT, c, medianOfSorted(count));
  }
}
/** Where the sensor stood for ten blocks or more is remembered when it leaves: it may come back, as a load does. */
function leavePlace(instance: usize): void {
  const blocks: f64 = blocksOf(bankAt(i32.load(instance, BANK)));
  if (blocks < 10) return;
  let place: i32 = knownPlace(instance);
  const places: i32 = i32(f64.load(instance, PLACES_LEFT));
  if (place < 0) {
    if (places === MOST_PLACES) return;
    place = places;
    f64.store(instance, f64(places + 1), PLACES_LEFT);
    for (let c: i32 = 0; c < 3; c++) setValue(placeAt(instance, place), c, value(instance + DRIFT, c));
  }
  const longest: f64 = value(placeAt(instance, place), 3);
  if (blocks > longest) setValue(placeAt(instance, place), 3, blocks);
}
function placeAt(instance: usize, place: i32): usize {
  return instance + PLACE_ROWS + usize(place) * PLACE_ROW;
}
/** The place that the present drift may be, −1 for none. */
function knownPlace(instance: usize): i32 {
  const zone: f64 = zoneOf(instance);
  for (let p: i32 = 0; p < i32(f64.load(instance, PLACES_LEFT)); p++) {
    let differs: i32 = 0;
    for (let c: i32 = 0; c < channelsOf(instance); c++) {
      const apart: f64 = Math.abs(value(instance + DRIFT, c) - value(placeAt(instance, p), c));
      if (apart > 2.5 * value(instance + DRIFT_SD, c) + toChannelUnit(instance, c, zone)) differs = 1;
    }
    if (differs === 0) return p;
  }
  return -1;
}
/** It stands where it stood and left before, and not for far longer than then. */
function comesAndGoes(instance: usize): i32 {
  const place: i32 = knownPlace(instance);
  if (place < 0) return 0;
  const longest: f64 = value(placeAt(instance, place), 3);
  return blocksOf(bankAt(i32.load(instance, BANK))) <= 4 * longest + 100 ? 1 : 0;
}
/** The kept blocks from a time on, into the instance's bank. */
function foldRecent(instance: usize, from: f64): void {
  const bank: i32 = i32.load(instance, BANK);
  for (let r: i32 = 0; r < i32(f64.load(instance, KEPT)); r++) {
    const block: usize = instance + RECENT + usize(r) * RECENT_ROW;
    if (f64.load(block) < from) continue;
    offer(instance, block + 8);
    foldBlock(bankAt(bank), f64.load(block), EXCHANGE, 0);
  }
}

let amount: f64 = 0;
let amountSd: f64 = 0;
/** Drift of a sensor in the unit of its limits: of a rotation the angle, without the part that noise explains. */
function measureDrift(instance: usize): void {
  const at: usize = bankAt(i32.load(instance, BANK));
  const first: i32 = i32.load(instance, FIRST_CHANNEL);
  let square: f64 = 0;
  let noise: f64 = 0;
  let along: f64 = 0;
  for (let c: i32 = 0; c < channelsOf(instance); c++) {
    weighLevel(at, first + c, value(instance + BLOCK_VARIANCE, c));
    const scale: f64 = value(instance + SCALE, c);
    const now: f64 = levelFound() + value(instance + SHIFT, c);
    const drift: f64 = (now - value(instance + BASELINE, c)) * scale;
    const variance: f64 = (levelVarianceFound() + value(instance + BASELINE_VARIANCE, c)) * scale * scale;
    setValue(instance + DRIFT, c, drift);
    setValue(instance + DRIFT_SD, c, Math.sqrt(variance));
    square += drift * drift;
    noise += variance;
    along += drift * drift * variance;
  }
  if (channelsOf(instance) > 1) {
    amount = Math.sqrt(square > noise ? square - noise : 0);
    amountSd = Math.sqrt(square > 0 ? along / square : noise / 3);
    return;
  }
  amount = value(instance + DRIFT, 0);
  amountSd = value(instance + DRIFT_SD, 0);
  if (i32(f64.load(kindOf(instance), TRANSFORM)) === LOGARITHM) {
    const before: f64 =
      value(instance + CENTRE, 0) + value(instance + BASELINE, 0) * value(instance + SCALE, 0);
    const now: f64 = exp(before + amount);
    amount = now - exp(before);
    amountSd = now * amountSd;
  }
}
/** P(the drift is beyond a limit), on the side that it is estimated on. */
function beyond(instance: usize, limit: f64): f64 {
  const side: f64 = f64.load(kindOf(instance), SIDE);
  const size: f64 = side === 0 ? Math.abs(amount) : side * amount;
  return normalCdf((size - limit) / amountSd);
}
function demand(instance: usize): i32 {
  measureDrift(instance);
  if (comesAndGoes(instance) === 1) return NOMINAL;
  const critical: f64 = beyond(instance, f64.load(kindOf(instance), CRITICAL_LIMIT));
  const caution: f64 = beyond(instance, f64.load(kindOf(instance), CAUTION_LIMIT));
  if (critical >= 0.95) return CRITICAL;
  // What proved a change makes it look larger than it is: a few blocks must be surer.
  return caution >= (blocksOf(bankAt(i32.load(instance, BANK))) < SURE_BLOCKS ? 0.9 : 0.5)
    ? CAUTION
    : NOMINAL;
}
/** Up at once; down where the probability is a fifth below what it takes, and not within ten blocks. */
function held(instance: usize, tier: i32, demanded: i32): i32 {
  if (demanded >= tier || i32.load(instance, CHANGED) === 0) return demanded;
  if (i32.load(instance, TIER_BLOCKS) < 10) return tier;
  if (tier === CRITICAL && beyond(instance, f64.load(kindOf(instance), CRITICAL_LIMIT)) >= 0.75) return tier;
  if (tier === CAUTION && beyond(instance, f64.load(kindOf(instance), CAUTION_LIMIT)) >= 0.3) return tier;
  return demanded;
}
/** Twenty blocks or more, and the drift is surely below half of the caution limit, and not surely something. */
function isGone(instance: usize): i32 {
  if (blocksOf(bankAt(i32.load(instance, BANK))) < 20) return 0;
  const half: f64 = 0.5 * f64.load(kindOf(instance), CAUTION_LIMIT);
  if (beyond(instance, half) > 0.05) return 0;
  return Math.abs(amount) < 2 * amountSd || Math.abs(amount) < zoneOf(instance) ? 1 : 0;
}

/** Fifty blocks are there: centre and scale, and a bank, together with all others that have the same times. */
function beginBank(index: i32): void {
  const instance: usize = instanceAt(index);
  if (i32.load(instance, BANK) >= 0 || f64.load(instance, KEPT) < f64(LEARNING)) return;
  let channels: i32 = 0;
  const bank: i32 = banks();
  for (let i: i32 = index; i < instances(); i++) {
    const other: usize = instanceAt(i);
    if (i32.load(other, BANK) >= 0 || haveSameTimes(instance, other) === 0) continue;
    i32.store(other, bank, BANK);
    i32.store(other, channels, FIRST_CHANNEL);
    channels += channelsOf(other);
    calibrate(other);
  }
  sowBank(bankAt(bank), channels, 0.8, f64.load(instance, GAP));
  addBank();
  for (let r: i32 = 0; r < LEARNING; r++) {
    for (let i: i32 = index; i < instances(); i++) {
      const other: usize = instanceAt(i);
      if (i32.load(other, BANK) === bank) offer(other, other + RECENT + usize(r) * RECENT_ROW + 8);
    }
    foldBlock(bankAt(bank), f64.load(instance + usize(r) * RECENT_ROW, RECENT), EXCHANGE, 0);
  }
}
function haveSameTimes(one: usize, other: usize): i32 {
  if (f64.load(one, KEPT) !== f64.load(other, KEPT)) return 0;
  for (let r: i32 = 0; r < LEARNING; r++) {
    const at: usize = RECENT + usize(r) * RECENT_ROW;
    if (f64.load(one + at) !== f64.load(other + at)) return 0;
  }
  return 1;
}
/** Median and 1.4826 times the median absolute deviation of each channel's first blocks; the median time between them. */
function calibrate(instance: usize): void {
  const blocks: usize = instance + RECENT;
  for (let c: i32 = 0; c < channelsOf(instance); c++) {
    for (let r: i32 = 0; r < LEARNING; r++) setValue(SORTED, r, value(blocks + usize(r) * RECENT_ROW + 8, c));
    const centre: f64 = medianOfSorted(LEARNING);
    for (let r: i32 = 0; r < LEARNING; r++) {
      setValue(SORTED, r, Math.abs(value(blocks + usize(r) * RECENT_ROW + 8, c) - centre));
    }
    const spread: f64 = 1.4826 * medianOfSorted(LEARNING);
    const least: f64 = f64.load(kindOf(instance), LEAST_SCALE);
    setValue(instance + CENTRE, c, centre);
    setValue(instance + SCALE, c, spread < least ? least : spread);
  }
  for (let r: i32 = 1; r < LEARNING; r++) {
    setValue(
      SORTED,
      r - 1,
      f64.load(blocks + usize(r) * RECENT_ROW) - f64.load(blocks + usize(r - 1) * RECENT_ROW),
    );
  }
  f64.store(instance, medianOfSorted(LEARNING - 1), GAP);
}
/** Sorts so many of the values that were put there, and gives the middle one or the mean of the two middle ones. */
function medianOfSorted(count: i32): f64 {
  for (let i: i32 = 1; i < count; i++) {
    const moved: f64 = value(SORTED, i);
    let hole: i32 = i;
    while (hole > 0 && value(SORTED, hole - 1) > moved) {
      setValue(SORTED, hole, value(SORTED, hole - 1));
      hole -= 1;
    }
    setValue(SORTED, hole, moved);
  }
  const middle: i32 = count >> 1;
  return (count & 1) === 1
    ? value(SORTED, middle)
    : 0.5 * (value(SORTED, middle - 1) + value(SORTED, middle));
}

// ---- what a host asks after a frame ----
export function tierOf(at: usize, index: i32): i32 {
  vehicle = at;
  return i32.load(instanceAt(index), TIER);
}
export function changesOf(at: usize, index: i32): f64 {
  vehicle = at;
  return f64.load(instanceAt(index), CHANGES);
}
export function statisticOf(at: usize, index: i32): f64 {
  vehicle = at;
  return f64.load(instanceAt(index), STATISTIC);
}
export function changeTimeOf(at: usize, index: i32): f64 {
  vehicle = at;
  return f64.load(instanceAt(index), CHANGE_TIME);
}
export function driftOf(at: usize, index: i32, channel: i32): f64 {
  vehicle = at;
  return value(instanceAt(index) + DRIFT, channel);
}
export function driftSdOf(at: usize, index: i32, channel: i32): f64 {
  vehicle = at;
  return value(instanceAt(index) + DRIFT_SD, channel);
}
