import { zeros } from "../numeric/doubles.ts";
import { pi } from "../numeric/atan2.ts";
import { cosSinOfTurns } from "../numeric/cos-sin-of-turns.ts";
import type { HoursOfDay } from "./covered-hours.ts";
import { estimateWave, solve } from "./fit-wave.ts";
import type { WaveEstimate, WaveNoise } from "./fit-wave.ts";
import type { DailyCycle } from "../model/state.ts";

/**
 * By how much a wave that is not known may move each value's mean over some time, away from the mean over the rest of
 * what was heard: at first the largest wave times the way the sun has gone, in the end next to nothing. What
 * does not reach beyond the usual zone counts as nothing.
 */
export function unsureOf(cycle: DailyCycle, hours: HoursOfDay, noise: WaveNoise): readonly number[] {
  const unsure = zeros(noise.sigma.length);
  const { heard } = cycle;
  if (noise.most === 0 || !(heard[0]! > 0)) return unsure;
  const about = { x: heard[1]!, y: heard[2]! };
  const ways = waysTo(hours, about);
  const unknown = unknownShift(ways, noise);
  const usual = noise.usual();
  for (let axis = 0; axis < unsure.length; axis += 1) {
    const estimate = estimateWave(cycle, axis, noise);
    const left = estimate === null ? unknown : leftBy(cycle, { estimate, axis, noise }, ways);
    const shift = Math.fround(Math.min(unknown, left));
    unsure[axis] = shift > usual ? shift : 0;
  }
  return unsure;
}

/** From the mean time of day to an hour of it, on the unit circle. */
interface Way {
  readonly x: number;
  readonly y: number;
}

function waysTo(hours: HoursOfDay, about: Way): readonly Way[] {
  const ways: Way[] = [];
  for (let hour = 0; hour < 24; hour += 1) {
    if (((hours >> hour) & 1) === 0) continue;
    const [cos, sin] = cosSinOfTurns((hour + 0.5) / 24);
    ways.push({ x: cos - about.x, y: sin - about.y });
  }
  return ways;
}

/**
 * Two parts of less than half a day differ by no more than the furthest hour does from the mean. Half a day and the other
 * half differ by 4/π amplitudes, while no hour is further than one from the mean of a whole day.
 */
function unknownShift(ways: readonly Way[], noise: WaveNoise): number {
  const reach = ways.reduce((longest, { x, y }) => Math.max(longest, Math.sqrt(x * x + y * y)), 0);
  return noise.shiftOf(ways.length < longStretch ? reach : Math.max(reach, 4 / pi));
}

/** Hours. */
const longStretch = 11;

interface Estimated {
  readonly estimate: WaveEstimate;
  readonly axis: number;
  readonly noise: WaveNoise;
}

/** What the estimate says is not taken out, and three of its standard deviations, together. */
function leftBy(
  { days, wave }: DailyCycle,
  { estimate, axis, noise }: Estimated,
  ways: readonly Way[],
): number {
  const ridge = estimate.variance / (noise.most * noise.most);
  const design = { cc: days[2]!, cs: days[3]!, ss: days[4]!, ridge };
  const [cos, sin] = [estimate.cos - wave[2 + 2 * axis]!, estimate.sin - wave[3 + 2 * axis]!];
  let largest = 0;
  for (const { x, y } of ways) {
    const [u, v] = solve(design, x, y);
    const left = cos * x + sin * y;
    largest = Math.max(largest, left * left + 9 * estimate.variance * (x * u + y * v));
  }
  return Math.sqrt(largest);
}
