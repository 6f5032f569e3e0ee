import { inflateRawSync } from "node:zlib";

import { Refusal } from "../../../core/contract/refusal.ts";
import type { ScenarioFeed } from "../../../core/contract/types.ts";
import type { Caller } from "../application.ts";
import { ownJson } from "../own-json.ts";
import type { ScenarioReader } from "../ports/reading/scenario-reader.ts";
import { scopeOf } from "../visibility-scope.ts";

export interface FindingNeeds {
  readonly scenarios: Pick<ScenarioReader, "findScenario">;
}

/** Throws `Refusal` `scenario_not_found`, alike for an id that does not exist and for one out of the caller's scope. */
export async function openScenario(
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
