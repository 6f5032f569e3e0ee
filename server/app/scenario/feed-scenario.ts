import { createHash } from "node:crypto";

import { Refusal } from "../../../core/contract/refusal.ts";
import type { ScenarioFeed, ScenarioFeedRequest } from "../../../core/contract/types.ts";
import type { ScenarioType } from "../../../core/scenario/drift/drift-formulas.ts";
import { usualDurationS } from "../../../core/scenario/drift/stage-params.ts";
import { makeParameters } from "../../../core/scenario/feed/make-feed.ts";
import { makeReplay } from "../../../core/scenario/feed/make-replay.ts";
import { noVehicle } from "../../../core/scenario/feed/scenario-start.ts";
import { defaultSettings } from "../../../core/scoring/model/settings.ts";
import type { Caller } from "../application.ts";
import { inferScenario, movedMost, shapeFrames } from "./infer-scenario.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import { measuredMembers, startOf } from "./measured-start.ts";
import { readHistory, type ReadHistory } from "./read-history.ts";
import { findScenarioSubject, type ScenarioSubject } from "./scenario-subject.ts";

type Needs = Pick<
  ReadingNeeds,
  "fleet" | "vehicles" | "analysis" | "evidence" | "nowUs" | "silentAfterS" | "software"
>;

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
  const replayed =
    request.origin === "replay" ? await readHistory(present(subject), ask.durationS, needs) : null;

  const parameters = replayed === null ? makeParameters(ask) : makeReplay(ask, replayed.history);
  const provenance = subject === null ? madeUp : provenanceOf(subject, request, parameters);
  return {
    scenario_type: type,
    schema: "scenario-feed/1",
    scenario_id: scenarioId([seed, name, parameters]),
    generator: { name: needs.software.name, version: needs.software.version },
    seed,
    rng: "fmix32-counter/1",
    level: "concrete",
    parameters,
    provenance: replayed === null ? provenance : replayProvenance(provenance, replayed),
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

function originRefusal(detail: string): Refusal {
  return new Refusal("not_allowed", detail, [{ pointer: "/origin", code: "not_allowed", detail }]);
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

const noPosition = "no position of a vehicle";

const madeUp: ScenarioFeed["provenance"] = {
  kind: "synthetic",
  measured: [],
  n_vehicles: 0,
  privacy: noPosition,
};

function provenanceOf(
  subject: ScenarioSubject,
  { map_center: place }: ScenarioFeedRequest,
  parameters: ScenarioFeed["parameters"],
): ScenarioFeed["provenance"] {
  const isPlaceMeasured = (place ?? null) === null && subject.position !== null;
  return {
    kind: "fitted",
    ...subject.name,
    measured: measuredMembers(subject, parameters, isPlaceMeasured),
    n_vehicles: 1,
    privacy: isPlaceMeasured ? "position coarsened to 0.01° (about 1 km)" : noPosition,
  };
}

/** The state it begins with is the baseline: what is measured is where it went from there. */
function replayProvenance(
  provenance: ScenarioFeed["provenance"],
  { window }: ReadHistory,
): ScenarioFeed["provenance"] {
  const measured = provenance.measured.filter(
    (member) => !/(camera_drift_deg|registration_error_m|now)$/.test(member),
  );
  return {
    ...provenance,
    kind: "replay",
    measured: [...measured, "/parameters/trajectory", "/parameters/truth/onset_s"],
    window,
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
