import { zeros } from "../numeric/doubles.ts";
import type { Measurement } from "./measurement.ts";
import { ln } from "../numeric/ln.ts";
import { limitedSensors } from "../model/sensors.ts";
import type { LimitedSensor } from "../model/sensors.ts";
import type { Repeats, SensorRepeats } from "../model/state.ts";

const noneOf = (width: number): SensorRepeats => ({ run: 0, fresh: 0, heard: 0, latest: zeros(width) });

export const noRepeats = (): Repeats => ({ camera: noneOf(4), radar: noneOf(1), lidar: noneOf(1) });

/**
 * Counts one more frame, where the counts stand. A repeat only counts while another sensor's value changes: else the frame was sent
 * twice.
 */
export function followRepeats(repeats: Repeats, { camera, radar, lidar }: Measurement): void {
  const hasNews = isNew(repeats.camera, camera) || isNew(repeats.radar, radar) || isNew(repeats.lidar, lidar);
  if (!hasNews) return;
  followSensor(repeats.camera, camera);
  followSensor(repeats.radar, radar);
  followSensor(repeats.lidar, lidar);
}

type Heard = readonly number[] | number | null;

function isNew({ fresh, latest }: SensorRepeats, value: Heard): boolean {
  return value !== null && !(fresh > 0 && isSame(value, latest));
}

/** A new value ends the run before it, which then counts among the values heard. */
function followSensor(repeats: RepeatsBench, value: Heard): void {
  if (value === null) return;
  if (!isNew(repeats, value)) {
    repeats.run += 1;
    return;
  }
  if (repeats.fresh > 0) repeats.heard += 1 + repeats.run;
  repeats.run = 0;
  repeats.fresh += 1;
  const { latest } = repeats;
  if (typeof value === "number") latest[0] = value;
  else for (let at = 0; at < latest.length; at += 1) latest[at] = value[at]!;
}

type RepeatsBench = { -readonly [Member in keyof SensorRepeats]: SensorRepeats[Member] };

function isSame(value: readonly number[] | number, latest: readonly number[]): boolean {
  if (typeof value === "number") return value === latest[0];
  for (let at = 0; at < value.length; at += 1) if (value[at] !== latest[at]) return false;
  return true;
}

/**
 * Whether a sensor that used to vary repeats one value for longer than its own habit explains: with the share h of values
 * that were repeats so far (Laplace's rule of succession), a run of r has probability h^r. One that never varied is not
 * distinguished from one that is configured so.
 */
export function isStuck(repeats: Repeats, sensor: LimitedSensor): boolean {
  return repeats[sensor].run >= shortestRun && isRarer(repeats[sensor], lnRarest);
}

function isRarer({ run, fresh, heard }: SensorRepeats, lnProbability: number): boolean {
  if (run === 0 || fresh < enoughFresh) return false;
  const habit = (heard - fresh + 2) / (heard + 2);
  return run * ln(habit) < lnProbability;
}

/**
 * A stuck sensor says nothing: its frames count as missing, from the first unusual repeat on, so that the value it froze
 * at is never taken for a drift before it is known to be stuck.
 */
export function withoutStuckSensors(measurement: Measurement, repeats: Repeats): Measurement {
  if (!limitedSensors.some((sensor) => isRarer(repeats[sensor], lnUnusual))) return measurement;
  const stuck = limitedSensors.filter((sensor) => isRarer(repeats[sensor], lnUnusual));
  return {
    ...measurement,
    camera: stuck.includes("camera") ? null : measurement.camera,
    radar: stuck.includes("radar") ? null : measurement.radar,
    lidar: stuck.includes("lidar") ? null : measurement.lidar,
  };
}

const shortestRun = 3;
const enoughFresh = 10;
/** One in a billion: values sent in coarse steps begin runs by the thousand in a week. */
const lnRarest = -20.72326583694641;
/** One in twenty. */
const lnUnusual = -2.995732273553991;
