import { filled, zeros } from "../numeric/doubles.ts";
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
  const cycle: DailyCycle = {
    startHour,
    newestHour: startHour,
    hours: 0,
    heard: zeros(3),
    today: zeros(daySums + 3 * width),
    days: noDays(width),
    wave: zeros(2 + 2 * width),
    unsure: zeros(width),
  };
  for (const block of blocks) hearBlock(cycle, block, noise, { learns: true, quiet: false });
  return cycle;
}

/** A cycle of a track that the fold owns. */
type CycleBench = { -readonly [Member in keyof DailyCycle]: DailyCycle[Member] };

/**
 * Lets a cycle hear one more block, where it stands. With the first block of an hour, a day that is over joins the days, and the wave is
 * fitted anew if nothing speaks of a change. What is heard while the reference stands still is not learnt from.
 */
export function hearBlock(cycle: CycleBench, block: HeardBlock, noise: WaveNoise, rule: HearingRule): void {
  const hour = Math.floor(block.atUs / hourUs);
  const hours = withHourOf(cycle.hours, block.atUs);
  const isBack = hour < cycle.newestHour - 1;
  const isNewHour = hour > cycle.newestHour || isBack || cycle.heard[0] === 0;
  if (isNewHour) beginHour(cycle, isBack ? hour : Math.max(hour, cycle.newestHour), noise, rule);
  if (rule.learns) {
    cycle.hours = hours;
    learnBlock(cycle, block, noise);
  }
  // Far from all that was heard, even the first block of an hour is.
  if (isNewHour) cycle.unsure = unsureOf(cycle, hours, noise);
}

/** What the wave adds at a time to each value; null where no wave is taken out. */
export function waveAt({ wave }: Pick<DailyCycle, "wave">, atUs: number): readonly number[] | null {
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

function beginHour(cycle: CycleBench, hour: number, noise: WaveNoise, rule: HearingRule): void {
  if (dayOf(cycle, hour) > dayOf(cycle, cycle.newestHour)) endDay(cycle, noise);
  if (hour < cycle.newestHour) turnBack(cycle, hour);
  if (rule.quiet && rule.learns) cycle.wave = fitWave(cycle, noise);
  cycle.newestHour = hour;
}

/** The clock went back: the day under way is part of none. */
function turnBack(cycle: CycleBench, hour: number): void {
  cycle.startHour = Math.min(cycle.startHour, hour);
  filled(cycle.today, 0);
}

/** Days are 24 hours each from the baseline on. */
function dayOf({ startHour }: DailyCycle, hour: number): number {
  return Math.floor((hour - startHour) / 24);
}

function endDay(cycle: CycleBench, noise: WaveNoise): void {
  cycle.days = addDay(cycle.days, cycle.today, noise);
  filled(cycle.today, 0);
}

/** n, Σcos, Σsin, Σcos², Σcos·sin. */
const daySums = 5;

function learnBlock({ heard, today }: DailyCycle, block: HeardBlock, noise: WaveNoise): void {
  const [cos, sin] = cosSinOfTurns(turnsOfDay(block.atUs));
  const { weight } = block;
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
  const n = heard[0]! + weight;
  const share = n > 0 ? weight / n : 0;
  heard[0] = Math.fround(n);
  heard[1] = Math.fround(heard[1]! + share * (cos - heard[1]!));
  heard[2] = Math.fround(heard[2]! + share * (sin - heard[2]!));
}

/** An outlier counts for no more than noise on top of the largest wave. */
function held(value: number, sigma: number, most: number): number {
  const reach = outlierSigma * sigma + 2 * most;
  return Math.max(-reach, Math.min(reach, value));
}

const outlierSigma = 4;
