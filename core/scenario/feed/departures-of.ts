import type { ScenarioFeed } from "../../contract/types.ts";
import { apparentDegPerFocalScale, type Sensor } from "../drift/sensor-effects.ts";

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
  sensor: ScenarioSensor,
) {
  switch (sensor.kind) {
    case "camera":
      return state.camera_drift_deg;
    case "radar":
      return sensor.range_bias_m ?? 0;
    case "lidar":
      return sensor.registration_error_m ?? 0;
  }
}

/** What a sample's angle adds to a sensor's departure. */
function gainOf(
  { drift_model: model, trajectory: { dt_s: dtS } }: Pick<Parameters, "drift_model" | "trajectory">,
  { id, kind }: ScenarioSensor,
): (deg: number, sample: number) => number {
  if (model.moves === "optics" && kind === "camera") {
    const { t0 = 0, ramp = 1, epsilon = 0 } = model.params;
    return (_, sample) => epsilon * apparentDegPerFocalScale * share((sample * dtS - t0) / ramp);
  }
  const moved = model.sensors.find((one) => one.id === id);
  if (moved === undefined) return () => 0;
  return (deg) => perDegOf[kind](moved) * (kind === "lidar" ? Math.abs(deg) : deg);
}

const perDegOf: Readonly<Record<Sensor, (moved: Parameters["drift_model"]["sensors"][number]) => number>> = {
  camera: (moved) => moved.rotation_deg_per_deg,
  radar: (moved) => -(moved.translation_m_per_deg[0] ?? 0),
  lidar: (moved) => moved.registration_error_m_per_deg,
};

function share(value: number): number {
  return Math.min(1, Math.max(0, value));
}
