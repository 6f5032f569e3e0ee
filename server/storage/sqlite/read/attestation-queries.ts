import type {
  AttestationReader,
  StoredCosignature,
  UnsealedEvidence,
} from "../../../app/ports/third-parties.ts";
import type { QueriesOf, ReadingDatabase } from "./reading-database.ts";

/** Evidence that waits for third parties, and their cosignatures of the log. */
export function attestationQueries(database: ReadingDatabase): QueriesOf<AttestationReader> {
  return {
    listUnsealed: ({ limit }) =>
      database
        .query<UnsealedEvidence>(`SELECT event_id AS eventId, bundle, since_us AS sinceUs FROM unsealed_evidence JOIN evidence USING (event_id)
           WHERE length(bundle) > 0 AND sha256(bundle) = bundle_sha256 ORDER BY since_us LIMIT :limit`)
        .all({ limit }),
    listCosignatures: ({ fromSize }) =>
      database
        .query<StoredCosignature>(
          "SELECT size, witness, line FROM log_cosignature WHERE size >= :fromSize ORDER BY size, witness",
        )
        .all({
          fromSize,
        }),
    findCosignedSize: ({ witness }) =>
      database
        .query<{ size: number | null }>(
          "SELECT max(size) AS size FROM log_cosignature WHERE witness = :witness",
        )
        .get({ witness })?.size ?? 0,
  };
}
