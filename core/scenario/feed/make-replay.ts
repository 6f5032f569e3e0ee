import { kindOf, type Sensor, turnedKind } from "../../sensors/sensor-lists.ts";
import type { ScenarioFeed } from "../../contract/types.ts";
import type { Vector3 } from "../../scoring/numeric/quaternion.ts";
import type { SampledDrift } from "../drift/sample-drift.ts";
import { fromOptical } from "../poses/pose-at.ts";
import { sensorRig, type MountedSensor } from "../poses/sensor-rig.ts";
import { expectedOf } from "./expected-of.ts";
import { initialSensors } from "./initial-sensors.ts";
import { makeParameters, type ScenarioAsk } from "./make-feed.ts";
import { atBaseline } from "./scenario-start.ts";
import { movedAs } from "./what-moves.ts";

type Parameters = ScenarioFeed["parameters"];

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
  const start = { ...atBaseline(ask.start), tier };
  const made = makeParameters({ ...ask, start });
  const initial = {
    tier,
    [turnedKind.drift.member]: 0,
    sensors: initialSensors(start, made.drift_model.axis, rig),
  };
  const { axis, ...moved } = movedAs[kindOf(sensor).pose.shows](1, fromAxis(made.drift_model.axis));
  const model: Parameters["drift_model"] = {
    ...made.drift_model,
    moves: "mount",
    common_mode_axis: null,
    sensors: [{ id: idOf(sensor, rig), ...moved, axis }],
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

function fromAxis([x = 0, y = 0, z = 0]: readonly number[]): Vector3 {
  return fromOptical([x, y, z]);
}
