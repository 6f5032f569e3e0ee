import type { ScenarioFeed } from "../../contract/types.ts";
import { type StreetNetwork, generateStreets } from "./generate-streets.ts";
import { type Drive, planDrive } from "./plan-drive.ts";

/** Where the vehicle of a scenario drives: the same in the player, on the map and in every export. */
export function driveOf(
  { seed, parameters }: ScenarioFeed,
  network: StreetNetwork = streetsOf({ parameters }),
): Drive {
  return planDrive(network, {
    seed,
    durationS: parameters.visualizer.duration_s,
    fastestMps: parameters.actors[0]!.speed_mps,
  });
}

export function streetsOf({ parameters }: Pick<ScenarioFeed, "parameters">): StreetNetwork {
  return generateStreets(parameters.road.seed);
}
