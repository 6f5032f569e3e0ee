import type { AttestationReader } from "../../../app/ports/third-parties.ts";
import type { QueriesOf, ReadingDatabase } from "./reading-database.ts";

/** Evidence that waits for third parties, and what they said of the log. */
export function attestationQueries(database: ReadingDatabase): QueriesOf<AttestationReader> {
  return {
    listUnsealed: ({ limit }) =>
      database
        .all(
          `SELECT event_id, bundle, since_us FROM unsealed_evidence JOIN evidence USING (event_id)
           WHERE length(bundle) > 0 AND sha256(bundle) = bundle_sha256 ORDER BY since_us LIMIT :limit`,
          { limit },
        )
        .map((row) => ({
          eventId: row["event_id"] as string,
          bundle: row["bundle"] as Uint8Array,
          sinceUs: row["since_us"] as number,
        })),
    listCosignatures: ({ fromSize }) =>
      database
        .all(
          "SELECT size, witness, line FROM log_cosignature WHERE size >= :fromSize ORDER BY size, witness",
          {
            fromSize,
          },
        )
        .map((row) => ({
          size: row["size"] as number,
          witness: row["witness"] as string,
          line: row["line"] as string,
        })),
    findCosignedSize: ({ witness }) =>
      (database.first("SELECT max(size) AS size FROM log_cosignature WHERE witness = :witness", {
        witness,
      })?.["size"] as number | null | undefined) ?? 0,
  };
}
