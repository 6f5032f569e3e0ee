import * as bank from "./bank.ts";
import { blocksOf, foldBlock, SHOWS_CHANGE } from "./bank.ts";
import {
  closedEntry,
  closedTime,
  closedValue,
  isClosed,
  isPresent,
  keepBlocks,
  takeReading,
} from "./blocks.ts";
import { isHeldToBaseline, leavePlace, noiseAt, toChannelUnit, zoneOf } from "./drift.ts";
import * as its from "./layout.ts";
import {
  addBank,
  bankAt,
  bankOf,
  banks,
  channelsOf,
  instanceAt,
  instances,
  kindOf,
  resize,
  setValue,
  value,
} from "./layout.ts";
import { learnMoments } from "./mahalanobis.ts";
import { EXCHANGE, LIMIT, SORTED } from "./memory.ts";
import { followNoise, keepValue } from "./noise-growth.ts";
import { exp, ln } from "./numeric.ts";

/**
 * What blocks do to a vehicle. Fifty give centre and scale; from there on a bank judges each one. Sensors whose blocks have the
 * same times share a bank until a time differs. When a change is proved, the level before it is the baseline, and a new bank
 * follows the level since: the drift is the way from one to the other.
 */

const LEARNING: i32 = 50;
const JUDGED_AFTER: f64 = 30;
/** What the statistic has to reach, in nats, until the host sets another limit. */
const USUAL_LIMIT: f64 = 9.5;
export function layLimit(): void {
  setLimit(USUAL_LIMIT);
}
export function setLimit(nats: f64): void {
  f64.store(LIMIT, nats);
}
function limit(): f64 {
  return f64.load(LIMIT);
}
/** Below it no start of a change counts. */
const NO_STATISTIC: f64 = -80;
/** The blocks that the limit is meant for; fewer and more looks than these make no difference. */
const USUAL_BLOCKS: f64 = 2000;
const LEAST_LOOKS: f64 = 200;
const MOST_LOOKS: f64 = 20_000;
/** What a knock counts as, whatever the bank says. */
const KNOCK_COUNTS: f64 = 99;
/** Stands for it while the first blocks are taken in, of which so many come before a knock can be seen. */
const EARLY_KNOCK: f64 = 98;
const KNOCK_FROM: i32 = 20;
const COMES_BACK: f64 = 0.25;
/** Of the tabular CUSUM: reference value, and where values are clipped. */
const CHART_REFERENCE: f64 = 0.5;
const CHART_CLIP: f64 = 3;
/** Frames over which a sensor's presence is remembered. */
export const PRESENCE_MEMORY: f64 = 50;
/** Standard deviations from the level after a change at which its first block is one across it. */
const ACROSS: f64 = 5;

/** The readings of a frame that count are taken into blocks; gives 1 where any closed one. */
export function takeBlocks(time: f64, window: f64): i32 {
  let closed: i32 = 0;
  for (let i: i32 = 0; i < instances(); i++) {
    followPresence(instanceAt(i), isPresent(i), time);
    if (isPresent(i) === 0) continue;
    takeReading(i, time, window);
    closed |= isClosed(i);
  }
  if (closed === 0) return 0;
  keepBlocks();
  for (let b: i32 = 0; b < banks(); b++) foldInto(b);
  return 1;
}
/** A frame that is older than a sensor's newest reading says nothing of its absence: sensors may be sent one after another. */
function followPresence(instance: usize, present: i32, time: f64): void {
  if (present === 0 && time + f64.load(instance, its.TIME_OFFSET) < f64.load(instance, its.NEWEST)) return;
  const before: f64 = f64.load(instance, its.PRESENCE);
  const is: f64 =
    f64.load(instance, its.READINGS) === 0
      ? f64(present)
      : before + (f64(present) - before) / PRESENCE_MEMORY;
  f64.store(instance, is, its.PRESENCE);
}
/** Proved changes get a bank of their own, and sensors with fifty blocks their first one. */
export function followBlocks(): void {
  for (let i: i32 = 0; i < instances(); i++) {
    const instance: usize = instanceAt(i);
    if (isClosed(i) === 0 || i32.load(instance, its.BANK) < 0) continue;
    drawCharts(i);
    if (f64.load(instance, its.STATISTIC) >= limit()) followChange(i);
  }
  for (let i: i32 = 0; i < instances(); i++) beginBank(i);
}

/** Blocks that the frame closed go into their bank; where only some did, or at other times, the bank is split first. */
function foldInto(b: i32): void {
  let members: i32 = 0;
  let closed: i32 = 0;
  let time: f64 = -1;
  let entry: f64 = 0;
  let agree: i32 = 1;
  for (let i: i32 = 0; i < instances(); i++) {
    if (i32.load(instanceAt(i), its.BANK) !== b) continue;
    members += 1;
    if (isClosed(i) === 0) continue;
    closed += 1;
    if (time >= 0 && closedTime(i) !== time) agree = 0;
    time = closedTime(i);
    entry = closedEntry(i);
  }
  if (closed === 0) return;
  if (closed < members || agree === 0) {
    split(b);
    // Another bank has its place now; the new ones are met later in the same loop.
    foldInto(b);
    return;
  }
  let judged: i32 = 0;
  for (let i: i32 = 0; i < instances(); i++) {
    const instance: usize = instanceAt(i);
    if (i32.load(instance, its.BANK) !== b) continue;
    offerClosed(i);
    if (time - f64.load(instance, its.FIRST_TIME) >= JUDGED_AFTER) judged = 1;
  }
  const at: usize = bankAt(b);
  foldBlock(at, time, entry, EXCHANGE, blocksOf(at) >= 5 ? judged : 0);
  for (let i: i32 = 0; i < instances(); i++) {
    const instance: usize = instanceAt(i);
    if (i32.load(instance, its.BANK) === b) takeStatistic(instance, blocksOf(at) > 5 ? judged : 0);
  }
  resize(b, usize(bank.bankBytes(bankAt(b))));
}
/** What a bank is to take of one instance: the block that it closed, or one that is kept. */
function offerClosed(index: i32): void {
  const instance: usize = instanceAt(index);
  for (let c: i32 = 0; c < channelsOf(instance); c++) offer(instance, c, closedValue(index, c));
}
function offerKept(instance: usize, row: i32): void {
  const block: usize = its.keptAt(instance, row);
  for (let c: i32 = 0; c < channelsOf(instance); c++) offer(instance, c, its.keptValue(block, c));
}
function offer(instance: usize, channel: i32, blockValue: f64): void {
  const to: usize = EXCHANGE + (usize(i32.load(instance, its.FIRST_CHANNEL) + channel) << 3);
  const scale: f64 = value(instance + its.SCALE, channel);
  const moved: f64 = standardised(instance, channel, blockValue);
  f64.store(to, moved - value(instance + its.SHIFT, channel), bank.VALUES);
  f64.store(to, zoneOf(instance, channel) / scale, bank.ZONES);
  f64.store(to, channelsOf(instance) > 1 ? 0 : f64.load(kindOf(instance), its.SIDE), bank.SIDES);
}

/** The Bayes factors of an instance's channels, as a mixture over all channels of the vehicle; and what the largest one speaks of. */
function takeStatistic(instance: usize, judged: i32): void {
  f64.store(instance, -99, its.STATISTIC);
  if (judged === 0) return;
  let all: f64 = 0;
  for (let i: i32 = 0; i < instances(); i++) all += f64(channelsOf(instanceAt(i)));
  let sum: f64 = 0;
  let most: i32 = 0;
  const results: usize = EXCHANGE + (usize(i32.load(instance, its.FIRST_CHANNEL)) << 3);
  const statistics: usize = results + bank.STATISTICS;
  for (let c: i32 = 0; c < channelsOf(instance); c++) {
    sum += exp(value(statistics, c));
    if (value(statistics, c) > value(statistics, most)) most = c;
  }
  const nats: f64 = ln(sum / all) + ln(USUAL_BLOCKS / looksOf(instance));
  f64.store(instance, nats < NO_STATISTIC ? -99 : nats, its.STATISTIC);
  // Kept until the frame's banks are all done: a new bank moves those behind it.
  takeTerm(instance, results + (usize(most) << 3), most);
  if (takeKnock(instance) === 1) f64.store(instance, KNOCK_COUNTS, its.STATISTIC);
  if (f64.load(instance, its.STATISTIC) < limit() || isGoingOn(instance) === 1) return;
  noteOpening(instance);
}
function noteOpening(instance: usize): void {
  f64.store(instance, f64.load(its.header()), its.OPENED_ENTRY);
  f64.store(instance, f64.load(instance, its.NEWEST), its.OPENED_TIME);
  f64.store(instance, f64.load(instance, its.STATISTIC), its.OPENED_STATISTIC);
}
/** A ramp is proved again and again as it goes on: it is one change, and begins where it was proved first. */
function isGoingOn(instance: usize): i32 {
  return i32.load(instance, its.CHANGED) === 1 && f64.load(instance, its.RAMP) === 1 ? 1 : 0;
}
/**
 * How often a sensor has been looked at: the likelihood ratio is a mean over the blocks that a change may have begun at, not their
 * sum, so that a young vehicle, which had few chances of a false alarm, needs less and an old one more.
 */
function looksOf(instance: usize): f64 {
  const blocks: f64 = f64.load(instance, its.BLOCKS);
  return blocks < LEAST_LOOKS ? LEAST_LOOKS : blocks > MOST_LOOKS ? MOST_LOOKS : blocks;
}
/** The largest term of a judgement: when the change began, and what is needed to describe it. */
function takeTerm(instance: usize, found: usize, channel: i32): void {
  const term: usize = instance + its.TERM;
  f64.store(term, f64(channel));
  f64.store(term, f64.load(found, bank.CHANGE_MODELS), 8);
  f64.store(term, f64.load(found, bank.CHANGE_BLOCKS), 16);
  f64.store(term, f64.load(found, bank.CHANGE_SHAPES), 24);
  f64.store(term, f64.load(found, bank.CHANGE_SIZES), 32);
  f64.store(term, f64.load(found, bank.CHANGE_VARIANCES), 40);
  f64.store(term, f64.load(found, bank.LEVELS_BEFORE), 48);
  if (f64.load(instance, its.STATISTIC) < limit()) return;
  if (i32.load(instance, its.CHANGED) === 0) {
    keepBaseline(instance);
    i32.store(instance, 0, its.KNOCKED);
  }
  f64.store(instance, f64.load(found, bank.CHANGE_TIMES), its.FOLLOWED_FROM);
  if (isGoingOn(instance) === 1) return;
  setChange(instance, f64.load(found, bank.CHANGE_TIMES), f64.load(found, bank.CHANGE_ENTRIES));
  setValue(instance + its.CHANGE_LIKELY, 0, f64.load(found, bank.LIKELY_FROM));
  setValue(instance + its.CHANGE_LIKELY, 1, f64.load(found, bank.LIKELY_TO));
  setValue(instance + its.CHANGE_WIDELY, 0, f64.load(found, bank.WIDELY_FROM));
  setValue(instance + its.CHANGE_WIDELY, 1, f64.load(found, bank.WIDELY_TO));
  f64.store(instance, f64(channel), its.OPENED_CHANNEL);
}
function setChange(instance: usize, time: f64, entry: f64): void {
  f64.store(instance, time, its.CHANGE_TIME);
  f64.store(instance, entry, its.CHANGE_ENTRY);
}
/**
 * Three blocks in a row far beyond all that is likely are a change by themselves. After a pause, where a vehicle may be loaded
 * otherwise or its sensor warm, they must be far beyond the critical limit too.
 */
function takeKnock(instance: usize): i32 {
  const at: usize = bankOf(instance);
  const first: i32 = i32.load(instance, its.FIRST_CHANNEL);
  for (let c: i32 = 0; c < channelsOf(instance); c++) {
    if (bank.knockOf(at, first + c) === 0) continue;
    const since: f64 = bank.knockTime(at, first + c);
    const before: f64 = bank.levelBeforeKnock(at, first + c);
    const moved: f64 = value(EXCHANGE + bank.VALUES, first + c) - before;
    if (pauseBefore(instance, since) >= bank.PAUSE) {
      const critical: f64 = toChannelUnit(instance, c, f64.load(kindOf(instance), its.CRITICAL_LIMIT));
      if (Math.abs(moved) * value(instance + its.SCALE, c) < 2 * critical) continue;
    }
    f64.store(instance, since, its.FOLLOWED_FROM);
    if (isGoingOn(instance) === 1) return 1;
    const entry: f64 = bank.knockEntry(at, first + c);
    setChange(instance, since, entry);
    for (let end: i32 = 0; end < 2; end++) {
      setValue(instance + its.CHANGE_LIKELY, end, entry);
      setValue(instance + its.CHANGE_WIDELY, end, entry);
    }
    f64.store(instance, f64(c), its.OPENED_CHANNEL);
    if (i32.load(instance, its.CHANGED) === 1) return 1;
    keepBaseline(instance);
    i32.store(instance, 1, its.KNOCKED);
    // The bank has taken the knock's own blocks in already.
    setValue(instance + its.BLOCK_VARIANCE, c, bank.blockVarianceBeforeKnock(at, first + c));
    if (i32.load(its.header(), its.FROZEN) === 0) {
      setBaseline(instance, c, before, bank.levelVarianceBeforeKnock(at, first + c));
    }
    return 1;
  }
  return 0;
}
/** Seconds between the block that began at a time and the one before it. */
function pauseBefore(instance: usize, time: f64): f64 {
  for (let r: i32 = 1; r < its.keptBlocks(instance); r++) {
    const block: usize = its.keptAt(instance, r);
    if (f64.load(block) === time) return time - f64.load(block - its.RECENT_ROW);
  }
  return 0;
}

/** The level before the change is the baseline from now on: that of a channel that shows none is its level now. One that is frozen stays. */
function keepBaseline(instance: usize): void {
  const isFrozen: i32 = i32.load(its.header(), its.FROZEN);
  const first: i32 = i32.load(instance, its.FIRST_CHANNEL);
  for (let c: i32 = 0; c < channelsOf(instance); c++) {
    const found: usize = EXCHANGE + (usize(first + c) << 3);
    if (f64.load(found, bank.STATISTICS) >= SHOWS_CHANGE) {
      setValue(instance + its.BLOCK_VARIANCE, c, f64.load(found, bank.BLOCK_VARIANCES));
      if (isFrozen === 1) continue;
      setBaseline(
        instance,
        c,
        f64.load(found, bank.LEVELS_BEFORE),
        f64.load(found, bank.LEVEL_VARIANCES_BEFORE),
      );
      continue;
    }
    bank.weighLevel(bankOf(instance), first + c, 0);
    setValue(instance + its.BLOCK_VARIANCE, c, bank.blockVarianceFound());
    if (isFrozen === 0) setBaseline(instance, c, bank.levelFound(), bank.levelVarianceFound());
  }
}
function setBaseline(instance: usize, channel: i32, level: f64, variance: f64): void {
  setValue(instance + its.BASELINE, channel, level + value(instance + its.SHIFT, channel));
  setValue(instance + its.BASELINE_VARIANCE, channel, variance);
}
/** The level now is the baseline, as an operator says. */
export function takeLevelAsBaseline(instance: usize): void {
  if (i32.load(instance, its.BANK) < 0) return;
  const first: i32 = i32.load(instance, its.FIRST_CHANNEL);
  for (let c: i32 = 0; c < channelsOf(instance); c++) {
    bank.weighLevel(bankOf(instance), first + c, 0);
    setBaseline(instance, c, bank.levelFound(), bank.levelVarianceFound());
    setValue(instance + its.BLOCK_VARIANCE, c, bank.blockVarianceFound());
  }
}

/** Every instance of a bank has one of its own from now on, behind the other banks. */
function split(b: i32): void {
  for (let i: i32 = 0; i < instances(); i++) {
    const instance: usize = instanceAt(i);
    if (i32.load(instance, its.BANK) !== b) continue;
    bank.splitBank(bankAt(b), bankAt(banks()), i32.load(instance, its.FIRST_CHANNEL), channelsOf(instance));
    i32.store(instance, addBank(), its.BANK);
    i32.store(instance, 0, its.FIRST_CHANNEL);
  }
  its.removeBank(b);
}
/** An instance has a bank of its own from now on, if it has one. */
export function partBank(index: i32): void {
  const own: i32 = i32.load(instanceAt(index), its.BANK);
  if (own < 0) return;
  for (let i: i32 = 0; i < instances(); i++) {
    if (i === index || i32.load(instanceAt(i), its.BANK) !== own) continue;
    split(own);
    return;
  }
}

/** A new bank follows the level since the change: the newest blocks are taken in anew. */
function followChange(index: i32): void {
  const instance: usize = instanceAt(index);
  partBank(index);
  if (i32.load(instance, its.CHANGED) === 1) leavePlace(instance);
  i32.store(instance, 1, its.CHANGED);
  f64.store(instance, f64.load(instance, its.CHANGES) + 1, its.CHANGES);
  const before: i32 = i32.load(instance, its.BANK);
  bank.sowAnew(bankAt(before), bankAt(banks()), 0, channelsOf(instance), f64.load(instance, its.GAP));
  i32.store(instance, addBank(), its.BANK);
  const from: f64 = f64.load(instance, its.FOLLOWED_FROM);
  shiftTo(instance, from);
  foldRecent(instance, from);
  its.removeBank(before);
}
/** The bank's values are taken from the median of the kept blocks since a time. */
function shiftTo(instance: usize, from: f64): void {
  for (let c: i32 = 0; c < channelsOf(instance); c++) {
    let count: i32 = 0;
    for (let r: i32 = 0; r < its.keptBlocks(instance); r++) {
      const block: usize = its.keptAt(instance, r);
      if (f64.load(block) < from) continue;
      setValue(SORTED, count, standardised(instance, c, its.keptValue(block, c)));
      count += 1;
    }
    if (count > 0) setValue(instance + its.SHIFT, c, medianOfSorted(count));
  }
}
/**
 * The kept blocks from a time on, into the instance's bank. Of three or more the first is left out where it has readings from
 * before and after the change: one that far out looks like slow noise, under which no level is known for a hundred blocks.
 */
function foldRecent(instance: usize, from: f64): void {
  const kept: i32 = its.keptBlocks(instance);
  for (let r: i32 = 0; r < kept; r++) {
    const block: usize = its.keptAt(instance, r);
    if (f64.load(block) < from) continue;
    const isFirst: i32 = r === 0 || f64.load(block - its.RECENT_ROW) < from ? 1 : 0;
    if (isFirst === 1 && kept - r > 2 && isAcross(instance, block) === 1) continue;
    offerKept(instance, r);
    foldBlock(bankOf(instance), f64.load(block), its.keptEntry(block), EXCHANGE, 0);
  }
}
function isAcross(instance: usize, block: usize): i32 {
  for (let c: i32 = 0; c < channelsOf(instance); c++) {
    const moved: f64 = standardised(instance, c, its.keptValue(block, c));
    const away: f64 = moved - value(instance + its.SHIFT, c);
    if (away * away > ACROSS * ACROSS * value(instance + its.BLOCK_VARIANCE, c)) return 1;
  }
  return 0;
}

/** Fifty blocks are there: centre and scale, and a bank, together with all others that have the same times. */
function beginBank(index: i32): void {
  const instance: usize = instanceAt(index);
  if (i32.load(instance, its.BANK) >= 0 || its.keptBlocks(instance) < LEARNING) return;
  let channels: i32 = 0;
  const own: i32 = banks();
  for (let i: i32 = index; i < instances(); i++) {
    const other: usize = instanceAt(i);
    if (i32.load(other, its.BANK) >= 0 || haveSameTimes(instance, other) === 0) continue;
    if (channels + channelsOf(other) > bank.MOST_CHANNELS) continue;
    i32.store(other, own, its.BANK);
    i32.store(other, channels, its.FIRST_CHANNEL);
    channels += channelsOf(other);
    calibrate(other);
  }
  bank.sowBank(bankAt(own), channels, 0.8, f64.load(instance, its.GAP));
  addBank();
  for (let r: i32 = 0; r < LEARNING; r++) foldKept(index, own, r);
  for (let i: i32 = index; i < instances(); i++) {
    const other: usize = instanceAt(i);
    if (i32.load(other, its.BANK) !== own) continue;
    compareFormer(other);
    learnNoise(other);
  }
  for (let r: i32 = 0; r < LEARNING; r++) learnKept(own, r);
  // A sensor that was knocked leaves the bank to the others, and banks move.
  for (let i: i32 = index; i < instances(); i++) {
    if (f64.load(instanceAt(i), its.STATISTIC) === EARLY_KNOCK) followEarlyKnock(i);
  }
}
/** A row of kept blocks, of the instances from one on that are in a bank. */
function foldKept(index: i32, own: i32, row: i32): void {
  const block: usize = its.keptAt(instanceAt(index), row);
  const time: f64 = f64.load(block);
  for (let i: i32 = index; i < instances(); i++) {
    const instance: usize = instanceAt(i);
    if (i32.load(instance, its.BANK) === own) offerKept(instance, row);
  }
  foldBlock(bankAt(own), time, its.keptEntry(block), EXCHANGE, 0);
  if (row < KNOCK_FROM || time - f64.load(instanceAt(index), its.FIRST_TIME) < JUDGED_AFTER) return;
  for (let i: i32 = index; i < instances(); i++) {
    const instance: usize = instanceAt(i);
    if (i32.load(instance, its.BANK) === own) takeEarlyKnock(instance, row);
  }
}
/** Of the first fifty blocks those before a knock are the baseline, where none after it comes back by three quarters. */
function takeEarlyKnock(instance: usize, row: i32): void {
  if (f64.load(instance, its.STATISTIC) === EARLY_KNOCK) return;
  // Nothing was judged: what is left there is another bank's.
  const results: usize = EXCHANGE + (usize(i32.load(instance, its.FIRST_CHANNEL)) << 3);
  for (let c: i32 = 0; c < channelsOf(instance); c++) setValue(results + bank.STATISTICS, c, NO_STATISTIC);
  if (staysAway(instance, row) === 0 || takeKnock(instance) === 0) return;
  f64.store(instance, EARLY_KNOCK, its.STATISTIC);
}
function staysAway(instance: usize, row: i32): i32 {
  const first: i32 = i32.load(instance, its.FIRST_CHANNEL);
  for (let c: i32 = 0; c < channelsOf(instance); c++) {
    if (bank.knockOf(bankOf(instance), first + c) === 0) continue;
    const before: f64 = bank.levelBeforeKnock(bankOf(instance), first + c);
    const moved: f64 = value(EXCHANGE + bank.VALUES, first + c) - before;
    for (let r: i32 = row + 1; r < LEARNING; r++) {
      const away: f64 = standardised(instance, c, its.keptValue(its.keptAt(instance, r), c)) - before;
      if (away * moved < COMES_BACK * moved * moved) return 0;
    }
  }
  return 1;
}
function followEarlyKnock(index: i32): void {
  const instance: usize = instanceAt(index);
  f64.store(instance, KNOCK_COUNTS, its.STATISTIC);
  noteOpening(instance);
  followChange(index);
}
function isBeforeKnock(instance: usize, row: i32): i32 {
  const isKnocked: i32 = f64.load(instance, its.STATISTIC) === EARLY_KNOCK ? 1 : 0;
  return isKnocked === 1 && f64.load(its.keptAt(instance, row)) >= f64.load(instance, its.FOLLOWED_FROM)
    ? 0
    : 1;
}
/** The kept blocks are the first ones that later ones' scatter is held against. */
function learnNoise(instance: usize): void {
  for (let c: i32 = 0; c < channelsOf(instance); c++) {
    for (let r: i32 = 0; r < LEARNING; r++) {
      const block: usize = its.keptAt(instance, r);
      const raw: f64 = standardised(instance, c, its.keptValue(block, c));
      followNoise(noiseAt(instance, c), raw, f64.load(block), r);
    }
  }
}
/** A kept block of a bank's sensors is a frame of their rigs' reference. */
function learnKept(own: i32, row: i32): void {
  for (let rig: i32 = 0; rig < its.rigs(); rig++) {
    let mask: i32 = 0;
    for (let i: i32 = 0; i < instances(); i++) {
      const instance: usize = instanceAt(i);
      const first: i32 = i32.load(instance, its.RIG_CHANNEL);
      if (i32.load(instance, its.RIG) !== rig || i32.load(instance, its.BANK) !== own || first < 0) continue;
      if (isBeforeKnock(instance, row) === 0) continue;
      for (let c: i32 = 0; c < channelsOf(instance); c++) {
        setValue(SORTED, first + c, standardised(instance, c, its.keptValue(its.keptAt(instance, row), c)));
        mask |= 1 << (first + c);
      }
    }
    if (mask !== 0) learnMoments(its.momentsAt(rig), 8, SORTED, mask);
  }
}
function haveSameTimes(one: usize, other: usize): i32 {
  if (f64.load(one, its.KEPT) !== f64.load(other, its.KEPT)) return 0;
  for (let r: i32 = 0; r < LEARNING; r++) {
    if (f64.load(its.keptAt(one, r)) !== f64.load(its.keptAt(other, r))) return 0;
  }
  return 1;
}
/** Median and 1.4826 times the median absolute deviation of each channel's first blocks; the median time between them. */
function calibrate(instance: usize): void {
  for (let c: i32 = 0; c < channelsOf(instance); c++) {
    for (let r: i32 = 0; r < LEARNING; r++) setValue(SORTED, r, its.keptValue(its.keptAt(instance, r), c));
    const centre: f64 = medianOfSorted(LEARNING);
    for (let r: i32 = 0; r < LEARNING; r++) {
      setValue(SORTED, r, Math.abs(its.keptValue(its.keptAt(instance, r), c) - centre));
    }
    const spread: f64 = 1.4826 * medianOfSorted(LEARNING);
    const least: f64 = f64.load(kindOf(instance), its.LEAST_SCALE);
    setValue(instance + its.CENTRE, c, centre);
    setValue(instance + its.SCALE, c, spread < least ? least : spread);
  }
  for (let r: i32 = 1; r < LEARNING; r++) {
    setValue(SORTED, r - 1, f64.load(its.keptAt(instance, r)) - f64.load(its.keptAt(instance, r - 1)));
  }
  f64.store(instance, medianOfSorted(LEARNING - 1), its.GAP);
  f64.store(instance, f64.load(instance, its.PRESENCE), its.USUAL_PRESENCE);
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
/** Whether a repair has brought the sensor back to where it was before the fault, within three standard deviations and the zone. */
function compareFormer(instance: usize): void {
  if (f64.load(instance, its.FORMER) === 0) return;
  f64.store(instance, 0, its.NOT_RESTORED);
  const first: i32 = i32.load(instance, its.FIRST_CHANNEL);
  for (let c: i32 = 0; c < channelsOf(instance); c++) {
    bank.weighLevel(bankOf(instance), first + c, 0);
    const scale: f64 = value(instance + its.SCALE, c);
    const level: f64 = value(instance + its.CENTRE, c) + bank.levelFound() * scale;
    const variance: f64 =
      bank.levelVarianceFound() * scale * scale + value(instance + its.FORMER_VARIANCE, c);
    const apart: f64 = Math.abs(level - value(instance + its.FORMER_LEVEL, c)) - zoneOf(instance, c);
    if (apart > 0 && apart * apart > 9 * variance) f64.store(instance, 1, its.NOT_RESTORED);
  }
}

/** A value in units of its channel's scale, from where the sensor stands while it is sound. */
export function standardised(instance: usize, channel: i32, reading: f64): f64 {
  return (reading - value(instance + its.CENTRE, channel)) / value(instance + its.SCALE, channel);
}
/** The tabular CUSUM of each channel, and how far it scatters, while nothing is proved. */
function drawCharts(index: i32): void {
  const instance: usize = instanceAt(index);
  for (let c: i32 = 0; c < channelsOf(instance); c++) {
    const raw: f64 = standardised(instance, c, closedValue(index, c));
    if (i32.load(instance, its.CHANGED) === 1) keepValue(noiseAt(instance, c), raw);
    else followNoise(noiseAt(instance, c), raw, closedTime(index), LEARNING);
    const away: f64 = raw - (isHeldToBaseline(instance) === 1 ? value(instance + its.BASELINE, c) : 0);
    const held: f64 = away > CHART_CLIP ? CHART_CLIP : away < -CHART_CLIP ? -CHART_CLIP : away;
    stepChart(instance + its.CHART_UPPER, c, held);
    stepChart(instance + its.CHART_LOWER, c, -held);
  }
}
function stepChart(chart: usize, channel: i32, held: f64): void {
  const sum: f64 = value(chart, channel) + held - CHART_REFERENCE;
  setValue(chart, channel, sum > 0 ? sum : 0);
}
/** The lasting shift of a channel, in its unit and with what is no drift, that so many seconds of blocks would prove; −1 while it learns. */
export function provableShift(at: usize, index: i32, channel: i32, seconds: f64): f64 {
  its.openVehicle(at);
  const instance: usize = instanceAt(index);
  if (i32.load(instance, its.BANK) < 0) return -1;
  const own: i32 = i32.load(instance, its.FIRST_CHANNEL) + channel;
  const gap: f64 = f64.load(instance, its.GAP);
  const beyond: f64 = bank.detectableShift(bankOf(instance), own, seconds, gap, limit());
  return zoneOf(instance, channel) + beyond * value(instance + its.SCALE, channel);
}
/** The standard deviation of where a channel stands now, in its unit; 0 while it learns. */
export function levelSd(at: usize, index: i32, channel: i32): f64 {
  its.openVehicle(at);
  const instance: usize = instanceAt(index);
  if (i32.load(instance, its.BANK) < 0) return 0;
  bank.weighLevel(bankOf(instance), i32.load(instance, its.FIRST_CHANNEL) + channel, 0);
  return Math.sqrt(bank.levelVarianceFound()) * value(instance + its.SCALE, channel);
}
