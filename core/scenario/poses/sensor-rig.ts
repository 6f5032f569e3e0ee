import { sensorKinds } from "../../sensors/kinds.ts";
import { scenarioKinds } from "../../sensors/scenario-kinds.ts";
import type { Sensor } from "../../sensors/sensor-lists.ts";
import type { ScenarioFeed } from "../../contract/types.ts";

type ScenarioSensor = ScenarioFeed["parameters"]["initial_drift_state"]["sensors"][number];

export interface MountedSensor extends Pick<
  ScenarioSensor,
  "id" | "baseline" | "hfov_deg" | "vfov_deg" | "range_m" | "intrinsics"
> {
  readonly kind: Sensor;
}

function ahead(xyzM: readonly [number, number, number]): MountedSensor["baseline"] {
  return { xyz_m: [...xyzM], quat_xyzw: [0, 0, 0, 1] };
}

/**
 * The vehicle of a scenario that names no other: a passenger car with one sensor of each kind the service scores. Frames say nothing about where
 * a sensor is mounted or what it sees, so all of this is the model's (docs/scenarios.md).
 */
export const sensorRig: readonly MountedSensor[] = sensorKinds.map(({ name, mount }) => {
  const { xyz_m: xyzM, ...view } = scenarioKinds[name].mount;
  return { id: mount, kind: name, baseline: ahead(xyzM), ...view };
});

/** What is believed of an ordinary mount where nothing was measured: standard deviations. */
export const mountSpread = { translationM: 0.003, rotationDeg: 0.05 } as const;

/** A camera without distortion, of the usual number of pixels, that sees as far to the sides. */
export function pinholeOf(hfovDeg: number, vfovDeg: number): NonNullable<MountedSensor["intrinsics"]> {
  const [width, height] = [1920, 1080];
  const focal = (pixels: number, deg: number) => pixels / 2 / Math.tan((deg * Math.PI) / 360);
  return {
    width,
    height,
    fx: focal(width, hfovDeg),
    fy: focal(height, vfovDeg),
    cx: width / 2,
    cy: height / 2,
    model: "pinhole",
  };
}

/** The vehicle's box. The rear axle, where its frame begins, is 0.9 m before its rear end. */
export const vehicleBox = {
  dimensions_m: { length: 4.5, width: 1.8, height: 1.5 },
  wheelbase_m: 2.8,
  rear_overhang_m: 0.9,
} as const;
