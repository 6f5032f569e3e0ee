import { kindOf, type Shown } from "../../sensors/sensor-lists.ts";
import type { ScenarioFeed } from "../../contract/types.ts";
import { expDeg, type Vector3 } from "../../scoring/numeric/quaternion.ts";
import { compose, fromOptical, poseOf, type Pose } from "../poses/pose-at.ts";
import { mountSpread, type MountedSensor } from "../poses/sensor-rig.ts";
import { noVehicle as nothingKnown, type ScenarioStart, type Shift, type Turn } from "./scenario-start.ts";

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
    const { shows } = kindOf(mounted.kind).pose;
    const own = known[mounted.kind];
    const departure = own !== null && "driftM" in own ? own.driftM : 0;
    const { delta, sd, measured } = measuredOf(own, shows, vector(axis));
    return {
      ...mounted,
      frame: "iso8855/rear-axle-ground",
      pose_is: "vehicle_T_sensor",
      axes: "x-forward y-left z-up",
      baseline: { xyz_m: [...baseline.xyz_m], quat_xyzw: [...baseline.quat_xyzw] },
      now: compose(baseline, delta),
      covariance_6x6: diagonal(sd),
      measured_dof: [...measured],
      range_bias_m: shows === "range" ? departure : null,
      registration_error_m: shows === "size" ? departure : null,
      part_number: known.partNumbers[mounted.kind] ?? null,
      clock_offset_ms: 0,
    };
  });
}

interface Measured {
  readonly delta: Pose;
  /** Of tx, ty, tz in metres, and of roll, pitch, yaw in radians. */
  readonly sd: readonly number[];
  readonly measured: Readonly<ScenarioSensor["measured_dof"]>;
}

const degree = Math.PI / 180;
const still = poseOf([0, 0, 0], [1, 0, 0, 0]);
const { translationM, rotationDeg } = mountSpread;
const ordinaryShift = [translationM, translationM, translationM] as const;
const ordinaryTurn = [rotationDeg * degree, rotationDeg * degree, rotationDeg * degree] as const;

const unmeasured: Measured = { delta: still, sd: [...ordinaryShift, ...ordinaryTurn], measured: [] };

/** A registration error has no direction: it says nothing of the pose. */
function measuredOf(known: Turn | Shift | null, shows: Shown, axis: Vector3): Measured {
  if (known === null || shows === "size") return unmeasured;
  return "driftDeg" in known ? turnedBy(known, axis) : shiftedBy(known);
}

function turnedBy({ driftDeg, sdDeg }: Turn, axis: Vector3): Measured {
  const [x, y, z] = fromOptical(axis);
  const delta = poseOf([0, 0, 0], expDeg([x * driftDeg, y * driftDeg, z * driftDeg]));
  if (sdDeg === null) return { ...unmeasured, delta };
  const turn = fromOptical(sdDeg).map((sd) => Math.abs(sd) * degree);
  return { delta, sd: [...ordinaryShift, ...turn], measured: ["roll", "pitch", "yaw"] };
}

function shiftedBy({ driftM, sdM }: Shift): Measured {
  const [, across, up] = ordinaryShift;
  return {
    delta: poseOf([-driftM, 0, 0], [1, 0, 0, 0]),
    sd: [sdM, across, up, ...ordinaryTurn],
    measured: ["tx"],
  };
}

/** The axes' estimates are taken as independent: what is known of them is one standard deviation each. */
function diagonal(sd: readonly number[]): number[] {
  return sd.flatMap((own, row) => sd.map((_, column) => (row === column ? own * own : 0)));
}

function vector([x = 0, y = 0, z = 0]: readonly number[]): Vector3 {
  return [x, y, z];
}
