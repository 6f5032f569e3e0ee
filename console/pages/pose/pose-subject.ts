import type { VehicleDetail } from "../../../clients/typescript/generated/contract.ts";
import { asVector, expDeg } from "../../../core/scoring/numeric/quaternion.ts";
import { times, unturned, type Pose, type Vector } from "../../scene/pose.ts";
import type { Tones } from "../../scene/pose-viewer.ts";
import type { ShownSensor } from "../../scene/shown-sensor.ts";
import { tierLabel } from "../../labels/tier-labels.ts";

/**
 * What the camera's own axes mean is not part of a frame. `optical`: x right, y down, z where it looks, as cameras are
 * usually calibrated. `vehicle`: x where it looks, y left, z up.
 */
export const cameraAxes = ["optical", "vehicle"] as const;
export type CameraAxes = (typeof cameraAxes)[number];

/** What the frames of a vehicle tell of its sensors' poses: the ones that have reported. */
export function sensorsOf(
  vehicle: Pick<VehicleDetail, "extrinsics">,
  axes: CameraAxes,
): readonly ShownSensor[] {
  const { camera, radar, lidar } = vehicle.extrinsics;
  const sensors: ShownSensor[] = [];
  if (camera !== null) {
    const vectorDeg = times(asVector(camera.drift_axis ?? [0, 0, 0]), camera.drift_deg);
    const turn = expDeg(axes === "optical" ? fromOptical(vectorDeg) : vectorDeg);
    sensors.push({ ...usualMounts.camera, kind: "camera", now: { ...usualMounts.camera.baseline, turn } });
  }
  if (radar !== null) {
    const { baseline } = usualMounts.radar;
    sensors.push({ ...usualMounts.radar, kind: "radar", now: baseline, rangeShiftM: radar.drift_m });
  }
  if (lidar !== null) {
    const { baseline } = usualMounts.lidar;
    const errorM = lidar.lidar_registration_error_m;
    sensors.push({ ...usualMounts.lidar, kind: "lidar", now: baseline, errorM, errorGrowthM: lidar.drift_m });
  }
  return sensors;
}

/** The sensors that are held to be the source have the tier's tone; of the others that are judged, nothing is known to be wrong. */
export function tonesOf(
  vehicle: Pick<VehicleDetail, "tier" | "probable_fault_source" | "monitored_sensors">,
): Tones {
  const { tier, probable_fault_source: source, monitored_sensors: judged } = vehicle;
  return new Map(
    (["camera", "radar", "lidar"] as const).map((sensor) => {
      if (source === sensor || source === "multi_modal") return [sensor, tierLabel(tier).tone];
      return [sensor, judged.includes(sensor) ? "nominal" : "unknown"];
    }),
  );
}

function fromOptical([right, down, ahead]: Vector): Vector {
  return [ahead, -right, -down];
}

/** Where such sensors usually sit. Frames carry no mounting place: the pictures stand for any vehicle. */
const usualMounts = {
  camera: { id: "camera", name: "The camera", baseline: mounted([1.72, 0, 1.38]), hfovDeg: 60, vfovDeg: 34 },
  radar: { id: "radar", name: "The radar", baseline: mounted([3.72, 0, 0.55]), hfovDeg: 50, vfovDeg: 12 },
  lidar: { id: "lidar", name: "The lidar", baseline: mounted([0.6, 0, 1.62]), hfovDeg: 120, vfovDeg: 25 },
} as const;

function mounted(at: Vector): Pose {
  return { at, turn: unturned };
}
