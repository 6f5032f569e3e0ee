import type { Tier } from "../../scoring/model/tier.ts";
import type { Vector3 } from "../../scoring/numeric/quaternion.ts";
import type { Sensor } from "../drift/sensor-effects.ts";

/** What is known of the vehicle a scenario begins with. Null is what was not measured. */
export interface ScenarioStart {
  readonly vehicleId: string;
  readonly tier: Tier;
  readonly camera: {
    readonly driftDeg: number;
    /** Unit axis in the camera's optical frame. */
    readonly axis: Vector3 | null;
    /** Standard deviation about each optical axis, degrees. */
    readonly sdDeg: Vector3 | null;
  };
  readonly radar: Shift | null;
  /** Rise of the registration error. */
  readonly lidar: Shift | null;
  readonly partNumbers: Readonly<Partial<Record<Sensor, string>>>;
}

export interface Shift {
  readonly driftM: number;
  readonly sdM: number;
}

/** The start of a scenario that is about no vehicle. */
export const noVehicle: ScenarioStart = {
  vehicleId: "none",
  tier: "UNKNOWN",
  camera: { driftDeg: 0, axis: null, sdDeg: null },
  radar: null,
  lidar: null,
  partNumbers: {},
};
