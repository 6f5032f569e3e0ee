import type { ScoringSettings } from "../settings/settings.ts";
import type { SensorClock, TrackBench, VehicleState } from "../model/state.ts";
import { limitedSensors, trackNames } from "../model/sensors.ts";
import type { TrackName } from "../model/sensors.ts";
import type { Measurement } from "./measurement.ts";

/** Of a sensor that was never received. */
export const noClock: SensorClock = { newestUs: null, apartUs: null, lateRun: 0, late: 0 };

/**
 * Moves the clock of every sensor in the frame. Returns the frame without the readings that came too late, null where all did. Each
 * sensor has a newest time of its own, so that sensors may be sent one after another. A frame without readings goes by the vehicle's.
 */
export function followClocks(
  state: Pick<VehicleState, "newestUs"> & { readonly tracks: Readonly<Record<TrackName, TrackBench>> },
  measurement: Measurement,
  { frame: { lateUs } }: ScoringSettings,
): Measurement | null {
  const late: TrackName[] = [];
  let inTime = 0;
  for (const name of trackNames) {
    if (measurement[name] === null) continue;
    const track = state.tracks[name];
    track.clock = clockAfter(track.clock, measurement.timestampUs, lateUs);
    if (track.clock.lateRun > 0) late.push(name);
    else inTime += 1;
  }
  if (late.length > 0) return inTime === 0 ? null : without(measurement, late);
  const isLate = inTime === 0 && state.newestUs !== null && measurement.timestampUs < state.newestUs - lateUs;
  return isLate ? null : measurement;
}

function without(measurement: Measurement, late: readonly TrackName[]): Measurement {
  return {
    ...measurement,
    camera: late.includes("camera") ? null : measurement.camera,
    radar: late.includes("radar") ? null : measurement.radar,
    lidar: late.includes("lidar") ? null : measurement.lidar,
    confidence: late.includes("confidence") ? null : measurement.confidence,
  };
}

/**
 * The clock after a reading. One alone ahead of all others counts and moves no clock until a second bears it out: an hour of
 * imported history, or a clock that was wrong once, makes no later reading late. A clock that went back and has gone on from there
 * for so many readings is taken over as it is.
 */
function clockAfter(clock: SensorClock, atUs: number, lateUs: number): SensorClock {
  const { newestUs, apartUs } = clock;
  if (newestUs !== null && atUs < newestUs - lateUs) return afterLate(clock, atUs);
  if (newestUs !== null && atUs <= newestUs + lateUs)
    return { ...clock, newestUs: Math.max(newestUs, atUs), apartUs: null, lateRun: 0 };
  const isBorneOut = apartUs !== null && apartUs > (newestUs ?? -Infinity) && atUs >= apartUs - lateUs;
  if (!isBorneOut) return { ...clock, apartUs: atUs, lateRun: 0 };
  return atUs > apartUs + lateUs
    ? { ...clock, newestUs: apartUs, apartUs: atUs, lateRun: 0 }
    : { ...clock, newestUs: Math.max(apartUs, atUs), apartUs: null, lateRun: 0 };
}

/** What is sent newest first goes further back with every reading, and is no clock that goes on. */
function afterLate({ newestUs, apartUs, lateRun, late }: SensorClock, atUs: number): SensorClock {
  const latestUs = lateRun === 0 ? atUs : Math.max(apartUs!, atUs);
  if (lateRun + 1 >= lateUntilNewClock && atUs === latestUs)
    return { newestUs: atUs, apartUs: null, lateRun: 0, late };
  return { newestUs, apartUs: latestUs, lateRun: lateRun + 1, late: late + 1 };
}

/** Whether so many readings of a sensor in a row came too late that nobody knows how it stands. */
export function isUnjudged({ clock }: { readonly clock: SensorClock }): boolean {
  return clock.lateRun >= lateUntilUnjudged;
}

export function hasUnjudged({ tracks }: Pick<VehicleState, "tracks">): boolean {
  return limitedSensors.some((sensor) => isUnjudged(tracks[sensor]));
}

/** Whether the newest readings of any sensor came too late. */
export function hasLate({ tracks }: Pick<VehicleState, "tracks">): boolean {
  return trackNames.some((name) => tracks[name].clock.lateRun > 0);
}

const lateUntilUnjudged = 10;
const lateUntilNewClock = 20;
