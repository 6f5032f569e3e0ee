import type { FleetInsight } from "../application.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import { analyseFleet } from "./analyse-fleet.ts";
import { compareCases } from "./compare-cases.ts";
import type { AttributesQuery, CourseQuery, SharedQuery } from "./fleet-question.ts";
import { listAttributes } from "./list-attributes.ts";
import { LongAnswers } from "./long-answers.ts";
import { showPositions } from "./show-positions.ts";

/** The verbs about a fleet as a whole. */
export function fleetAnalytics(needs: ReadingNeeds): FleetInsight {
  const answers = new LongAnswers(needs);
  return {
    analyseFleet: answers.of(
      "course",
      (caller, query: CourseQuery) => analyseFleet(caller, query, needs),
      ({ all }) => all.vehicles,
    ),
    compareCases: answers.of(
      "shared",
      (caller, query: SharedQuery) => compareCases(caller, query, needs),
      ({ cases, others }) => cases + others,
    ),
    listAttributes: answers.of(
      "attributes",
      (caller, query: AttributesQuery) => listAttributes(caller, query, needs),
      ({ vehicles }) => vehicles,
    ),
    showPositions: (caller, query) => showPositions(caller, query, needs),
  };
}
