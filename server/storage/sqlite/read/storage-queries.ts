import type { StorageReader } from "../../../app/ports/stored-bytes.ts";
import { storedBytesOf, storedDays, storedUsage } from "../stored-bytes.ts";
import type { QueriesOf, ReadingDatabase } from "./reading-database.ts";

/** How full the storage of each organisation is: a row each is looked at. */
export function storageQueries(database: ReadingDatabase): QueriesOf<StorageReader> {
  return {
    findUnnotedStorage: (ask) =>
      database
        .query<{ organisation: string }>(unnoted)
        .all(ask)
        .map(({ organisation }) => organisation),
    listNearlyFull: (ask) =>
      database.together(() =>
        database
          .query<{ organisation: string }>(
            `SELECT organisation FROM organisation_usage WHERE stored_bytes >= :nearlyFullBytes
             ORDER BY stored_bytes DESC, organisation LIMIT :limit`,
          )
          .all(ask)
          .map(({ organisation }) =>
            storedBytesOf(
              { usage: database.query(storedUsage), days: database.query(storedDays) },
              organisation,
            ),
          ),
      ),
  };
}

const unnoted = `SELECT organisation FROM organisation_usage AS usage WHERE stored_bytes > 0 AND (
    NOT EXISTS (SELECT 1 FROM stored_day WHERE organisation = usage.organisation AND day = :day)
    OR (stored_bytes >= :nearlyFullBytes)
      <> EXISTS (SELECT 1 FROM announced_storage WHERE organisation = usage.organisation))
  ORDER BY organisation LIMIT :limit`;
