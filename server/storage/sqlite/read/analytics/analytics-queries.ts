import type { AnalyticsReader } from "../../../../app/ports/reading/analytics-reader.ts";
import type { QueriesOf, ReadingDatabase } from "../reading-database.ts";
import { countAttributes } from "./count-attributes.ts";
import { countShares } from "./count-shares.ts";
import { gatherCourse } from "./gather-course.ts";
import { listPositions } from "./list-positions.ts";

/** Questions about a whole fleet. */
export function analyticsQueries(database: ReadingDatabase): QueriesOf<AnalyticsReader> {
  return {
    countAttributes: (ask) => database.together(() => countAttributes(database, ask)),
    gatherCourse: (ask) => database.together(() => gatherCourse(database, ask)),
    countShares: (ask) => database.together(() => countShares(database, ask)),
    listPositions: (ask) => database.together(() => listPositions(database, ask)),
  };
}
