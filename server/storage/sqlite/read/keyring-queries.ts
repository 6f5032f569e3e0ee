import type { KeyringReader } from "../../../app/ports/reading-ports.ts";
import type { QueriesOf, ReadingDatabase } from "./reading-database.ts";

/** Keyring versions, frozen scorers and scoring methods, as anybody may read them. */
export function keyringQueries(database: ReadingDatabase): QueriesOf<KeyringReader> {
  return {
    listKeyringVersions: () =>
      database
        .all("SELECT leaf_index, envelope FROM log_document WHERE kind = 'keyring' ORDER BY leaf_index", {})
        .map((row) => ({ leafIndex: row["leaf_index"] as number, envelope: row["envelope"] as Uint8Array })),
    listLoggedScorers: () =>
      database
        .all(
          "SELECT leaf_index, envelope, subject FROM log_document WHERE kind = 'scorer' ORDER BY leaf_index",
          {},
        )
        .map((row) => ({
          leafIndex: row["leaf_index"] as number,
          envelope: row["envelope"] as Uint8Array,
          sha256: row["subject"] as string,
        })),
    findSpecification({ sha256 }) {
      const row = database.first("SELECT text FROM specification WHERE sha256 = :sha256", { sha256 });
      return (row?.["text"] as Uint8Array | undefined) ?? null;
    },
  };
}
