import { Refusal } from "../../../core/contract/refusal.ts";
import type { ScenarioFeed, ScenarioFeedRequest } from "../../../core/contract/types.ts";
import { sampleScenario } from "../../../core/scenario/logical/sample-scenario.ts";
import type { Caller } from "../application.ts";
import { openScenario, type FindingNeeds } from "./open-scenario.ts";

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
