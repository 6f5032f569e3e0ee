import { zeros } from "../numeric/doubles.ts";
import { cosSinOfTurns } from "../numeric/cos-sin-of-turns.ts";
import { hourUs, turnsOfDay, withHourOf } from "./covered-hours.ts";
import { addDay, fitWave, noDays } from "./fit-wave.ts";
import type { WaveNoise } from "./fit-wave.ts";
import type { DailyCycle } from "../model/state.ts";
import { unsureOf } from "./unsure-shift.ts";

/** A block of a calibrated sensor as the cycle hears it: what it says beside the baseline's location. */
export interface HeardBlock {
  readonly atUs: number;
  readonly weight: number;
  readonly values: readonly number[];
}

export interface HearingRule {
  /** The reference moves: nothing is frozen, and no breach is open. */
  readonly learns: boolean;
  /** Nothing speaks of a change: the wave may be fitted anew. */
  readonly quiet: boolean;
}

/** The cycle of a sensor that has just been given a baseline. */
export function startCycle(blocks: readonly HeardBlock[], noise: WaveNoise): DailyCycle {
  const width = noise.sigma.length;
  const startHour = Math.floor(blocks[0]!.atUs / hourUs);
  let cycle: DailyCycle = {
    startHour,
    newestHour: startHour,
    hours: 0,
    heard: zeros(3),
    today: zeros(daySums + 3 * width),
    days: noDays(width),
    wave: zeros(2 + 2 * width),
    unsure: zeros(width),
  };
  for (const block of blocks) cycle = hearBlock(cycle, block, noise, { learns: true, quiet: false });
  return cycle;
}

/**
 * The cycle with one more block. With the first block of an hour, a day that is over joins the days, and the wave is
 * fitted anew if nothing speaks of a change. What is heard while the reference stands still is not learnt from.
 */
export function hearBlock(
  before: DailyCycle,
  block: HeardBlock,
  noise: WaveNoise,
  rule: HearingRule,
): DailyCycle {
  const hour = Math.floor(block.atUs / hourUs);
  const hours = withHourOf(before.hours, block.atUs);
  let cycle = before;
  const isNewHour = hour > before.newestHour || before.heard[0] === 0;
  if (isNewHour) cycle = beginHour(before, Math.max(hour, before.newestHour), noise, rule);
  if (rule.learns) cycle = learnBlock(cycle, hours, { block, noise });
  // Far from all that was heard, even the first block of an hour is.
  return isNewHour ? { ...cycle, unsure: unsureOf(cycle, hours, noise) } : cycle;
}

/** What the wave adds at a time to each value; null where no wave is taken out. */
export function waveAt({ wave }: DailyCycle, atUs: number): readonly number[] | null {
  if (!hasWave(wave)) return null;
  const [cos, sin] = cosSinOfTurns(turnsOfDay(atUs));
  const shifts = zeros((wave.length - 2) / 2);
  for (let axis = 0; axis < shifts.length; axis += 1) {
    shifts[axis] = wave[2 + 2 * axis]! * (cos - wave[0]!) + wave[3 + 2 * axis]! * (sin - wave[1]!);
  }
  return shifts;
}

function hasWave(wave: readonly number[]): boolean {
  for (let at = 2; at < wave.length; at += 1) if (wave[at] !== 0) return true;
  return false;
}

function beginHour(before: DailyCycle, hour: number, noise: WaveNoise, rule: HearingRule): DailyCycle {
  const isNewDay = dayOf(before, hour) > dayOf(before, before.newestHour);
  const cycle = isNewDay ? endDay(before, noise) : before;
  const wave = rule.quiet && rule.learns ? fitWave(cycle, noise) : cycle.wave;
  return { ...cycle, newestHour: hour, wave };
}

/** Days are 24 hours each from the baseline on. */
function dayOf({ startHour }: DailyCycle, hour: number): number {
  return Math.floor((hour - startHour) / 24);
}

function endDay(cycle: DailyCycle, noise: WaveNoise): DailyCycle {
  return { ...cycle, today: zeros(cycle.today.length), days: addDay(cycle.days, cycle.today, noise) };
}

/** n, Σcos, Σsin, Σcos², Σcos·sin. */
const daySums = 5;

function learnBlock(
  cycle: DailyCycle,
  hours: number,
  { block, noise }: { readonly block: HeardBlock; readonly noise: WaveNoise },
): DailyCycle {
  const [cos, sin] = cosSinOfTurns(turnsOfDay(block.atUs));
  const { weight } = block;
  const today = cycle.today.slice();
  today[0]! += weight;
  today[1]! += weight * cos;
  today[2]! += weight * sin;
  today[3]! += weight * cos * cos;
  today[4]! += weight * cos * sin;
  for (let axis = 0; axis < block.values.length; axis += 1) {
    const value = weight * held(block.values[axis]!, noise.sigma[axis]!, noise.most);
    today[daySums + 3 * axis]! += value;
    today[daySums + 3 * axis + 1]! += value * cos;
    today[daySums + 3 * axis + 2]! += value * sin;
  }
  for (let at = 0; at < today.length; at += 1) today[at] = Math.fround(today[at]!);
  return { ...cycle, hours, heard: heardWith(cycle.heard, weight, [cos, sin]), today };
}

function heardWith(
  before: readonly number[],
  weight: number,
  [cos, sin]: readonly [cos: number, sin: number],
): readonly number[] {
  const heard = before.slice();
  const n = heard[0]! + weight;
  const share = n > 0 ? weight / n : 0;
  heard[0] = Math.fround(n);
  heard[1] = Math.fround(heard[1]! + share * (cos - heard[1]!));
  heard[2] = Math.fround(heard[2]! + share * (sin - heard[2]!));
  return heard;
}

/** An outlier counts for no more than noise on top of the largest wave. */
function held(value: number, sigma: number, most: number): number {
  const reach = outlierSigma * sigma + 2 * most;
  return Math.max(-reach, Math.min(reach, value));
}

const outlierSigma = 4;
