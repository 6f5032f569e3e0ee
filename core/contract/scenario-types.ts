import { sensorKinds } from "../sensors/kinds.ts";

const repairs = sensorKinds.flatMap(({ repair }) => repair ?? []);

/** What can happen to the sensors in a scenario, by name. */
export const scenarioTypes = [
  "nominal_control",
  "post_collision",
  "pothole_impact",
  "curb_strike",
  ...repairs,
  "thermal_cycle",
  "gradual_mount_loosening",
  "vibration_random_walk",
  "car_wash",
  "load_change",
  "ride_height_change",
  "wheel_alignment_thrust",
  "sensor_replacement",
  "mirror_fold_nonreturn",
  "occlusion_false_drift",
  "intrinsics_shift",
  "imu_bias",
  "time_slip",
  "highway_weave",
  "data_dropout",
] as const;
export type ScenarioType = (typeof scenarioTypes)[number];
