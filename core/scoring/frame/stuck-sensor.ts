import { zeros } from "../numeric/doubles.ts";
import type { Measurement } from "./measurement.ts";
import { ln } from "../numeric/ln.ts";
import { limitedSensors } from "../model/sensors.ts";
import type { LimitedSensor } from "../model/sensors.ts";
import type { Repeats, SensorRepeats } from "../model/state.ts";

const noneOf = (width: number): SensorRepeats => ({ run: 0, fresh: 0, heard: 0, latest: zeros(width) });

export const noRepeats: Repeats = { camera: noneOf(4), radar: noneOf(1), lidar: noneOf(1) };

/** The counts with one more frame. A repeat only counts while another sensor's value changes: else the frame was sent twice. */
export function followRepeats(before: Repeats, { camera, radar, lidar }: Measurement): Repeats {
  const after: Repeats = {
    camera: followSensor(before.camera, camera),
    radar: followSensor(before.radar, radar === null ? null : [radar]),
    lidar: followSensor(before.lidar, lidar === null ? null : [lidar]),
  };
  return limitedSensors.some((sensor) => after[sensor].fresh !== before[sensor].fresh) ? after : before;
}

/** A new value ends the run before it, which then counts among the values heard. */
function followSensor(before: SensorRepeats, value: readonly number[] | null): SensorRepeats {
  if (value === null) return before;
  const { run, fresh, heard, latest } = before;
  if (fresh > 0 && isSame(value, latest)) return { run: run + 1, fresh, heard, latest };
  return { run: 0, fresh: fresh + 1, heard: fresh > 0 ? heard + 1 + run : heard, latest: value };
}

function isSame(value: readonly number[], latest: readonly number[]): boolean {
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
