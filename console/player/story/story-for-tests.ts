import { playScenario } from "../../../core/scenario/course/play-scenario.ts";
import type { ScenarioType } from "../../../core/contract/scenario-types.ts";
import { feedForTests } from "../../../core/scenario/feed/feed-for-tests.ts";
import { noVehicle } from "../../../core/scenario/feed/scenario-start.ts";
import { tellStory, type Story } from "./story.ts";

/** The story of a scenario of a vehicle that is in true when it begins. */
export function storyOf(
  type: ScenarioType,
  changes: { readonly seed?: number; readonly durationS?: number } = {},
): Story {
  const feed = feedForTests({ type, start: { ...noVehicle, vehicleId: "veh-0042" }, ...changes });
  return tellStory(feed, playScenario(feed));
}
