import { effectOn, image, perRefit } from "../../sensors/scenario-kinds.ts";
import { kindOf, sensors, type Shown, turnedKind } from "../../sensors/sensor-lists.ts";
import type { ScenarioFeed } from "../../contract/types.ts";
import type { Vector3 } from "../../scoring/numeric/quaternion.ts";
import type { ScenarioType } from "../../contract/scenario-types.ts";
import { fromOptical } from "../poses/pose-at.ts";
import type { MountedSensor } from "../poses/sensor-rig.ts";

type DriftModel = ScenarioFeed["parameters"]["drift_model"];

/** The camera's own view direction: where nothing turns, any axis is as good. */
const usualAxis: Vector3 = [0, 0, 1];
const pitch: Vector3 = [0, 1, 0];
const yaw: Vector3 = [0, 0, 1];

/** What the trajectory of a scenario is the angle of, and about which axis of the vehicle where everything turns. */
const movements: Readonly<
  Record<ScenarioType, { readonly moves: DriftModel["moves"]; readonly commonAxis?: Vector3 }>
> = {
  nominal_control: { moves: "nothing" },
  post_collision: { moves: "mount" },
  pothole_impact: { moves: "mount" },
  curb_strike: { moves: "mount" },
  windshield_replacement: { moves: "mount" },
  ...perRefit(() => ({ moves: "mount" })),
  thermal_cycle: { moves: "mount" },
  gradual_mount_loosening: { moves: "mount" },
  vibration_random_walk: { moves: "mount" },
  car_wash: { moves: "mount" },
  load_change: { moves: "body", commonAxis: pitch },
  ride_height_change: { moves: "body", commonAxis: pitch },
  wheel_alignment_thrust: { moves: "body", commonAxis: yaw },
  sensor_replacement: { moves: "mount" },
  mirror_fold_nonreturn: { moves: "mount" },
  occlusion_false_drift: { moves: "nothing" },
  intrinsics_shift: { moves: "optics" },
  imu_bias: { moves: "reference", commonAxis: yaw },
  time_slip: { moves: "clock" },
  highway_weave: { moves: "nothing" },
  data_dropout: { moves: "nothing" },
};

/** What turns by the trajectory. `measuredAxis`: the camera's, optical, where it has turned already. */
export function whatMoves(
  type: ScenarioType,
  measuredAxis: Vector3 | null,
  rig: readonly Pick<MountedSensor, "id" | "kind">[],
): Pick<DriftModel, "axis" | "axis_frame" | "moves" | "common_mode_axis" | "sensors"> {
  const { moves, commonAxis = null } = movements[type];
  const axis = measuredAxis ?? axisOfScenario(type);
  return {
    axis: [...axis],
    axis_frame: image.axisFrame,
    moves,
    common_mode_axis: commonAxis === null ? null : [...commonAxis],
    sensors: moves === "mount" ? movedSensors(type, fromOptical(axis), rig) : [],
  };
}

function axisOfScenario(type: ScenarioType): Vector3 {
  const { axis = usualAxis, perDeg = 0 } = effectOn(turnedKind.name, type);
  if (perDeg === 0) return usualAxis;
  const length = Math.hypot(...axis);
  return [axis[0] / length, axis[1] / length, axis[2] / length];
}

/** The first of each kind that the scenario moves, as far as the vehicle has one. */
function movedSensors(
  type: ScenarioType,
  axis: Vector3,
  rig: readonly Pick<MountedSensor, "id" | "kind">[],
): DriftModel["sensors"] {
  return sensors.flatMap((kind) => {
    const first = rig.find((one) => one.kind === kind);
    const { perDeg = 0 } = effectOn(kind, type);
    if (first === undefined || perDeg === 0) return [];
    return [{ id: first.id, ...movedAs[kindOf(kind).pose.shows](perDeg, axis) }];
  });
}

type Moved = Omit<DriftModel["sensors"][number], "id">;

/** How a sensor follows a degree of the trajectory. `axis`: of its own frame. */
export const movedAs: Readonly<Record<Shown, (perDeg: number, axis: Vector3) => Moved>> = {
  turn: (perDeg, axis) => ({ ...still(), axis: [...axis], rotation_deg_per_deg: perDeg }),
  // A range read too far is a sensor that stands farther back.
  range: (perDeg) => ({ ...still(), translation_m_per_deg: [-perDeg, 0, 0] }),
  size: (perDeg) => ({ ...still(), registration_error_m_per_deg: perDeg }),
};

function still(): Moved {
  return {
    axis: [...yaw],
    rotation_deg_per_deg: 0,
    translation_m_per_deg: [0, 0, 0],
    registration_error_m_per_deg: 0,
  };
}
