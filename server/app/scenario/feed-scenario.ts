import { Refusal } from "../../../core/contract/refusal.ts";
import type { ScenarioFeed, ScenarioFeedRequest } from "../../../core/contract/types.ts";
import type { ScenarioType } from "../../../core/contract/scenario-types.ts";
import type { ScenarioParams } from "../../../core/scenario/drift/drift-formulas.ts";
import { usualDurationS } from "../../../core/scenario/drift/stage-params.ts";
import { noVehicle } from "../../../core/scenario/feed/scenario-start.ts";
import { distributionsOf } from "../../../core/scenario/logical/distributions-of.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import type { Caller } from "../application.ts";
import { askedParams } from "./asked-params.ts";
import { askedRig } from "./asked-rig.ts";
import { inferScenario, movedMost, shapeFrames } from "./infer-scenario.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import { startOf } from "./measured-start.ts";
import type { FindingNeeds } from "./open-scenario.ts";
import { originRefusal } from "./origin-refusal.ts";
import { sampleKept } from "./sample-kept.ts";
import { scenarioIdOf, seedOfName } from "./scenario-id.ts";
import { shapeScenario, type ShapingNeeds } from "./shape-scenario.ts";
import { findScenarioSubject, type ScenarioSubject } from "./scenario-subject.ts";

type Needs = ShapingNeeds &
  FindingNeeds &
  Pick<ReadingNeeds, "fleet" | "evidence" | "nowUs" | "silentAfterS" | "software">;

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
  const { sampled_from: sampledFrom } = request;
  if (typeof sampledFrom === "string") {
    const seed = request.seed ?? seedOfName(sampledFrom);
    const drawn = await sampleKept(caller, { ...request, sampled_from: sampledFrom }, { seed, needs });
    return feedOf({ ...drawn, seed, level: "concrete", sampledFrom }, needs);
  }
  const subject = await subjectFor(caller, request, needs);
  const type = request.scenario_type ?? (await inferFor(subject, needs));
  const name = subject?.name ?? null;
  const seed = request.seed ?? seedOfName(name);
  const setting = settingOf(request, subject);
  const params = askedParams(request, type, setting.durationS);
  const ask = { type, seed, ...setting, params, rig: askedRig(request) };
  const shaped = await shapeScenario(caller, { request, ask, subject }, needs);
  const level = request.level ?? "concrete";
  const made = level === "logical" ? asLogical(shaped, { type, request, params }) : shaped;
  return feedOf({ scenario_type: type, ...made, seed, level }, needs);
}

type Told = Pick<ScenarioFeed, "scenario_type" | "parameters" | "provenance" | "seed" | "level"> & {
  readonly sampledFrom?: string;
};

function feedOf({ sampledFrom, ...told }: Told, { software }: Pick<Needs, "software">): ScenarioFeed {
  const { scenario_type: type, seed, level, parameters, provenance } = told;
  const drawn = sampledFrom === undefined ? {} : { sampled_from: sampledFrom };
  return {
    scenario_type: type,
    schema: "scenario-feed/1",
    scenario_id: scenarioIdOf({ seed, parameters, provenance, ...drawn }),
    generator: { name: software.name, version: software.version },
    seed,
    rng: "fmix32-counter/1",
    level,
    ...drawn,
    parameters,
    provenance,
    exports: [],
  };
}

/** The same with distributions in place of values, which stay as the case in the middle. Throws `Refusal` where there are none. */
function asLogical(
  { parameters, provenance }: Pick<ScenarioFeed, "parameters" | "provenance">,
  given: {
    readonly type: ScenarioType;
    readonly request: Pick<ScenarioFeedRequest, "origin">;
    readonly params: ScenarioParams;
  },
): Pick<ScenarioFeed, "parameters" | "provenance"> {
  if (given.request.origin === "replay") {
    throw levelRefusal(
      "A replay is what happened and has no ranges; ask for origin fitted, or leave level out.",
    );
  }
  const distributions = distributionsOf(parameters, provenance, given.params);
  if (Object.keys(distributions).length === 0) {
    throw levelRefusal(`${given.type} has no parameter left to draw; leave level out, or fix fewer params.`);
  }
  const model = { ...parameters.drift_model, distributions };
  return { parameters: { ...parameters, drift_model: model }, provenance };
}

function levelRefusal(detail: string): Refusal {
  return new Refusal("not_allowed", detail, [{ pointer: "/level", code: "not_allowed", detail }]);
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
