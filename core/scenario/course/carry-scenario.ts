import type { ScenarioFeed } from "../../contract/types.ts";
import type { ScenarioCourse } from "./play-scenario.ts";

/** What one file with a player in it carries. */
export interface CarriedScenario {
  readonly feed: ScenarioFeed;
  readonly course: ScenarioCourse;
}

/** Where the player's page keeps a place for a scenario. */
export const scenarioPlace = "<!--carried scenario-->";
export const scenarioElementId = "carried-scenario";

/** The player's page with a scenario in it, as data: nothing in it is ever taken for markup or for a script. */
export function carryScenario(page: string, scenario: CarriedScenario): string {
  if (!page.includes(scenarioPlace)) throw new Error("the player's page has no place for a scenario");
  const data = JSON.stringify(scenario).replaceAll("<", "\\u003c");
  return page.replace(
    scenarioPlace,
    () => `<script type="application/json" id="${scenarioElementId}">${data}</script>`,
  );
}
