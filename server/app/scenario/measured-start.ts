import {
  isTurned,
  perKind,
  type Sensor,
  type TurnedKind,
  turnedKinds,
} from "../../../core/sensors/sensor-lists.ts";
import type { ScenarioFeed } from "../../../core/contract/types.ts";
import type { ScenarioStart, Shift } from "../../../core/scenario/feed/scenario-start.ts";
import type { Channel } from "../../../core/scoring/model/sensors.ts";
import type { Score } from "../../../core/scoring/model/score.ts";
import type { Vector3 } from "../../../core/scoring/numeric/quaternion.ts";
import type { ScenarioSubject } from "./scenario-subject.ts";

/** What a scenario about this vehicle begins with. */
export function startOf(subject: ScenarioSubject): ScenarioStart {
  const { score } = subject;
  const states = perKind(
    ({ name }) => name,
    (kind) =>
      isTurned(kind)
        ? { ...subject.turns[kind.name], sdDeg: turnSd(score, kind) }
        : shiftOf(score, kind.channels[0].name),
  );
  return {
    vehicleId: subject.vehicleId,
    tier: subject.tier,
    ...(states as Pick<ScenarioStart, Sensor>),
    partNumbers: subject.partNumbers,
  };
}

/** JSON pointers of what the vehicle's measurements gave. */
export function measuredMembers(
  { turns }: ScenarioSubject,
  { initial_drift_state: { sensors } }: ScenarioFeed["parameters"],
  isPlaceMeasured: boolean,
): string[] {
  const initial = "/parameters/initial_drift_state";
  const ofSensors = sensors.flatMap(({ measured_dof: dof, registration_error_m: error, part_number }, at) => [
    ...(dof.length > 0 ? [`${initial}/sensors/${at}/now`, `${initial}/sensors/${at}/covariance_6x6`] : []),
    ...(error !== null && error !== 0 ? [`${initial}/sensors/${at}/registration_error_m`] : []),
    ...(part_number === null ? [] : [`${initial}/sensors/${at}/part_number`]),
  ]);
  return [
    `${initial}/tier`,
    ...turnedKinds.map(({ drift }) => `${initial}/${drift.member}`),
    ...ofSensors,
    ...(turnedKinds.every(({ name }) => turns[name].axis === null) ? [] : ["/parameters/drift_model/axis"]),
    ...(isPlaceMeasured ? ["/parameters/visualizer/map_center"] : []),
  ];
}

function turnSd(score: Score | null, { channels }: TurnedKind): Vector3 | null {
  const [x, y, z] = channels.map(({ name }) => channelOf(score, name));
  return x === undefined || y === undefined || z === undefined ? null : [x.driftSd, y.driftSd, z.driftSd];
}

function shiftOf(score: Score | null, name: Channel): Shift | null {
  const channel = channelOf(score, name);
  return channel === undefined ? null : { driftM: channel.drift, sdM: channel.driftSd };
}

function channelOf(score: Score | null, name: Channel) {
  return score?.channels.find(({ channel }) => channel === name);
}
