import { effectOn, scenarioKinds } from "../../sensors/scenario-kinds.ts";
import type { ScenarioFeed } from "../../contract/types.ts";
import type { ScenarioType } from "../../contract/scenario-types.ts";
import type { ScenarioParams } from "../drift/drift-formulas.ts";

type ScenarioSensor = ScenarioFeed["parameters"]["initial_drift_state"]["sensors"][number];

/** What else a scenario does to a sensor than move it. */
export interface SensorCondition {
  /** Of a camera: focal length as a multiple of the intrinsics'. */
  readonly focalScale: number;
  /** How far its clock is ahead. */
  readonly clockOffsetS: number;
  /** Noise as a multiple of the ordinary one. */
  readonly noiseFactor: number;
  /** Share of its detections that fail. */
  readonly missingShare: number;
}

/** At a time of the scenario. Of a replay's past only the drift is known: its sensors are in order. */
export function sensorConditionAt(feed: ScenarioFeed, sensor: ScenarioSensor, tS: number): SensorCondition {
  const inOrder = {
    focalScale: 1,
    clockOffsetS: sensor.clock_offset_ms / 1000,
    noiseFactor: 1,
    missingShare: 0,
  };
  const { type, params } = feed.parameters.drift_model;
  const { t0 = 0, ramp = 0 } = params;
  if (feed.provenance.kind === "replay" || tS < t0) return inOrder;
  const grown = ramp > 0 ? Math.min(1, (tS - t0) / ramp) : 1;
  return { ...inOrder, ...changes[type]?.(sensor.kind, { params, grown, inOrder }) };
}

interface Begun {
  readonly params: ScenarioParams;
  /** 0 at the beginning, 1 once it has fully come. */
  readonly grown: number;
  readonly inOrder: SensorCondition;
}

type Change = (kind: ScenarioSensor["kind"], begun: Begun) => Partial<SensorCondition>;

const changes: Readonly<Partial<Record<ScenarioType, Change>>> = {
  intrinsics_shift: (kind, { params: { epsilon = 0 }, grown }) =>
    scenarioKinds[kind].image === null ? {} : { focalScale: 1 + epsilon * grown },
  time_slip: (kind, { params: { slip = 0 }, grown, inOrder }) =>
    effectOn(kind, "time_slip").perDeg === undefined
      ? {}
      : { clockOffsetS: inOrder.clockOffsetS + slip * grown },
  occlusion_false_drift: (kind, { params: { factor = 1, missing = 0 } }) =>
    effectOn(kind, "occlusion_false_drift").noiseFactor === undefined
      ? {}
      : { noiseFactor: factor, missingShare: missing },
};
