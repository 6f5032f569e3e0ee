import { turnedKind } from "../../sensors/sensor-lists.ts";
import type { ScenarioFeed } from "../../contract/types.ts";
import type { ScenarioType } from "../../contract/scenario-types.ts";
import { scenariosThatMustNotAlarm, type ScenarioParams } from "../drift/drift-formulas.ts";
import { sampleDrift } from "../drift/sample-drift.ts";
import { stageParams, stageRanges } from "../drift/stage-params.ts";
import type { SensorLimits } from "./departures-of.ts";
import { expectedOf } from "./expected-of.ts";
import { initialSensors } from "./initial-sensors.ts";
import { eventsOf, sceneOf } from "./scene-of.ts";
import type { ScenarioStart } from "./scenario-start.ts";
import { sensorRig, type MountedSensor } from "../poses/sensor-rig.ts";
import { whatMoves } from "./what-moves.ts";

type Parameters = ScenarioFeed["parameters"];

/** Everything of a scenario that follows from its type, its seed and what it starts from. */
export interface ScenarioAsk {
  readonly type: ScenarioType;
  readonly seed: number;
  readonly durationS: number;
  /** [latitude, longitude], degrees. */
  readonly mapCenter: readonly [number, number];
  readonly start: ScenarioStart;
  /** Of the service's settings. */
  readonly limits: SensorLimits;
  /** Instead of the type's usual ones, by name. */
  readonly params?: ScenarioParams;
  /** The vehicle's sensors; the usual three where none are named. */
  readonly rig?: readonly MountedSensor[];
}

/** The parameters of a scenario that follows its formula. The same ask gives the same parameters, everywhere. */
export function makeParameters(ask: ScenarioAsk): Parameters {
  const { type, seed, durationS, start, limits, rig = sensorRig } = ask;
  const params = { ...stageParams(type, durationS), ...ask.params };
  const trajectory = sampleDrift({ type, params, seed, durationS });
  const moving = whatMoves(type, start[turnedKind.name].axis, rig);
  const initial: Parameters["initial_drift_state"] = {
    tier: start.tier,
    [turnedKind.drift.member]: start[turnedKind.name].driftDeg,
    sensors: initialSensors(start, moving.axis, rig),
  };
  const model: Parameters["drift_model"] = {
    type,
    params: { ...params },
    ...moving,
    ranges: writable(stageRanges(type, durationS)),
  };
  const isSensorFault = !scenariosThatMustNotAlarm.has(type);
  const facts = { drift_model: model, trajectory, initial_drift_state: initial, isSensorFault };
  return {
    initial_drift_state: initial,
    visualizer: {
      format: "service_web_demo_v1",
      duration_s: durationS,
      map_center: [...ask.mapCenter],
      highlight_vehicle_id: start.vehicleId,
    },
    drift_model: model,
    trajectory,
    drift_samples: {
      dt_s: trajectory.dt_s,
      count: trajectory.drift_deg.length,
      dof: ["tx", "ty", "tz", "roll", "pitch", "yaw"],
    },
    truth: {
      onset_s: onsetOf(params, trajectory),
      is_sensor_fault: isSensorFault,
      ...expectedOf(facts, limits),
    },
    events: eventsOf({ type, params, seed, durationS }),
    ...sceneOf({ type, seed, vehicleId: start.vehicleId }),
  };
}

/** The stage at which the drift sets in, or the first sample that shows it; null where none does. */
export function onsetOf(
  { t0 }: ScenarioParams,
  { dt_s: dtS, drift_deg: drift }: Parameters["trajectory"],
): number | null {
  const first = drift.findIndex((deg) => deg !== 0);
  if (first === -1) return null;
  return t0 ?? first * dtS;
}

function writable(ranges: ReturnType<typeof stageRanges>): Parameters["drift_model"]["ranges"] {
  return Object.fromEntries(Object.entries(ranges).map(([name, range]) => [name, [...range]]));
}
