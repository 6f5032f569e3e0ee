import type { ScenarioFeed } from "../../contract/types.ts";
import { gaussian, uniform } from "../counter-random.ts";
import type { ScenarioParams } from "../drift/drift-formulas.ts";
import { sampleDrift } from "../drift/sample-drift.ts";
import { expectedOf } from "../feed/expected-of.ts";
import { onsetOf } from "../feed/make-feed.ts";
import { eventsOf, sceneOf } from "../feed/scene-of.ts";
import type { Distribution, Distributions } from "./distributions-of.ts";

/** Streams of the counter generator, apart from those of formulas, scenes and readings. */
const stream = { uniform: 60, normal: 61 } as const;

/** A cut-off normal number is drawn again so often; then it is put to the end it fell over. */
const mostTries = 64;

/**
 * The parameters of one concrete scenario: each drawn apart from the others, in the order of their names, so that every
 * language draws the same. Sums and products alone, hence the same bits.
 */
export function drawParams(distributions: Distributions, seed: number): ScenarioParams {
  const names = Object.keys(distributions).toSorted();
  return Object.fromEntries(names.map((name, at) => [name, drawn(distributions[name]!, seed, at)]));
}

function drawn(distribution: Distribution, seed: number, at: number): number {
  const { kind, low, high, whole = false } = distribution;
  if (kind === "normal") return drawnNormal(distribution, seed, at);
  const share = uniform(seed, stream.uniform, at);
  return whole ? low + Math.floor(share * (high - low + 1)) : low + share * (high - low);
}

function drawnNormal({ low, high, mean = 0, sd = 0 }: Distribution, seed: number, at: number): number {
  let value = mean;
  for (let attempt = 0; attempt < mostTries; attempt += 1) {
    value = mean + sd * gaussian(seed, stream.normal, mostTries * at + attempt);
    if (value >= low && value <= high) return value;
  }
  return Math.min(high, Math.max(low, value));
}

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
