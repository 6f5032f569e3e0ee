import { scenarioKinds } from "../../sensors/scenario-kinds.ts";
import { kindOf, type Shown, turnedKind } from "../../sensors/sensor-lists.ts";
import type { ScenarioFeed } from "../../contract/types.ts";
import { apparentDegPerFocalScale } from "../drift/sensor-effects.ts";

type Parameters = ScenarioFeed["parameters"];
type ScenarioSensor = Parameters["initial_drift_state"]["sensors"][number];
export type SensorLimits = Parameters["truth"]["detector"]["limits"];

/** How far a sensor is from its baseline, in its CAUTION limits. */
export interface Departure {
  /** Before the scenario begins. */
  readonly initial: number;
  /** In every sample. */
  readonly samples: readonly number[];
  readonly criticalAt: number;
}

/** The sensors the service scores, the first of each kind, as far out as the truth has them, without noise. */
export function departuresOf(
  parameters: Pick<Parameters, "drift_model" | "trajectory" | "initial_drift_state">,
  limits: SensorLimits,
): readonly Departure[] {
  const { sensors } = parameters.initial_drift_state;
  const scored = sensors.filter((one, at) => sensors.findIndex(({ kind }) => kind === one.kind) === at);
  return scored.map((sensor) => {
    const { caution, critical } = limits[sensor.kind];
    const initial = initialOf(parameters, sensor);
    const gain = gainOf(parameters, sensor);
    return {
      initial: Math.abs(initial) / caution,
      samples: parameters.trajectory.drift_deg.map(
        (deg, sample) => Math.abs(initial + gain(deg, sample)) / caution,
      ),
      criticalAt: critical / caution,
    };
  });
}

function initialOf(
  { initial_drift_state: state }: Pick<Parameters, "initial_drift_state">,
  { kind, range_bias_m: bias, registration_error_m: error }: ScenarioSensor,
): number {
  const { shows } = kindOf(kind).pose;
  return shows === "turn" ? state[turnedKind.drift.member] : ((shows === "range" ? bias : error) ?? 0);
}

/** What a sample's angle adds to a sensor's departure. */
function gainOf(
  { drift_model: model, trajectory: { dt_s: dtS } }: Pick<Parameters, "drift_model" | "trajectory">,
  { id, kind }: ScenarioSensor,
): (deg: number, sample: number) => number {
  if (model.moves === "optics" && scenarioKinds[kind].image !== null) {
    const { t0 = 0, ramp = 1, epsilon = 0 } = model.params;
    return (_, sample) => epsilon * apparentDegPerFocalScale * share((sample * dtS - t0) / ramp);
  }
  const moved = model.sensors.find((one) => one.id === id);
  return moved === undefined ? () => 0 : (deg) => gainAs[kindOf(kind).pose.shows](moved, deg);
}

type MovedSensor = Parameters["drift_model"]["sensors"][number];

const gainAs: Readonly<Record<Shown, (moved: MovedSensor, deg: number) => number>> = {
  turn: (moved, deg) => moved.rotation_deg_per_deg * deg,
  range: (moved, deg) => -(moved.translation_m_per_deg[0] ?? 0) * deg,
  size: (moved, deg) => moved.registration_error_m_per_deg * Math.abs(deg),
};

function share(value: number): number {
  return Math.min(1, Math.max(0, value));
}
