import { deflateRawSync, inflateRawSync } from "node:zlib";

import { Refusal } from "../../../core/contract/refusal.ts";
import type {
  ScenarioDeletion,
  ScenarioFeed,
  ScenarioFeedRequest,
  ScenarioList,
  ScenarioListItem,
} from "../../../core/contract/types.ts";
import { formatTime } from "../../../core/encoding/instant.ts";
import { scenariosThatMustNotAlarm } from "../../../core/scenario/drift/drift-formulas.ts";
import type { Caller, ScenarioQuestion, WriteContext } from "../application.ts";
import { ListCursor } from "../cursor.ts";
import { submitWrite, type WritingNeeds } from "../ingest/submit-write.ts";
import { ownJson } from "../own-json.ts";
import type { NewScenario, ScenarioSummary } from "../ports/scenario-change.ts";
import type { ScenarioReader } from "../ports/scenario-reader.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import { scopeOf } from "../visibility-scope.ts";
import { feedScenario } from "./feed-scenario.ts";

type KeepingNeeds = WritingNeeds & Parameters<typeof feedScenario>[2];
type FindingNeeds = { readonly scenarios: Pick<ScenarioReader, "findScenario"> };

/** Makes a scenario and keeps it: what is answered can be fetched again by its id. */
export async function keepScenario(
  caller: Caller,
  request: ScenarioFeedRequest,
  ask: WriteContext,
  needs: KeepingNeeds,
): Promise<ScenarioFeed> {
  const feed = await feedScenario(caller, request, needs);
  const audit = ask.audit === undefined || ask.audit === null ? null : ask.audit;
  await submitWrite<"scenario">(
    {
      kind: "scenario",
      change: { kind: "keep", scenario: keptForm(caller, feed, ask.receivedAtUs) },
      audit: audit === null ? null : { ...audit, subject: feed.scenario_id },
    },
    needs,
  );
  return feed;
}

/** One page of the scenarios the caller may see, latest first. Newer ones do not move the pages after the first. */
export async function listScenarios(
  caller: Caller,
  question: ScenarioQuestion,
  { scenarios, cursorSecret }: Pick<ReadingNeeds, "scenarios" | "cursorSecret">,
): Promise<ScenarioList> {
  const scope = scopeOf(caller);
  const { types = null, vehicleId = null, limit } = question;
  const query = [scope.fleets, types, vehicleId];
  const cursor = new ListCursor<number>(
    { operation: "listScenarios", organisation: caller.organisation, query },
    cursorSecret,
  );
  const before = cursor.open(question.cursor);
  const found = await scenarios.listScenarios({ scope, types, vehicleId, before, limit: limit + 1 });
  const { items, hasMore, next } = cursor.page(found, { limit, placeOf: ({ position }) => position });
  return { data: items.map(presentScenario), has_more: hasMore, next_cursor: next };
}

/** Throws `Refusal` `scenario_not_found`, alike for an id that does not exist and for one out of the caller's scope. */
export async function showScenario(
  caller: Caller,
  scenarioId: string,
  { scenarios }: FindingNeeds,
): Promise<ScenarioFeed> {
  const found = await scenarios.findScenario({ scope: scopeOf(caller), scenarioId });
  if (found === null) {
    throw new Refusal("scenario_not_found", "There is no such scenario; /v1/scenarios lists what is kept.");
  }
  return ownJson<ScenarioFeed>(inflateRawSync(found.feed));
}

export async function deleteScenario(
  caller: Caller,
  scenarioId: string,
  ask: WriteContext,
  needs: WritingNeeds & FindingNeeds,
): Promise<ScenarioDeletion> {
  await showScenario(caller, scenarioId, needs);
  const { organisation } = caller;
  await submitWrite<"scenario">(
    { kind: "scenario", change: { kind: "drop", organisation, scenarioId }, audit: ask.audit ?? null },
    needs,
  );
  return { scenario_id: scenarioId, deleted: true };
}

function keptForm({ organisation }: Caller, feed: ScenarioFeed, madeAtUs: number): NewScenario {
  const { provenance, parameters } = feed;
  return {
    organisation,
    scenarioId: feed.scenario_id,
    type: feed.scenario_type,
    origin: provenance.kind,
    seed: feed.seed,
    durationS: parameters.visualizer.duration_s,
    vehicleId: provenance.vehicle_id ?? null,
    evidenceId: provenance.evidence_event_id ?? null,
    madeAtUs,
    feed: deflateRawSync(JSON.stringify(feed)),
  };
}

function presentScenario({ evidenceId, vehicleId, ...scenario }: ScenarioSummary): ScenarioListItem {
  const type = scenario.type as ScenarioListItem["scenario_type"];
  return {
    scenario_id: scenario.scenarioId,
    scenario_type: type,
    origin: scenario.origin as ScenarioListItem["origin"],
    seed: scenario.seed,
    duration_s: scenario.durationS,
    is_sensor_fault: !scenariosThatMustNotAlarm.has(type),
    ...(vehicleId !== null && { vehicle_id: vehicleId }),
    ...(evidenceId !== null && { evidence_event_id: evidenceId }),
    made_at: formatTime(scenario.madeAtUs),
  };
}
