import { bankBytes, bankChannels, isBank, isWhole, isWithin } from "./bank.ts";
import { CLOCK_BYTES } from "./clock.ts";
import { MOMENTS_BYTES } from "./mahalanobis.ts";
import { KINDS } from "./memory.ts";
import { NOISE_BYTES } from "./noise-growth.ts";
import { MODELS } from "./noise-models.ts";
import { FRAME_REPEATS_BYTES, REPEATS_BYTES } from "./repeats.ts";

/**
 * A vehicle in memory: header and table of banks, its sensors (an instance of a kind each), the moments of each rig, then the
 * banks of noise models, which follow each other without gaps.
 */

// ---- kinds: rows that the host lays before the first frame, of sixteen doubles ----
const KIND_BYTES: usize = 128;
const MOST_KINDS: i32 = 32;
/** Channels, 1 to 3; how a value becomes a channel (0 as it is, 1 its logarithm with an offset, 2 a rotation, 3 its logit). */
export const CHANNELS: usize = 0;
export const TRANSFORM: usize = 8;
export const LOGARITHM: i32 = 1;
export const ROTATION: i32 = 2;
export const LOGIT: i32 = 3;
/** Which side is a fault: 1 upper, −1 lower, 0 both. */
export const SIDE: usize = 16;
/** Limits, in the reading's unit (degrees for a rotation); the least scale of a channel; the share of the caution limit that is no drift. */
export const CAUTION_LIMIT: usize = 24;
export const CRITICAL_LIMIT: usize = 32;
export const LEAST_SCALE: usize = 40;
export const ZONE_SHARE: usize = 48;
/** Added before the logarithm. */
export const OFFSET: usize = 56;
/** 1 where 0 is right by definition, so that a level beyond a limit is a fault of its own. */
export const ZERO_IS_RIGHT: usize = 64;
/** The worst tier that it can bring; what cannot be CRITICAL opens no breach and has no part in T². */
export const WORST_TIER: usize = 72;
/** What software holds before there is a value (repeats.ts). */
export const DEFAULT_RULE: usize = 80;
/** The standard deviation that is expected of a channel before it is known. */
export const EXPECTED_SCALE: usize = 88;
/** A reading counts only while the last one of this kind on its rig in the same frame, −1 for none, is at least so large. */
export const GATE_KIND: usize = 96;
export const GATE: usize = 104;

/** The address of a kind's row, for the host. */
export function kindRow(kind: i32): usize {
  return KINDS + usize(kind) * KIND_BYTES;
}

// ---- header ----
/** Kept blocks name their entry in 32 bits. */
const MOST_ENTRIES: i32 = 2_147_483_647;
export const ENTRIES: usize = 0;
export const FRAMES: usize = 8;
const INSTANCES: usize = 16;
const BANKS: usize = 20;
const RIGS: usize = 24;
export const FROZEN: usize = 28;
/** Of the vehicle: tier, reason, and since which entry and time. */
export const VEHICLE_TIER: usize = 32;
export const VEHICLE_REASON: usize = 36;
export const TIER_ENTRY: usize = 40;
export const TIER_TIME: usize = 48;
/** Capture time up to which its newest frames have come. */
export const NEWEST_TIME: usize = 56;
/** Share of outliers among about the last hundred frames; frames that were tested and outliers among them while nothing was unusual. */
export const OUTLIER_SHARE: usize = 64;
export const TESTED: usize = 72;
export const OUTLIERS: usize = 80;
/** 1 while there are more outliers than there used to be, and more than are borne. */
export const HAS_MANY_OUTLIERS: usize = 88;
export const FRAME_REPEATS: usize = 96;
const BANK_TABLE: usize = FRAME_REPEATS + FRAME_REPEATS_BYTES;
const BANK_ROW: usize = 4;
export const MOST_INSTANCES: i32 = 16;
/** One bank more than sensors: a new one is made beside the one that it follows. The last row is for alignment. */
const HEADER: usize = BANK_TABLE + BANK_ROW * 18;

// ---- an instance ----
export const KIND: usize = 0;
/** Which bank its blocks go into, −1 while it learns; its first channel there. */
export const BANK: usize = 4;
export const FIRST_CHANNEL: usize = 8;
/** 1 while a change is proved and has not gone. */
export const CHANGED: usize = 12;
export const TIER: usize = 16;
/** Blocks for which the tier has been this one; why it is. */
export const TIER_BLOCKS: usize = 20;
export const REASON: usize = 24;
export const RIG: usize = 28;
/** Its first channel among those of its rig, −1 where T² has no room for it. */
export const RIG_CHANNEL: usize = 32;
/** 1 where the change was proved by a knock. */
export const KNOCKED: usize = 36;
export const FIRST_TIME: usize = 40;
export const READINGS: usize = 48;
/** The newest reading's time, and what is added to capture times since a clock went back: time goes on. */
export const NEWEST: usize = 56;
export const TIME_OFFSET: usize = 64;
export const BLOCKS: usize = 72;
/** The block under way: its first reading's time and entry, readings, sums. */
export const BLOCK_TIME: usize = 80;
export const BLOCK_ENTRY: usize = 88;
export const BLOCK_READINGS: usize = 96;
export const BLOCK_SUMS: usize = 104;
/** The rotation that residuals are taken from, or unused. */
export const REFERENCE: usize = 128;
/** Of each channel: middle and spread of the first blocks; a bank's values are in these units. */
export const CENTRE: usize = 160;
export const SCALE: usize = 184;
/** Where the bank's values are taken from, beside the centre and in its units: a new bank begins at the level it follows. */
export const SHIFT: usize = 208;
/** Once a change is proved: the level before it and its variance, the variance of a block then, in the bank's units. */
export const BASELINE: usize = 232;
export const BASELINE_VARIANCE: usize = 256;
export const BLOCK_VARIANCE: usize = 280;
/** Drift from there and its standard deviation, in the channel's unit; the same of the sensor in the unit of its limits. */
export const DRIFT: usize = 304;
export const DRIFT_SD: usize = 328;
export const AMOUNT: usize = 352;
export const AMOUNT_SD: usize = 360;
/** P(|drift| > limit). */
export const BEYOND_CAUTION: usize = 368;
export const BEYOND_CRITICAL: usize = 376;
/** How the drift goes on: 1 for a ramp; the rate a day in the unit of its limits and its standard deviation. */
export const RAMP: usize = 384;
export const RATE: usize = 392;
export const RATE_SD: usize = 400;
/** The tier that its level asks for beside what is right; how far off it is, and the standard deviation. */
export const OFF_TIER: usize = 408;
export const OFF: usize = 416;
export const OFF_SD: usize = 424;
export const STATISTIC: usize = 432;
export const CHANGES: usize = 440;
/** When the change began, with which entry, and the entries between which it did with 50 % and with 90 %. */
export const CHANGE_TIME: usize = 448;
export const CHANGE_ENTRY: usize = 456;
export const CHANGE_LIKELY: usize = 464;
export const CHANGE_WIDELY: usize = 480;
/** Entry and time of the reading that closed the block that proved it, the statistic then, its channel. */
export const OPENED_ENTRY: usize = 496;
export const OPENED_TIME: usize = 504;
export const OPENED_STATISTIC: usize = 512;
export const OPENED_CHANNEL: usize = 520;
/** The largest term of the last judgement: its channel, noise model, blocks since, shape, change and its variance, level before. */
export const TERM: usize = 528;
/** The median time between the first blocks. */
export const GAP: usize = 584;
/** Tabular CUSUM of each channel's blocks, upper and lower, for people: it decides nothing. */
export const CHART_UPPER: usize = 592;
export const CHART_LOWER: usize = 616;
/** Share of the last fifty frames that had a reading, now and as the baseline was learnt. */
export const PRESENCE: usize = 640;
export const USUAL_PRESENCE: usize = 648;
/** A registered rotation: 1 where there is one, from when on, as a quaternion. */
export const REGISTERED: usize = 656;
export const REGISTERED_FROM: usize = 664;
export const REGISTERED_ROTATION: usize = 672;
/** The baseline before the fault that a repair followed: 1 where there is one, of each channel its level and variance; 1 where the new one differs. */
export const FORMER: usize = 704;
export const FORMER_LEVEL: usize = 712;
export const FORMER_VARIANCE: usize = 736;
export const NOT_RESTORED: usize = 760;
/** Up to three places where it stood and that it left again: how many; of each the way there from the baseline, and blocks. */
export const PLACES_LEFT: usize = 768;
export const PLACE_ROWS: usize = 776;
export const PLACE_ROW: usize = 32;
export const MOST_PLACES: i32 = 3;
/** From when on the bank follows its level: when its newest change began. */
export const FOLLOWED_FROM: usize = 872;
export const CLOCK: usize = 880;
export const REPEATS: usize = CLOCK + CLOCK_BYTES;
/** Of each channel. */
export const NOISE: usize = REPEATS + REPEATS_BYTES;
export const NOISE_ROW: usize = NOISE_BYTES;
/** Its newest fifty blocks, the oldest first: time, entry (32 bits) and values (binary32). */
export const KEPT: usize = NOISE + 3 * NOISE_BYTES;
export const RECENT: usize = KEPT + 8;
export const RECENT_ROW: usize = 24;
export const MOST_RECENT: i32 = 50;
const INSTANCE_BYTES: usize = RECENT + RECENT_ROW * 50;

// ---- reasons of a tier; the first is that of a sensor that learns ----
export const IN_CONTROL: i32 = 1;
export const CHANGE_BELOW_LIMIT: i32 = 2;
export const CAUTION_EXCEEDED: i32 = 3;
export const CRITICAL_EXCEEDED: i32 = 4;
export const BASELINE_BEYOND: i32 = 5;
export const CONFIDENCE_LOW: i32 = 6;
export const NOISE_GROWN: i32 = 7;
export const HELD: i32 = 8;
export const LATE: i32 = 9;
export const REPEATING: i32 = 10;
export const CONVENTION: i32 = 11;

/** 0 is UNKNOWN. */
export const NOMINAL: i32 = 1;
export const CAUTION: i32 = 2;
export const CRITICAL: i32 = 3;

let vehicle: usize = 0;
/** The vehicle that is worked on. */
export function openVehicle(at: usize): void {
  vehicle = at;
}
export function header(): usize {
  return vehicle;
}
export function instanceAt(index: i32): usize {
  return vehicle + HEADER + usize(index) * INSTANCE_BYTES;
}
export function instances(): i32 {
  return i32.load(vehicle, INSTANCES);
}
export function banks(): i32 {
  return i32.load(vehicle, BANKS);
}
export function rigs(): i32 {
  return i32.load(vehicle, RIGS);
}
export function kindOf(instance: usize): usize {
  return kindRow(i32.load(instance, KIND));
}
export function channelsOf(instance: usize): i32 {
  return i32(f64.load(kindOf(instance), CHANNELS));
}
export function transformOf(instance: usize): i32 {
  return i32(f64.load(kindOf(instance), TRANSFORM));
}
export function bankOf(instance: usize): usize {
  return bankAt(i32.load(instance, BANK));
}
export function value(base: usize, channel: i32): f64 {
  return f64.load(base + (usize(channel) << 3));
}
export function setValue(base: usize, channel: i32, to: f64): void {
  f64.store(base + (usize(channel) << 3), to);
}

/** A kept block: its time, its entry, a value. */
export function keptAt(instance: usize, row: i32): usize {
  return instance + RECENT + usize(row) * RECENT_ROW;
}
export function keptEntry(block: usize): f64 {
  return f64(i32.load(block, 8));
}
export function keptValue(block: usize, channel: i32): f64 {
  return f64(f32.load(block + (usize(channel) << 2), 12));
}
export function keptBlocks(instance: usize): i32 {
  return i32(f64.load(instance, KEPT));
}

export function momentsAt(rig: i32): usize {
  return vehicle + HEADER + usize(instances()) * INSTANCE_BYTES + usize(rig) * MOMENTS_BYTES;
}
function bankSize(bank: i32): usize {
  return usize(i32.load(vehicle + BANK_TABLE + usize(bank) * BANK_ROW));
}
export function bankAt(bank: i32): usize {
  let at: usize = momentsAt(rigs());
  for (let b: i32 = 0; b < bank; b++) at += bankSize(b);
  return at;
}
/** A bank has another size, 0 for none: those after it move. What it holds is the caller's. */
export function resize(bank: i32, to: usize): void {
  const next: usize = bankAt(bank + 1);
  const end: usize = bankAt(banks());
  memory.copy(bankAt(bank) + to, next, end - next);
  i32.store(vehicle + BANK_TABLE + usize(bank) * BANK_ROW, i32(to));
}
/** Ends a bank that no instance goes into any more; banks after it count one less. */
export function removeBank(bank: i32): void {
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
export function addBank(): i32 {
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
/**
 * Whether so many bytes, which may come from anybody, are a vehicle: all that says where the engine reads and writes, and what
 * the host looks names up by, is within its bounds. Other numbers are free: they make another vehicle, and harm no memory.
 */
export function isVehicle(at: usize, bytes: i32): i32 {
  vehicle = at;
  if (bytes < i32(HEADER) || isWithin(instances(), 0, MOST_INSTANCES) === 0) return 0;
  if (isWhole(f64.load(at, ENTRIES), MOST_ENTRIES) === 0) return 0;
  if (isWithin(rigs(), 0, MOST_INSTANCES) + isWithin(banks(), 0, instances()) < 2) return 0;
  if (
    isWithin(i32.load(at, VEHICLE_TIER), 0, CRITICAL) + isWithin(i32.load(at, VEHICLE_REASON), 0, REPEATING) <
    2
  )
    return 0;
  let left: i32 = bytes - i32(momentsAt(rigs()) - at);
  for (let b: i32 = 0; b < banks(); b++) {
    const size: i32 = i32(bankSize(b));
    if (left < 0 || size > left || isBank(bankAt(b), size) === 0) return 0;
    left -= size;
  }
  if (left !== 0) return 0;
  for (let i: i32 = 0; i < instances(); i++) if (isInstance(instanceAt(i)) === 0) return 0;
  for (let b: i32 = 0; b < banks(); b++) if (channelsInto(b) !== bankChannels(bankAt(b))) return 0;
  return 1;
}
function isInstance(instance: usize): i32 {
  if (
    isWithin(i32.load(instance, KIND), 0, MOST_KINDS - 1) + isWithin(i32.load(instance, RIG), 0, rigs() - 1) <
    2
  )
    return 0;
  const channels: i32 = channelsOf(instance);
  const bank: i32 = i32.load(instance, BANK);
  if (isWithin(channels, 1, 3) === 0) return 0;
  if (isWithin(bank, -1, banks() - 1) + isWithin(i32.load(instance, RIG_CHANNEL), -1, 8 - channels) < 2)
    return 0;
  const room: i32 = bank < 0 ? 0 : bankChannels(bankAt(bank)) - channels;
  if (bank >= 0 && isWithin(i32.load(instance, FIRST_CHANNEL), 0, room) === 0) return 0;
  if (
    isWithin(i32.load(instance, TIER), 0, CRITICAL) + isWithin(i32.load(instance, REASON), 0, REPEATING) <
    2
  )
    return 0;
  if (
    isWhole(f64.load(instance, OFF_TIER), CRITICAL) +
      isWhole(f64.load(instance, OPENED_CHANNEL), channels - 1) <
    2
  )
    return 0;
  if (isWhole(f64.load(instance, TERM), channels - 1) + isWhole(f64.load(instance, TERM + 8), MODELS - 1) < 2)
    return 0;
  return isWhole(f64.load(instance, KEPT), MOST_RECENT) +
    isWhole(f64.load(instance, PLACES_LEFT), MOST_PLACES) ===
    2
    ? 1
    : 0;
}
/** Channels of the sensors whose blocks go into a bank. */
function channelsInto(bank: i32): i32 {
  let channels: i32 = 0;
  for (let i: i32 = 0; i < instances(); i++) {
    if (i32.load(instanceAt(i), BANK) === bank) channels += channelsOf(instanceAt(i));
  }
  return channels;
}
/** One more sensor of a kind on a rig, the first rig being 0; gives its index, or −1 where there is no room for a seventeenth. */
export function addInstance(at: usize, kind: i32, rig: i32): i32 {
  vehicle = at;
  const index: i32 = instances();
  if (index === MOST_INSTANCES) return -1;
  const from: usize = instanceAt(index);
  memory.copy(from + INSTANCE_BYTES, from, bankAt(banks()) - from);
  memory.fill(from, 0, INSTANCE_BYTES);
  i32.store(vehicle, index + 1, INSTANCES);
  i32.store(from, kind, KIND);
  i32.store(from, rig, RIG);
  i32.store(from, -1, BANK);
  while (rig >= rigs()) {
    const end: usize = momentsAt(rigs());
    memory.copy(end + MOMENTS_BYTES, end, bankAt(banks()) - end);
    memory.fill(end, 0, MOMENTS_BYTES);
    i32.store(vehicle, rigs() + 1, RIGS);
  }
  i32.store(from, placeOnRig(index, rig), RIG_CHANNEL);
  return index;
}
function placeOnRig(index: i32, rig: i32): i32 {
  if (f64.load(kindOf(instanceAt(index)), WORST_TIER) < 3) return -1;
  let first: i32 = 0;
  for (let i: i32 = 0; i < index; i++) {
    const other: usize = instanceAt(i);
    if (i32.load(other, RIG) === rig && i32.load(other, RIG_CHANNEL) >= 0) first += channelsOf(other);
  }
  return first + channelsOf(instanceAt(index)) <= 8 ? first : -1;
}
/** A sensor as if it had never been received, but what it is and what is registered of it. */
export function clearInstance(index: i32): void {
  const instance: usize = instanceAt(index);
  const bank: i32 = i32.load(instance, BANK);
  i32.store(instance, -1, BANK);
  if (bank >= 0) {
    let others: i32 = 0;
    for (let i: i32 = 0; i < instances(); i++) if (i32.load(instanceAt(i), BANK) === bank) others += 1;
    if (others === 0) removeBank(bank);
  }
  memory.fill(instance + CHANGED, 0, RIG - CHANGED);
  memory.fill(instance + KNOCKED, 0, REFERENCE - KNOCKED);
  memory.fill(instance + CENTRE, 0, REGISTERED - CENTRE);
  memory.fill(instance + NOT_RESTORED, 0, CLOCK - NOT_RESTORED);
  memory.fill(instance + NOISE, 0, INSTANCE_BYTES - NOISE);
}
