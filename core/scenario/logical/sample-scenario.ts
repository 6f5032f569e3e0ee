import type { ScenarioFeed } from "../../contract/types.ts";
import { sampleDrift } from "../drift/sample-drift.ts";
import { expectedOf } from "../feed/expected-of.ts";
import { onsetOf } from "../feed/make-feed.ts";
import { eventsOf, sceneOf } from "../feed/scene-of.ts";
import { drawParams } from "./draw-params.ts";

/** What a concrete scenario has of the logical one it is drawn from: everything but what its parameters and seed decide. */
export function sampleScenario(
  logical: ScenarioFeed,
  seed: number,
): Pick<ScenarioFeed, "parameters" | "provenance"> {
  const { parameters, provenance, scenario_type: type } = logical;
  const { distributions = {}, ...model } = parameters.drift_model;
  const params = { ...model.params, ...drawParams(distributions, seed) };
  const { duration_s: durationS, highlight_vehicle_id: vehicleId } = parameters.visualizer;
  const { time_scale: timeScale } = parameters.trajectory;
  const trajectory = { ...sampleDrift({ type, params, seed, durationS }), time_scale: timeScale };
  const { is_sensor_fault: isSensorFault, detector } = parameters.truth;
  const drawnModel = { ...model, params };
  const facts = { ...parameters, drift_model: drawnModel, trajectory, isSensorFault };
  const wasFitted = provenance.fit !== undefined;
  return {
    parameters: {
      ...parameters,
      drift_model: drawnModel,
      trajectory,
      truth: {
        onset_s: onsetOf(params, trajectory),
        is_sensor_fault: isSensorFault,
        ...expectedOf(facts, detector.limits),
      },
      events: wasFitted
        ? changePoint(onsetOf(params, trajectory))
        : eventsOf({ type, params, seed, durationS }),
      ...sceneOf({ type, seed, vehicleId }),
    },
    // What was drawn was not measured, though it may be drawn from what was.
    provenance: { ...provenance, measured: provenance.measured.filter((member) => !isDrawn(member)) },
  };
}

function changePoint(onsetS: number | null): ScenarioFeed["parameters"]["events"] {
  return onsetS === null ? [] : [{ t_s: onsetS, type: "change_point" }];
}

function isDrawn(member: string): boolean {
  return member.startsWith("/parameters/drift_model/params/") || member === "/parameters/truth/onset_s";
}
