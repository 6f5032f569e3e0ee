import type { FleetInsight } from "../application.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import { analyseFleet } from "./analyse-fleet.ts";
import { compareCases } from "./compare-cases.ts";
import { listAttributes } from "./list-attributes.ts";
import { showPositions } from "./show-positions.ts";

/** The verbs about a fleet as a whole. */
export function fleetAnalytics(needs: ReadingNeeds): FleetInsight {
  return {
    analyseFleet: (caller, query) => analyseFleet(caller, query, needs),
    compareCases: (caller, query) => compareCases(caller, query, needs),
    listAttributes: (caller, query) => listAttributes(caller, query, needs),
    showPositions: (caller, query) => showPositions(caller, query, needs),
  };
}
