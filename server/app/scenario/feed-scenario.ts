import { perKind } from "../../../core/sensors/sensor-lists.ts";
import { type BodyFault, Refusal } from "../../../core/contract/refusal.ts";
import { refusalOf } from "../../../core/contract/requests/read-ingest-body.ts";
import type { ScenarioType } from "../../../core/contract/scenario-types.ts";
import type { ScenarioFeed, ScenarioFeedRequest } from "../../../core/contract/types.ts";
import type { ScenarioParams } from "../../../core/scenario/drift/drift-formulas.ts";
import { stageParams, stageRanges, usualDurationS } from "../../../core/scenario/drift/stage-params.ts";
import { noVehicle } from "../../../core/scenario/feed/scenario-start.ts";
import { distributionsOf } from "../../../core/scenario/logical/distributions-of.ts";
import { sampleScenario } from "../../../core/scenario/logical/sample-scenario.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import type { Caller } from "../application.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import { askedRig } from "./asked-rig.ts";
import { inferScenario, movedMost, shapeFrames } from "./infer-scenario.ts";
import { startOf } from "./measured-start.ts";
import { type FindingNeeds, openScenario } from "./open-scenario.ts";
import { originRefusal } from "./origin-refusal.ts";
import { scenarioIdOf, seedOfName } from "./scenario-id.ts";
import { findScenarioSubject, type ScenarioSubject } from "./scenario-subject.ts";
import { shapeScenario, type ShapingNeeds } from "./shape-scenario.ts";

/** The parameters a request sets, held to the names and ranges of the formula. Throws `Refusal` with a pointer to each. */
export function askedParams(
  { params, origin }: Pick<ScenarioFeedRequest, "params" | "origin">,
  type: ScenarioType,
  durationS: number,
): ScenarioParams {
  const given = Object.entries(params ?? {});
  if (given.length === 0) return {};
  if (origin === "replay" || origin === "fitted") {
    const detail = `Of origin ${origin} nothing can be set: it is what was measured. Leave out params, or origin.`;
    throw new Refusal("not_allowed", detail, [{ pointer: "/params", code: "not_allowed", detail }]);
  }
  const ranges = stageRanges(type, durationS);
  const names = Object.keys(stageParams(type, durationS)).join(", ") || "none";
  const faults = given.flatMap(([name, value]): BodyFault[] => {
    const pointer = `/params/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const range = Object.hasOwn(ranges, name) ? ranges[name] : undefined;
    if (range === undefined) {
      const detail = `${type} has no parameter ${JSON.stringify(name.slice(0, 40))}; it has: ${names}.`;
      return [{ pointer, code: "member_unknown", detail }];
    }
    const [low, high] = range;
    if (value >= low && value <= high) return [];
    const detail = `${name} of ${type} over ${durationS} s must be from ${tidy(low)} to ${tidy(high)}.`;
    return [{ pointer, code: "out_of_range", detail }];
  });
  if (faults.length > 0) throw refusalOf(faults);
  return Object.fromEntries(given);
}

/** Without the noise of binary fractions: 0.30000000000000004 helps nobody. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

/** What may be said besides the logical scenario's id: all else is in it. */
const mayStand: ReadonlySet<string> = new Set(["sampled_from", "seed", "exports"]);

/** A concrete scenario of a kept logical one. Throws `Refusal` with a pointer to what stands in the way. */
export async function sampleKept(
  caller: Caller,
  request: ScenarioFeedRequest & { readonly sampled_from: string },
  { seed, needs }: { readonly seed: number; readonly needs: FindingNeeds },
): Promise<Pick<ScenarioFeed, "scenario_type" | "parameters" | "provenance">> {
  const other = Object.keys(request).find((name) => !mayStand.has(name) && !isConcrete(name, request));
  if (other !== undefined) {
    throw refused(
      other,
      `${other} comes from the logical scenario; leave it out, or leave out sampled_from.`,
    );
  }
  const logical = await openScenario(caller, request.sampled_from, needs);
  if (logical.level !== "logical") {
    throw refused(
      "sampled_from",
      `${request.sampled_from} is a ${logical.level} scenario, of which nothing can be drawn; make one with "level": "logical".`,
    );
  }
  return { scenario_type: logical.scenario_type, ...sampleScenario(logical, seed) };
}

/** What is drawn is concrete: who says so is right. */
function isConcrete(name: string, request: ScenarioFeedRequest): boolean {
  return name === "level" && request.level === "concrete";
}

function refused(member: string, detail: string): Refusal {
  return new Refusal("not_allowed", detail, [{ pointer: `/${member}`, code: "not_allowed", detail }]);
}

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

type Described = Pick<ScenarioFeed, "scenario_type" | "parameters" | "provenance" | "seed" | "level"> & {
  readonly sampledFrom?: string;
};

function feedOf(
  { sampledFrom, ...described }: Described,
  { software }: Pick<Needs, "software">,
): ScenarioFeed {
  const { scenario_type: type, seed, level, parameters, provenance } = described;
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
    limits: perKind(
      ({ name }) => name,
      ({ drift }) => limits[drift.setting],
    ),
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
