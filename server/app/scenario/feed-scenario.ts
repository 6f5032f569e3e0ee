import { createHash } from "node:crypto";

import type { ScenarioFeed, ScenarioFeedRequest } from "../../../core/contract/types.ts";
import {
  defaultParams,
  driftDeg,
  scenariosThatMustNotAlarm,
  type ScenarioParams,
  type ScenarioType,
} from "../../../simulator/fault-scenarios.ts";
import type { Caller } from "../application.ts";
import { inferScenario, movedMost, shapeFrames } from "./infer-scenario.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import { findScenarioSubject, type ScenarioSubject } from "./scenario-subject.ts";

type Needs = Pick<
  ReadingNeeds,
  "fleet" | "vehicles" | "analysis" | "evidence" | "nowUs" | "silentAfterS" | "software"
>;

/** Length of a scenario when the request names none, and the length the simulator's parameters are made for. */
const usualDurationS = 20;
const samplesPerS = 10;
/** A place not taken for a real one, in the open Atlantic: where neither request nor frames name any. */
const nowhere: [number, number] = [0, 0];
/** The camera's own view direction: where nothing has turned, any axis is as good. */
const usualAxis: [number, number, number] = [0, 0, 1];
/** What a scenario starts from in an empty fleet. */
const noVehicle = {
  vehicleId: "none",
  tier: "UNKNOWN",
  cameraDriftDeg: 0,
  axis: null,
  position: null,
  name: null,
} as const;

/**
 * Parameters of a scenario for a visualizer: the state of a real vehicle, and what happens to its sensors from there.
 * The same request against the same fleet state gives the same feed.
 */
export async function feedScenario(
  caller: Caller,
  request: ScenarioFeedRequest,
  needs: Needs,
): Promise<ScenarioFeed> {
  const subject = await findScenarioSubject(caller, request, needs);
  const type = request.scenario_type ?? (await inferFor(subject, needs));

  const durationS = request.duration_s ?? usualDurationS;
  const start = subject ?? noVehicle;
  const seed = request.seed ?? seedOf(start.name);
  const params = paramsFor(type, durationS);
  const trajectory = sampleDrift({ type, params, seed, durationS });
  const parameters: ScenarioFeed["parameters"] = {
    initial_drift_state: { tier: start.tier, camera_drift_deg: start.cameraDriftDeg },
    visualizer: {
      format: "service_web_demo_v1",
      duration_s: durationS,
      map_center: request.map_center ?? start.position ?? nowhere,
      highlight_vehicle_id: start.vehicleId,
    },
    drift_model: { type, params: { ...params }, axis: start.axis ?? usualAxis },
    trajectory,
    truth: { onset_s: onsetOf(params, trajectory), is_sensor_fault: !scenariosThatMustNotAlarm.has(type) },
  };
  return {
    scenario_type: type,
    schema: "scenario-feed/1",
    scenario_id: scenarioId([seed, start.name, parameters]),
    generator: { name: needs.software.name, version: needs.software.version },
    seed,
    rng: "fmix32-counter/1",
    level: "concrete",
    parameters,
    provenance: start.name === null ? { kind: "synthetic" } : { kind: "fitted", ...start.name },
    exports: [],
  };
}

async function inferFor(
  subject: ScenarioSubject | null,
  needs: Pick<Needs, "vehicles" | "analysis">,
): Promise<ScenarioType> {
  if (subject === null || subject.score === null) return "nominal_control";
  const { vehicleKey, score } = subject;
  const changed =
    score.changePointSeq === null
      ? null
      : await needs.vehicles.findFrame({ vehicleKey, seq: score.changePointSeq });
  const channel = movedMost(score);
  if (changed === null || channel === null) return inferScenario(score, []);
  const residuals = await needs.analysis.listResiduals({
    vehicleKey,
    channel,
    fromUs: changed.timestampUs,
    toUs: Number.MAX_SAFE_INTEGER,
    throughSeq: score.seq,
    limit: shapeFrames,
  });
  return inferScenario(score, residuals);
}

/** Parameters that say when something happens, as opposed to how fast a thing swings or settles. */
const stagedParams = new Set(["t0", "t1", "T", "T0", "w", "ramp", "every", "period"]);

/** The scenario's parameters, its stages stretched so that the whole story fits the duration. */
function paramsFor(type: ScenarioType, durationS: number): ScenarioParams {
  const stretch = durationS / usualDurationS;
  const params = Object.entries(defaultParams(type)).map(([name, value]) => [
    name,
    stagedParams.has(name) ? value * stretch : value,
  ]);
  return Object.fromEntries(params) as ScenarioParams;
}

/** Rounded to 1e-9 degrees, where every language gives the same digits. */
function sampleDrift(scenario: {
  readonly type: ScenarioType;
  readonly params: ScenarioParams;
  readonly seed: number;
  readonly durationS: number;
}): ScenarioFeed["parameters"]["trajectory"] {
  const drift = driftDeg(scenario.type, scenario.params, scenario.seed);
  const count = Math.floor(scenario.durationS * samplesPerS) + 1;
  return {
    dt_s: 1 / samplesPerS,
    drift_deg: Array.from(
      { length: count },
      (_, step) => Math.round(drift(step / samplesPerS) * 1e9) / 1e9 + 0,
    ),
  };
}

/** The stage at which the drift sets in, or the first sample that shows it; null where none does. */
function onsetOf(
  { t0 }: ScenarioParams,
  { dt_s: dtS, drift_deg: drift }: ScenarioFeed["parameters"]["trajectory"],
): number | null {
  const first = drift.findIndex((deg) => deg !== 0);
  if (first === -1) return null;
  return t0 ?? first * dtS;
}

/** The same vehicle gives the same seed, so that a repeated request is the same scenario. */
function seedOf(name: ScenarioSubject["name"] | null): number {
  return sha256(name).readUInt32BE(0);
}

function scenarioId(inputs: unknown): string {
  return `scn_${sha256(inputs).toString("hex").slice(0, 16)}`;
}

function sha256(value: unknown): Buffer {
  return createHash("sha256").update(JSON.stringify(value)).digest();
}
