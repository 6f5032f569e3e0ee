import type { ScenarioFeed } from "../../contract/types.ts";
import type { Vector3 } from "../../scoring/numeric/quaternion.ts";
import { effectsOf, sensors } from "../drift/sensor-effects.ts";
import type { ScenarioType } from "../../contract/scenario-types.ts";
import { fromOptical } from "../poses/sensor-axes.ts";
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
  bumper_repair_radar: { moves: "mount" },
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
    axis_frame: "camera-optical",
    moves,
    common_mode_axis: commonAxis === null ? null : [...commonAxis],
    sensors: moves === "mount" ? movedSensors(type, fromOptical(axis), rig) : [],
  };
}

function axisOfScenario(type: ScenarioType): Vector3 {
  const { cameraAxis, cameraDegPerDeg } = effectsOf(type);
  if (cameraDegPerDeg === 0) return usualAxis;
  const length = Math.hypot(...cameraAxis);
  return [cameraAxis[0] / length, cameraAxis[1] / length, cameraAxis[2] / length];
}

/** The first of each kind that the scenario moves, as far as the vehicle has one. */
function movedSensors(
  type: ScenarioType,
  cameraAxis: Vector3,
  rig: readonly Pick<MountedSensor, "id" | "kind">[],
): DriftModel["sensors"] {
  const { cameraDegPerDeg, radarMPerDeg, lidarMPerDeg } = effectsOf(type);
  const still = { axis: [...yaw], rotation_deg_per_deg: 0, translation_m_per_deg: [0, 0, 0] };
  const moved = {
    camera: {
      ...still,
      axis: [...cameraAxis],
      rotation_deg_per_deg: cameraDegPerDeg,
      registration_error_m_per_deg: 0,
    },
    // A range read too far is a radar that stands farther back.
    radar: { ...still, translation_m_per_deg: [-radarMPerDeg, 0, 0], registration_error_m_per_deg: 0 },
    lidar: { ...still, registration_error_m_per_deg: lidarMPerDeg },
  };
  const perDeg = { camera: cameraDegPerDeg, radar: radarMPerDeg, lidar: lidarMPerDeg };
  return sensors.flatMap((kind) => {
    const first = rig.find((one) => one.kind === kind);
    return first === undefined || perDeg[kind] === 0 ? [] : [{ id: first.id, ...moved[kind] }];
  });
}
