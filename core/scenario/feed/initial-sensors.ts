import type { ScenarioFeed } from "../../contract/types.ts";
import { expDeg, type Vector3 } from "../../scoring/numeric/quaternion.ts";
import type { Sensor } from "../drift/sensor-effects.ts";
import { compose, poseOf, type Pose } from "../poses/pose-at.ts";
import { fromOptical } from "../poses/sensor-axes.ts";
import { mountSpread, type MountedSensor } from "../poses/sensor-rig.ts";
import { noVehicle as nothingKnown, type ScenarioStart } from "./scenario-start.ts";

type ScenarioSensor = ScenarioFeed["parameters"]["initial_drift_state"]["sensors"][number];

/**
 * Every sensor at the beginning: the rig, its first sensor of each kind moved by what was measured, because frames tell of
 * one of a kind. `axis`: the drift's, optical.
 */
export function initialSensors(
  start: ScenarioStart,
  axis: readonly number[],
  rig: readonly MountedSensor[],
): ScenarioSensor[] {
  return rig.map(({ baseline, ...mounted }, at) => {
    const isScored = rig.findIndex(({ kind }) => kind === mounted.kind) === at;
    const known = isScored ? start : nothingKnown;
    const { delta, sd, measured } = measuredOf[mounted.kind](known, vector(axis));
    return {
      ...mounted,
      frame: "iso8855/rear-axle-ground",
      pose_is: "vehicle_T_sensor",
      axes: "x-forward y-left z-up",
      baseline: { xyz_m: [...baseline.xyz_m], quat_xyzw: [...baseline.quat_xyzw] },
      now: compose(baseline, delta),
      covariance_6x6: diagonal(sd),
      measured_dof: measured,
      range_bias_m: mounted.kind === "radar" ? (known.radar?.driftM ?? 0) : null,
      registration_error_m: mounted.kind === "lidar" ? (known.lidar?.driftM ?? 0) : null,
      part_number: known.partNumbers[mounted.kind] ?? null,
      clock_offset_ms: 0,
    };
  });
}

interface Measured {
  readonly delta: Pose;
  /** Of tx, ty, tz in metres, and of roll, pitch, yaw in radians. */
  readonly sd: readonly number[];
  readonly measured: ScenarioSensor["measured_dof"];
}

const degree = Math.PI / 180;
const still = poseOf([0, 0, 0], [1, 0, 0, 0]);
const { translationM, rotationDeg } = mountSpread;
const ordinaryShift = [translationM, translationM, translationM] as const;
const ordinaryTurn = [rotationDeg * degree, rotationDeg * degree, rotationDeg * degree] as const;

const measuredOf: Readonly<Record<Sensor, (start: ScenarioStart, axis: Vector3) => Measured>> = {
  camera({ camera: { driftDeg, sdDeg } }, axis) {
    const [x, y, z] = fromOptical(axis);
    const delta = poseOf([0, 0, 0], expDeg([x * driftDeg, y * driftDeg, z * driftDeg]));
    if (sdDeg === null) return { delta, sd: [...ordinaryShift, ...ordinaryTurn], measured: [] };
    const turn = fromOptical(sdDeg).map((sd) => Math.abs(sd) * degree);
    return { delta, sd: [...ordinaryShift, ...turn], measured: ["roll", "pitch", "yaw"] };
  },
  radar({ radar }) {
    if (radar === null) return { delta: still, sd: [...ordinaryShift, ...ordinaryTurn], measured: [] };
    const [, across, up] = ordinaryShift;
    return {
      delta: poseOf([-radar.driftM, 0, 0], [1, 0, 0, 0]),
      sd: [radar.sdM, across, up, ...ordinaryTurn],
      measured: ["tx"],
    };
  },
  lidar: () => ({ delta: still, sd: [...ordinaryShift, ...ordinaryTurn], measured: [] }),
};

/** The axes' estimates are taken as independent: what is told of them is one standard deviation each. */
function diagonal(sd: readonly number[]): number[] {
  return sd.flatMap((own, row) => sd.map((_, column) => (row === column ? own * own : 0)));
}

function vector([x = 0, y = 0, z = 0]: readonly number[]): Vector3 {
  return [x, y, z];
}
