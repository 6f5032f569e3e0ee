import type { Usage } from "../../../app/commit/quotas.ts";
import type { UsageReader } from "../../../app/ports/reading-ports.ts";
import type { QueriesOf, ReadingDatabase, Row } from "./reading-database.ts";

/** The counters of usage-schema.sql; answers that have expired and are still there are taken off. */
export const usageQuery = `
  SELECT organisation_usage.*,
    (SELECT ifnull(sum(vehicles), 0) FROM new_vehicle_count
     WHERE organisation = :organisation AND minute >= :newSinceMinute) AS new_vehicles,
    (SELECT count(*) FROM answer
     WHERE organisation = :organisation AND stored_us < :keptSinceUs) AS expired
  FROM organisation_usage WHERE organisation = :organisation`;

export function usageOfRow(row: Row | null | undefined): Usage {
  if (row === null || row === undefined) {
    return { vehicles: 0, newVehicles: 0, storedBytes: 0, keptAnswers: 0 };
  }
  return {
    vehicles: row["vehicles"] as number,
    newVehicles: row["new_vehicles"] as number,
    storedBytes: row["stored_bytes"] as number,
    keptAnswers: (row["answers"] as number) - (row["expired"] as number),
  };
}

export function usageQueries(database: ReadingDatabase): QueriesOf<UsageReader> {
  return { readUsage: (ask) => usageOfRow(database.first(usageQuery, { ...ask })) };
}
