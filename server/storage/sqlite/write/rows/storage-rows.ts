import type { DatabaseSync } from "node:sqlite";

import type { StorageNote, StoredBytes } from "../../../../app/ports/stored-bytes.ts";
import { prepareQuery } from "../../prepare-query.ts";
import { storedBytesOf, storedDays, storedUsage } from "../../stored-bytes.ts";

/** What is noted of each organisation's storage, on the writing connection and inside its transactions. */
export class StorageRows {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  find(organisations: readonly string[]): readonly StoredBytes[] {
    if (organisations.length === 0) return [];
    const queries = {
      usage: prepareQuery<{ storedBytes: number; isAnnounced: number }>(this.#database, storedUsage),
      days: prepareQuery<StoredBytes["days"][number]>(this.#database, storedDays),
    };
    return organisations.map((organisation) => storedBytesOf(queries, organisation));
  }

  // Once a day and organisation: statements are prepared where they are needed.
  write(notes: readonly StorageNote[]): void {
    for (const { organisation, today, isAnnounced } of notes) {
      this.#database
        .prepare(
          "INSERT OR IGNORE INTO stored_day (organisation, day, at_us, stored_bytes) VALUES (?, ?, ?, ?)",
        )
        .run(organisation, today.day, today.atUs, today.storedBytes);
      this.#database
        .prepare("DELETE FROM stored_day WHERE organisation = ? AND day < ?")
        .run(organisation, today.day - keptDays);
      this.#database
        .prepare(
          isAnnounced
            ? "INSERT OR IGNORE INTO announced_storage (organisation) VALUES (?)"
            : "DELETE FROM announced_storage WHERE organisation = ?",
        )
        .run(organisation);
    }
  }
}

/** More than a forecast looks back. */
const keptDays = 31;
