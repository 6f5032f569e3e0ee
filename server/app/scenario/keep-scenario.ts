import { deflateRawSync } from "node:zlib";

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
import type { NewScenario, ScenarioSummary } from "../ports/scenario-change.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import { scopeOf } from "../visibility-scope.ts";
import { refuseForeignFormats, withExports, type ExportNeeds } from "./export-kept.ts";
import { feedScenario } from "./feed-scenario.ts";
import { openScenario, type FindingNeeds } from "./open-scenario.ts";

type KeepingNeeds = WritingNeeds & ExportNeeds & Parameters<typeof feedScenario>[2];

/** Makes a scenario and keeps it: what is answered can be fetched again by its id. */
export async function keepScenario(
  caller: Caller,
  request: ScenarioFeedRequest,
  ask: WriteContext,
  needs: KeepingNeeds,
): Promise<ScenarioFeed> {
  const made = await feedScenario(caller, request, needs);
  const formats = request.exports ?? [];
  refuseForeignFormats(made, formats);
  const feed = await withExports(caller, made, { formats, reports: needs.reports });
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

export async function deleteScenario(
  caller: Caller,
  scenarioId: string,
  ask: WriteContext,
  needs: WritingNeeds & FindingNeeds,
): Promise<ScenarioDeletion> {
  await openScenario(caller, scenarioId, needs);
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
