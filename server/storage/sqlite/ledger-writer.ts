import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

import { commitBatch, type CommitNeeds } from "../../app/commit-batch.ts";
import { snapshotsOf } from "../../app/staged-ledger.ts";
import { noChanges } from "../../app/ports.ts";
import type { WriteOutcome, WriteRequest } from "../../app/write-request.ts";
import { SqliteStore } from "./sqlite-store.ts";

/** From this size on the write-ahead log is folded back into the database. */
const checkpointBytes = 16 * 1024 * 1024;
/** States stored in one transaction at a stop. */
const snapshotsAtOnce = 500;

/**
 * The writing half of the embedded store: one connection, the states in memory, one batch after another. Lives in a
 * thread of its own because each commit waits for the disk.
 */
export class LedgerWriter {
  readonly #database: DatabaseSync;
  readonly #store: SqliteStore;
  readonly #needs: CommitNeeds;

  constructor(database: DatabaseSync, needs: CommitNeeds) {
    this.#database = database;
    this.#store = new SqliteStore(database);
    this.#needs = needs;
  }

  /** Resolves when the batch is on the disk; rejects when nothing of it is. Calls must not overlap. */
  async commit(requests: readonly WriteRequest[]): Promise<readonly WriteOutcome[]> {
    const { outcomes, states } = await this.#store.transact((transaction) =>
      commitBatch(requests, transaction, this.#needs),
    );
    this.#needs.cache.keep(states);
    return outcomes;
  }

  /** Moves the log into the database once it is long. Between commits, after their answers: nobody waits for it. */
  checkpointIfDue(): void {
    const path = `${this.#database.location()}-wal`;
    const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (bytes >= checkpointBytes) this.#database.exec("PRAGMA wal_checkpoint(PASSIVE)");
  }

  /** Whether a commit works, by making one. Throws when it does not. */
  probe(atUs: number): void {
    this.#database
      .prepare("INSERT OR REPLACE INTO meta (name, value) VALUES ('last_probe_us', ?)")
      .run(String(atUs));
  }

  /** Stores the states that have moved since their snapshots, and leaves a database without a log. */
  async close(): Promise<void> {
    const { cache, scoring } = this.#needs;
    const snapshots = snapshotsOf(cache.unsaved());
    for (let from = 0; from < snapshots.length; from += snapshotsAtOnce) {
      const some = snapshots.slice(from, from + snapshotsAtOnce);
      await this.#store.transact((transaction) =>
        transaction.write({ ...noChanges, scoring, snapshots: some }),
      );
    }
    this.#database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    this.#database.close();
  }
}
