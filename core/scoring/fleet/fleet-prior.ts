import type { JournalEntry, SensorNoise } from "../model/journal-entry.ts";
import { sensorsIn, type SensorRows } from "../model/rows.ts";
import { trackNames, trackWidths, type TrackName } from "../model/sensors.ts";
import type { VehicleState } from "../model/state.ts";
import { exp } from "../numeric/exp.ts";
import { ln } from "../numeric/ln.ts";

/** What the vehicles of a fleet teach about the noise of its next one. */
export interface FleetPrior {
  /** Per sensor: vehicles it rests on, and their standard deviation in the unit of the settings. */
  readonly sensors: readonly (SensorNoise & { readonly name: TrackName })[];
}

/** A sensor that fewer settled vehicles have keeps its default. */
export const minVehicles = 10;

/** What one vehicle's own blocks say of the noise of one sensor: a standard deviation a channel. */
export interface EstimatedNoise {
  readonly name: TrackName;
  readonly sds: readonly number[];
}

/** Per sensor of `trackNames`, whether a vehicle has its noise. */
export type NoiseStages = readonly boolean[];

export function noiseStages({ rows }: Pick<VehicleState, "rows">): NoiseStages {
  const sensors = sensorsIn(rows);
  return trackNames.map((name) => isSettled(sensors, name));
}

/** Established by its own blocks. */
function isSettled(sensors: readonly SensorRows[], name: TrackName): boolean {
  return sensors.some((sensor) => sensor.kind === name && sensor.rig === 0 && sensor.of("baseline") === 2);
}

/** What a vehicle has come to say of its noise since it stood at these stages. */
export function newlyEstimatedNoise(
  before: NoiseStages,
  state: Pick<VehicleState, "rows">,
): readonly EstimatedNoise[] {
  const after = noiseStages(state);
  return trackNames.flatMap((name, at) => (after[at] && !before[at] ? [noiseOf(state, name)] : []));
}

function noiseOf({ rows }: Pick<VehicleState, "rows">, name: TrackName): EstimatedNoise {
  const sensor = sensorsIn(rows).find(({ kind, rig }) => kind === name && rig === 0)!;
  return { name, sds: Array.from({ length: trackWidths[name] }, (_, axis) => sensor.of("scale", axis)) };
}

/** From states; null when no sensor is settled in enough of them. */
export function estimateFleetPrior(states: Iterable<Pick<VehicleState, "rows">>): FleetPrior | null {
  const none = trackNames.map(() => false);
  return fleetPriorFrom([...states].flatMap((state) => newlyEstimatedNoise(none, state)));
}

/**
 * From what was estimated of the vehicles of a fleet, each at most once a sensor: the geometric mean of their standard deviations.
 * Null when no sensor has enough of them. It is a value for a vehicle's journal: no fold ever looks at another vehicle.
 */
export function fleetPriorFrom(estimated: readonly EstimatedNoise[]): FleetPrior | null {
  const sensors = trackNames.flatMap((name) => {
    const own = estimated.filter((one) => one.name === name);
    if (own.length < minVehicles) return [];
    const logs = own.flatMap(({ sds }) => sds.map((sd) => ln(sd)));
    const sd = exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
    return [{ name, sd, vehicles: own.length }];
  });
  return sensors.length === 0 ? null : { sensors };
}

/** The entry by which a new vehicle's journal begins with it. */
export function priorEntry({ sensors }: FleetPrior, atUs: number): JournalEntry & { readonly kind: "prior" } {
  const noise = (name: TrackName): SensorNoise | null => {
    const found = sensors.find((sensor) => sensor.name === name);
    return found === undefined ? null : { sd: found.sd, vehicles: found.vehicles };
  };
  return {
    kind: "prior",
    sensors: {
      camera: noise("camera"),
      radar: noise("radar"),
      lidar: noise("lidar"),
      confidence: noise("confidence"),
    },
    atUs,
  };
}
