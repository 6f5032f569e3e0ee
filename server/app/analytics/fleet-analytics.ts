import type { FleetAnalytics } from "../application.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import { listAttributes } from "./list-attributes.ts";
import { showPositions } from "./show-positions.ts";

/** The verbs about a fleet as a whole. */
export function fleetAnalytics(needs: ReadingNeeds): FleetAnalytics {
  return {
    listAttributes: (caller, query) => listAttributes(caller, query, needs),
    showPositions: (caller, query) => showPositions(caller, query, needs),
  };
}
