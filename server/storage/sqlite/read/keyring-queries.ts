import type { KeyringReader, LoggedVersion } from "../../../app/ports/reading/log-reader.ts";
import { keyringVersions } from "../write/rows/keyring-rows.ts";
import type { QueriesOf, ReadingDatabase } from "./reading-database.ts";

/** Keyring versions, frozen scorers and scoring methods, as anybody may read them. */
export function keyringQueries(database: ReadingDatabase): QueriesOf<KeyringReader> {
  return {
    listKeyringVersions: () => database.query<LoggedVersion>(keyringVersions).all(),
    listLoggedScorers: () =>
      database
        .query<
          LoggedVersion & { readonly sha256: string }
        >(`SELECT leaf_index AS leafIndex, envelope, subject AS sha256 FROM log_document WHERE kind = 'scorer'
         ORDER BY leaf_index`)
        .all(),
    findSpecification({ sha256 }) {
      const row = database
        .query<{ text: Uint8Array }>("SELECT text FROM specification WHERE sha256 = :sha256")
        .get({ sha256 });
      return row?.text ?? null;
    },
  };
}
