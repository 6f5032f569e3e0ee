import { kindMeanings } from "../../sensors/scenario-kinds.ts";
import type { ScenarioType } from "../../contract/scenario-types.ts";

/** What happens in each scenario, for people. */
export const scenarioMeanings: Readonly<Record<ScenarioType, string>> = {
  ...kindMeanings,
  nominal_control: "nothing happens: false alarms are counted",
  post_collision: "an impact moves the front sensors at once",
  thermal_cycle: "heat and cold move the mounts to and fro",
  load_change: "cargo pitches the body, with all sensors",
  ride_height_change: "tyres or springs pitch the body, with all sensors",
  wheel_alignment_thrust: "the axle is out of line, so that the vehicle runs askew",
  occlusion_false_drift: "dirt, ice or rain: worse and fewer detections, nothing moved",
  intrinsics_shift: "the focal length changes: it looks like a rotation and is none",
  imu_bias: "the reference drifts, so that all sensors seem to",
  highway_weave: "lane changes: the body rolls and yaws",
  data_dropout: "frames are lost: stale is not nominal",
};
