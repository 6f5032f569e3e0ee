import type { ScenarioType } from "../../contract/scenario-types.ts";

/** What happens in each scenario, for people. */
export const scenarioMeanings: Readonly<Record<ScenarioType, string>> = {
  nominal_control: "nothing happens: false alarms are counted",
  post_collision: "an impact moves the front sensors at once",
  pothole_impact: "potholes move the camera in many small steps",
  curb_strike: "a kerb knocks the radar, which springs back in part",
  windshield_replacement: "a new windscreen: the camera is off until it has calibrated itself by driving",
  bumper_repair_radar: "a refitted bumper: the radar is off, and stays so",
  thermal_cycle: "heat and cold move the mounts to and fro",
  gradual_mount_loosening: "the lidar's mount works loose",
  vibration_random_walk: "vibration makes the camera drift at random",
  car_wash: "a brush bends the lidar and leaves it a little off",
  load_change: "cargo pitches the body, with all sensors",
  ride_height_change: "tyres or springs pitch the body, with all sensors",
  wheel_alignment_thrust: "the axle is out of line, so that the vehicle runs askew",
  sensor_replacement: "a new camera behind an old calibration",
  mirror_fold_nonreturn: "a mirror camera comes back to another place after each fold",
  occlusion_false_drift: "dirt, ice or rain: worse and fewer detections, nothing moved",
  intrinsics_shift: "the focal length changes: it looks like a rotation and is none",
  imu_bias: "the reference drifts, so that all sensors seem to",
  time_slip: "the camera's clock is off: it seems to turn in every bend",
  highway_weave: "lane changes: the body rolls and yaws",
  data_dropout: "frames are lost: stale is not nominal",
};
