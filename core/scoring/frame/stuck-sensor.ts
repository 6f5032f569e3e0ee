import { zeros } from "../numeric/doubles.ts";
import type { Measurement } from "./measurement.ts";
import { lnGamma } from "../numeric/ln-gamma.ts";
import { ln } from "../numeric/ln.ts";
import { limitedSensors } from "../model/sensors.ts";
import type { LimitedSensor } from "../model/sensors.ts";
import type { Repeats, SensorRepeats } from "../model/state.ts";

const noneOf = (width: number): SensorRepeats => ({ run: 0, fresh: 0, heard: 0, latest: zeros(width) });

export const noRepeats = (): Repeats => ({
  camera: noneOf(4),
  radar: noneOf(1),
  lidar: noneOf(1),
  frame: noneOf(0),
});

/**
 * Counts one more frame, where the counts stand. A sensor's repeat counts while another sensor's value changes, or while it has sent
 * nothing else: else the whole frame is a repeat. Returns the sensors of which this is the first other value after a default.
 */
export function followRepeats(repeats: Repeats, measurement: Measurement): readonly LimitedSensor[] {
  if (limitedSensors.every((sensor) => measurement[sensor] === null)) return noSensor;
  const hasNews = limitedSensors.some((sensor) => isNew(repeats[sensor], measurement[sensor]));
  followFrame(repeats, hasNews);
  let woken = noSensor;
  for (const sensor of limitedSensors) {
    const wasDefault = isOnlyDefault(repeats, sensor);
    if (hasNews || repeats[sensor].fresh === 1) followSensor(repeats[sensor], measurement[sensor]);
    if (wasDefault && !isOnlyDefault(repeats, sensor)) woken = [...woken, sensor];
  }
  return woken;
}

/** Of most frames. */
const noSensor: readonly LimitedSensor[] = [];

/** A run of repeats goes into the habit as far as it was needed to know it for one: a night's repeats are no habit. */
function followFrame(repeats: Repeats, hasNews: boolean): void {
  const frame: RepeatsBench = repeats.frame;
  if (hasNews) endRun(frame);
  else if (!isRepeating(repeats)) frame.run += 1;
}

type Heard = readonly number[] | number | null;

function isNew({ fresh, latest }: SensorRepeats, value: Heard): boolean {
  return value !== null && !(fresh > 0 && isSame(value, latest));
}

/** A new value ends the run before it. */
function followSensor(repeats: RepeatsBench, value: Heard): void {
  if (value === null) return;
  if (!isNew(repeats, value)) {
    repeats.run += 1;
    return;
  }
  endRun(repeats);
  const { latest } = repeats;
  if (typeof value === "number") latest[0] = value;
  else for (let at = 0; at < latest.length; at += 1) latest[at] = value[at]!;
}

/** The run counts among the values heard from now on, unless it was of the first value, which may be a default. */
function endRun(repeats: RepeatsBench): void {
  if (repeats.fresh > 0) repeats.heard += repeats.fresh > 1 ? 1 + repeats.run : 1;
  repeats.run = 0;
  repeats.fresh += 1;
}

type RepeatsBench = { -readonly [Member in keyof SensorRepeats]: SensorRepeats[Member] };

function isSame(value: readonly number[] | number, latest: readonly number[]): boolean {
  if (typeof value === "number") return value === latest[0];
  for (let at = 0; at < value.length; at += 1) if (value[at] !== latest[at]) return false;
  return true;
}

/**
 * Whether a sensor repeats one value for longer than its own habit explains: with the share h of values that were repeats so
 * far (Laplace's rule of succession), a run of r has probability h^r. A default counts from thirty repeats on.
 */
export function isStuck(repeats: Repeats, sensor: LimitedSensor): boolean {
  return repeats[sensor].run >= shortestRun && isUnusual(repeats, sensor, lnRarest);
}

/**
 * Whether whole frames are sent again for longer than the vehicle's habit explains: a stream in coarse steps repeats itself by
 * chance. Of a vehicle of which nothing has varied each repeat counts for a half.
 */
export function isRepeating({ frame }: Repeats): boolean {
  if (frame.run < shortestRun) return false;
  return hasNotVaried(frame) ? isRarer(frame, lnRarest) : lnPredicted(frame) < lnRarest;
}

/** Whether the newest frame is a repeat of the one before that moves nothing. */
export function isRepeated({ frame }: Repeats): boolean {
  return frame.run > 0 && lnPredicted(frame) < lnUnusual;
}

/** Logarithm of the probability of such a run, its share of repeats being known from few: Laplace's rule at each repeat of it. */
function lnPredicted({ run, fresh, heard }: SensorRepeats): number {
  const repeated = heard - fresh + 2;
  const all = heard + 2;
  return lnGamma(repeated + run) - lnGamma(repeated) + lnGamma(all) - lnGamma(all + run);
}

function hasNotVaried({ fresh, run }: SensorRepeats): boolean {
  return fresh === 1 && run > 0;
}

/**
 * Whether a sensor repeats what software holds before there is a value, and has sent nothing else: a rotation onto axes, no bias,
 * any error of registration at all. Another rotation or bias may come out of a file of calibration, and is a reference.
 */
function isOnlyDefault(repeats: Repeats, sensor: LimitedSensor): boolean {
  return hasNotVaried(repeats[sensor]) && (sensor === "lidar" || repeats[sensor].latest.every(isOfDefault));
}

/** 0, or in a quaternion as well a half, the root of a half or 1, up to rounding. */
function isOfDefault(component: number, _at: number, { length }: readonly number[]): boolean {
  const square = component * component;
  return length === 1 ? square === 0 : [0, 0.25, 0.5, 1].some((one) => Math.abs(square - one) < 1e-9);
}

function isUnusual(repeats: Repeats, sensor: LimitedSensor, lnProbability: number): boolean {
  const hasHabit = repeats[sensor].fresh >= enoughFresh || isOnlyDefault(repeats, sensor);
  return hasHabit && isRarer(repeats[sensor], lnProbability);
}

function isRarer({ run, fresh, heard }: SensorRepeats, lnProbability: number): boolean {
  if (run === 0) return false;
  const habit = (heard - fresh + 2) / (heard + 2);
  return run * ln(habit) < lnProbability;
}

/**
 * A stuck sensor says nothing: its frames count as missing, from the first unusual repeat on, so that the value it froze
 * at is never taken for a drift before it is known to be stuck. A default is no reference.
 */
export function withoutStuckSensors(measurement: Measurement, repeats: Repeats): Measurement {
  if (!limitedSensors.some((sensor) => saysNothing(repeats, sensor))) return measurement;
  return {
    ...measurement,
    camera: saysNothing(repeats, "camera") ? null : measurement.camera,
    radar: saysNothing(repeats, "radar") ? null : measurement.radar,
    lidar: saysNothing(repeats, "lidar") ? null : measurement.lidar,
  };
}

function saysNothing(repeats: Repeats, sensor: LimitedSensor): boolean {
  return isOnlyDefault(repeats, sensor) || isUnusual(repeats, sensor, lnUnusual);
}

const shortestRun = 3;
const enoughFresh = 10;
/** One in a billion: values sent in coarse steps begin runs by the thousand in a week. */
const lnRarest = -20.72326583694641;
/** One in twenty. */
const lnUnusual = -2.995732273553991;
