import { type Kind, perKind, type Sensor } from "../../sensors/sensor-lists.ts";
import type { Tier } from "../../scoring/model/tier.ts";
import type { Vector3 } from "../../scoring/numeric/quaternion.ts";

/** What is known of the vehicle a scenario begins with, of each kind of sensor too. Null is what was not measured. */
export type ScenarioStart = {
  readonly vehicleId: string;
  readonly tier: Tier;
  readonly partNumbers: Readonly<Partial<Record<Sensor, string>>>;
} & {
  readonly [Row in Kind as Row["name"]]: Row["unit"] extends "deg" ? Turn : Shift | null;
};

export interface Turn {
  readonly driftDeg: number;
  /** Unit axis in the sensor's optical frame. */
  readonly axis: Vector3 | null;
  /** Standard deviation about each optical axis, degrees. */
  readonly sdDeg: Vector3 | null;
}

/** Of a range bias, or the rise of a registration error. */
export interface Shift {
  readonly driftM: number;
  readonly sdM: number;
}

const unturned: Turn = { driftDeg: 0, axis: null, sdDeg: null };

/** The start of a scenario that is about no vehicle. */
export const noVehicle = {
  vehicleId: "none",
  tier: "UNKNOWN",
  ...perKind(
    ({ name }) => name,
    ({ unit }) => (unit === "deg" ? unturned : null),
  ),
  partNumbers: {},
} as ScenarioStart;

/** The same vehicle, its sensors where they were calibrated. */
export function atBaseline(start: ScenarioStart): ScenarioStart {
  const back = (known: Turn | Shift | null) =>
    known && ("driftDeg" in known ? { ...known, driftDeg: 0 } : { ...known, driftM: 0 });
  return {
    ...start,
    ...perKind(
      ({ name }) => name,
      ({ name }) => back(start[name]),
    ),
  } as ScenarioStart;
}
