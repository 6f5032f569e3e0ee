import { zeros } from "../numeric/doubles.ts";
import type { Measurement } from "./measurement.ts";
import { ln } from "../numeric/ln.ts";
import type { Quaternion } from "../numeric/quaternion.ts";
import { limitedSensors } from "../model/sensors.ts";
import type { LimitedSensor } from "../model/sensors.ts";
import type { Repeats } from "../model/state.ts";

const place: Readonly<Record<LimitedSensor, number>> = { camera: 0, radar: 7, lidar: 11 };
const run = 0;
const fresh = 1;
const heard = 2;
const latest = 3;

export const noRepeats: Repeats = zeros(15);

/** The counts with one more frame. A repeat only counts while another sensor's value changes: else the frame was sent twice. */
export function followRepeats(before: Repeats, { camera, radar, lidar }: Measurement): Repeats {
  const repeated = {
    camera: camera !== null && isSameRotation(before, camera),
    radar: radar !== null && isSameValue(before, place.radar, radar),
    lidar: lidar !== null && isSameValue(before, place.lidar, lidar),
  };
  const repeats = before.slice();
  let changed = false;
  if (camera !== null && !repeated.camera) {
    changed = true;
    startRun(repeats, place.camera);
    for (let part = 0; part < 4; part += 1) repeats[place.camera + latest + part] = camera[part]!;
  }
  if (radar !== null && !repeated.radar) {
    changed = true;
    startRun(repeats, place.radar);
    repeats[place.radar + latest] = radar;
  }
  if (lidar !== null && !repeated.lidar) {
    changed = true;
    startRun(repeats, place.lidar);
    repeats[place.lidar + latest] = lidar;
  }
  if (!changed) return before;
  if (repeated.camera) repeats[place.camera + run]! += 1;
  if (repeated.radar) repeats[place.radar + run]! += 1;
  if (repeated.lidar) repeats[place.lidar + run]! += 1;
  return repeats;
}

/** A new value: the run before it is over, and counts among the values heard. */
function startRun(repeats: number[], at: number): void {
  if (repeats[at + fresh]! > 0) repeats[at + heard]! += 1 + repeats[at + run]!;
  repeats[at + fresh]! += 1;
  repeats[at + run] = 0;
}

function isSameValue(repeats: Repeats, at: number, value: number): boolean {
  return repeats[at + fresh]! > 0 && value === repeats[at + latest];
}

function isSameRotation(repeats: Repeats, [w, x, y, z]: Quaternion): boolean {
  const at = place.camera + latest;
  return (
    repeats[place.camera + fresh]! > 0 &&
    w === repeats[at] &&
    x === repeats[at + 1] &&
    y === repeats[at + 2] &&
    z === repeats[at + 3]
  );
}

/**
 * Whether a sensor that used to vary repeats one value for longer than its own habit explains: with the share h of values
 * that were repeats so far (Laplace's rule of succession), a run of r has probability h^r. One that never varied is not
 * told from one that is configured so.
 */
export function isStuck(repeats: Repeats, sensor: LimitedSensor): boolean {
  return repeats[place[sensor] + run]! >= shortestRun && isRarer(repeats, sensor, lnRarest);
}

function isRarer(repeats: Repeats, sensor: LimitedSensor, lnProbability: number): boolean {
  const at = place[sensor];
  const repeated = repeats[at + run]!;
  if (repeated === 0 || repeats[at + fresh]! < enoughFresh) return false;
  const values = repeats[at + heard]!;
  const habit = (values - repeats[at + fresh]! + 2) / (values + 2);
  return repeated * ln(habit) < lnProbability;
}

/**
 * A stuck sensor says nothing: its frames count as missing, from the first unusual repeat on, so that the value it froze
 * at is never taken for a drift before it is known to be stuck.
 */
export function withoutStuckSensors(measurement: Measurement, repeats: Repeats): Measurement {
  if (!limitedSensors.some((sensor) => isRarer(repeats, sensor, lnUnusual))) return measurement;
  const stuck = limitedSensors.filter((sensor) => isRarer(repeats, sensor, lnUnusual));
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
