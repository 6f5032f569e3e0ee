import type { ScenarioFeed } from "../../contract/types.ts";
import type { SampledDrift } from "../drift/sample-drift.ts";
import type { Sensor } from "../drift/sensor-effects.ts";
import { fromOptical } from "../poses/sensor-axes.ts";
import { sensorRig, type MountedSensor } from "../poses/sensor-rig.ts";
import { expectedOf } from "./expected-of.ts";
import { initialSensors } from "./initial-sensors.ts";
import { makeParameters, type ScenarioAsk } from "./make-feed.ts";

type Parameters = ScenarioFeed["parameters"];
type MovedSensor = Parameters["drift_model"]["sensors"][number];

/** What was estimated of the sensor that moved most. */
export interface ReplayedHistory {
  readonly sensor: Sensor;
  readonly trajectory: SampledDrift;
  /** When the change began, where one is dated. */
  readonly onsetS: number | null;
  /** The vehicle's tier at the beginning. */
  readonly tier: Parameters["initial_drift_state"]["tier"];
}

/**
 * The parameters of a scenario whose trajectory is a vehicle's own history. It begins at the baseline, and the trajectory is
 * the whole departure of one sensor: of a camera in degrees; of a radar or lidar in metres, a degree standing for a metre.
 */
export function makeReplay(
  ask: ScenarioAsk,
  { sensor, trajectory, onsetS, tier }: ReplayedHistory,
): Parameters {
  const { rig = sensorRig } = ask;
  const atBaseline = {
    ...ask.start,
    tier,
    camera: { ...ask.start.camera, driftDeg: 0 },
    radar: ask.start.radar && { ...ask.start.radar, driftM: 0 },
    lidar: ask.start.lidar && { ...ask.start.lidar, driftM: 0 },
  };
  const made = makeParameters({ ...ask, start: atBaseline });
  const initial = {
    tier,
    camera_drift_deg: 0,
    sensors: initialSensors(atBaseline, made.drift_model.axis, rig),
  };
  const model: Parameters["drift_model"] = {
    ...made.drift_model,
    moves: "mount",
    common_mode_axis: null,
    sensors: [{ id: idOf(sensor, rig), ...movedBy(sensor, made.drift_model.axis) }],
  };
  const { is_sensor_fault: isSensorFault } = made.truth;
  const facts = { drift_model: model, trajectory, initial_drift_state: initial, isSensorFault };
  return {
    ...made,
    initial_drift_state: initial,
    drift_model: model,
    trajectory,
    drift_samples: { ...made.drift_samples, dt_s: trajectory.dt_s, count: trajectory.drift_deg.length },
    truth: { onset_s: onsetS, is_sensor_fault: isSensorFault, ...expectedOf(facts, ask.limits) },
    events: onsetS === null ? [] : [{ t_s: onsetS, type: "change_point" }],
  };
}

/** Throws where the vehicle of the scenario has no such sensor: whoever asks has made sure of it. */
function idOf(sensor: Sensor, rig: readonly MountedSensor[]): string {
  const first = rig.find(({ kind }) => kind === sensor);
  if (first === undefined)
    throw new RangeError(`the history is the ${sensor}'s, and no sensor of the rig is one`);
  return first.id;
}

function movedBy(sensor: Sensor, axis: readonly number[]): Omit<MovedSensor, "id"> {
  const still = {
    rotation_deg_per_deg: 0,
    translation_m_per_deg: [0, 0, 0],
    registration_error_m_per_deg: 0,
  };
  const [x = 0, y = 0, z = 0] = axis;
  switch (sensor) {
    case "camera":
      return { ...still, axis: [...fromOptical([x, y, z])], rotation_deg_per_deg: 1 };
    case "radar":
      return { ...still, axis: [0, 0, 1], translation_m_per_deg: [-1, 0, 0] };
    case "lidar":
      return { ...still, axis: [0, 0, 1], registration_error_m_per_deg: 1 };
  }
}
