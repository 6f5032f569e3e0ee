import { createHash } from "node:crypto";

import type { ScenarioFeed, ScenarioFeedRequest } from "../../../core/contract/types.ts";
import type { ScenarioType } from "../../../core/contract/scenario-types.ts";
import { usualDurationS } from "../../../core/scenario/drift/stage-params.ts";
import { noVehicle } from "../../../core/scenario/feed/scenario-start.ts";
import { defaultSettings } from "../../../core/scoring/model/settings.ts";
import type { Caller } from "../application.ts";
import { inferScenario, movedMost, shapeFrames } from "./infer-scenario.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import { startOf } from "./measured-start.ts";
import { originRefusal } from "./origin-refusal.ts";
import { shapeScenario, type ShapingNeeds } from "./shape-scenario.ts";
import { findScenarioSubject, type ScenarioSubject } from "./scenario-subject.ts";

type Needs = ShapingNeeds & Pick<ReadingNeeds, "fleet" | "evidence" | "nowUs" | "silentAfterS" | "software">;

const { limits } = defaultSettings;

/** A place not taken for a real one, in the open Atlantic: where neither request nor frames name any. */
const nowhere: [number, number] = [0, 0];

/**
 * Parameters of a scenario for a visualizer: the state of a real vehicle, and what happens to its sensors from there.
 * The same request against the same fleet state gives the same feed.
 */
export async function feedScenario(
  caller: Caller,
  request: ScenarioFeedRequest,
  needs: Needs,
): Promise<ScenarioFeed> {
  const subject = await subjectFor(caller, request, needs);
  const type = request.scenario_type ?? (await inferFor(subject, needs));
  const name = subject?.name ?? null;
  const seed = request.seed ?? seedOf(name);
  const ask = { type, seed, ...settingOf(request, subject) };
  const { parameters, provenance } = await shapeScenario(caller, { request, ask, subject }, needs);
  return {
    scenario_type: type,
    schema: "scenario-feed/1",
    scenario_id: scenarioId([seed, name, parameters]),
    generator: { name: needs.software.name, version: needs.software.version },
    seed,
    rng: "fmix32-counter/1",
    level: "concrete",
    parameters,
    provenance,
    exports: [],
  };
}

/** Null where nothing measured goes in. */
async function subjectFor(
  caller: Caller,
  request: ScenarioFeedRequest,
  needs: Needs,
): Promise<ScenarioSubject | null> {
  const { origin, vehicle_id: vehicleId, evidence_id: evidenceId } = request;
  if (origin !== "synthetic") {
    const subject = await findScenarioSubject(caller, request, needs);
    return origin === undefined || origin === null ? subject : present(subject);
  }
  if ((vehicleId ?? evidenceId ?? null) === null) return null;
  throw originRefusal(
    "A synthetic scenario is about no vehicle: leave out vehicle_id and evidence_id, or origin.",
  );
}

function present(subject: ScenarioSubject | null): ScenarioSubject {
  if (subject !== null) return subject;
  throw originRefusal("There is no vehicle whose measurements could go in; leave origin out.");
}

/** Where, how long and from which state. */
function settingOf(request: ScenarioFeedRequest, subject: ScenarioSubject | null) {
  return {
    durationS: request.duration_s ?? usualDurationS,
    mapCenter: request.map_center ?? subject?.position ?? nowhere,
    start: subject === null ? noVehicle : startOf(subject),
    limits: { camera: limits.cameraDeg, radar: limits.radarM, lidar: limits.lidarM },
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
