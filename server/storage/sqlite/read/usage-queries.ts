import type { Usage } from "../../../app/ports/quotas.ts";
import type { UsageReader } from "../../../app/ports/reading/fleet-reader.ts";
import type { StoredDay } from "../../../app/ports/stored-bytes.ts";
import { storedDays } from "../stored-bytes.ts";
import type { QueriesOf, ReadingDatabase } from "./reading-database.ts";

/** The counters of usage.sql; answers that have expired and are still there are taken off. */
export const usageQuery = `
  SELECT organisation_usage.*,
    (SELECT ifnull(sum(vehicles), 0) FROM new_vehicle_count
     WHERE organisation = :organisation AND minute >= :newSinceMinute) AS new_vehicles,
    (SELECT count(*) FROM answer
     WHERE organisation = :organisation AND stored_us < :keptSinceUs) AS expired
  FROM organisation_usage WHERE organisation = :organisation`;

/** Pieces of evidence and statements that a key has requested since. */
export const evidenceRequestsQuery = `SELECT
  (SELECT count(*) FROM evidence WHERE requested_by = ?1 AND issued_at_us >= ?2) +
  (SELECT count(*) FROM state_statement WHERE requested_by = ?1 AND issued_at_us >= ?2) AS requests`;

/** A row of `usageQuery`. */
export interface UsageRow {
  readonly vehicles: number;
  readonly new_vehicles: number;
  readonly stored_bytes: number;
  readonly answers: number;
  readonly expired: number;
}

export function usageOfRow(row: UsageRow | undefined): Usage {
  if (row === undefined) {
    return { vehicles: 0, newVehicles: 0, storedBytes: 0, keptAnswers: 0 };
  }
  return {
    vehicles: row.vehicles,
    newVehicles: row.new_vehicles,
    storedBytes: row.stored_bytes,
    keptAnswers: row.answers - row.expired,
  };
}

export function usageQueries(database: ReadingDatabase): QueriesOf<UsageReader> {
  return {
    readUsage: (ask) => usageOfRow(database.query<UsageRow>(usageQuery).get({ ...ask })),
    countEvidenceRequests: ({ keyId, sinceUs }) =>
      database.query<{ requests: number }>(evidenceRequestsQuery).get(keyId, sinceUs)?.requests ?? 0,
    readStoredDays: (ask) => database.query<StoredDay>(storedDays).all(ask),
  };
}
