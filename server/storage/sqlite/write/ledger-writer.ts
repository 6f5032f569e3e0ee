import type { DatabaseSync } from "node:sqlite";

import { commitBatch, type CommitNeeds } from "../../../app/commit/commit-batch.ts";
import { KnownVehicles } from "../../../app/commit/known-vehicles.ts";
import { noChanges } from "../../../app/ports/changes.ts";
import type { PackedState } from "../../../app/ports/journal.ts";
import type { WriteOutcome, WriteRequest } from "../../../app/ports/write-request.ts";
import { setMetaValue } from "../meta-value.ts";
import { prepareQuery, type Query } from "../prepare-query.ts";
import { SqliteStore } from "./sqlite-store.ts";
import { storeFaultKind } from "./store-fault.ts";
import type { StoreFiles } from "./store-files.ts";

/** From this many pages on (16 MiB) the write-ahead log is folded back into the database. */
const defaultCheckpointPages = 2048;
/** Rows that commits change before the log's length is asked for again: they write far fewer pages than it may have. */
const rowsBetweenLengths = 256;
/** Some 600 bytes each. */
const knownVehicles = 100_000;
/** States stored in one transaction at a stop. */
const snapshotsAtOnce = 500;
/** States stored at a stop, so that it ends in time; of the others the last entries are folded again when they send frames. */
const snapshotsAtStop = 10_000;

export interface LedgerWriterNeeds extends CommitNeeds {
  /** Left out: the files cannot be taken away. */
  readonly files?: StoreFiles;
  readonly checkpointPages?: number;
}

/** What came of each request, and whether there is something to announce. */
export interface WrittenBatch {
  readonly outcomes: readonly WriteOutcome[];
  readonly hasEvents: boolean;
}

/**
 * The writing half of the embedded store: one connection, the states in memory, one batch after another. Lives in a
 * thread of its own because each commit waits for the disk.
 */
export class LedgerWriter {
  readonly #database: DatabaseSync;
  readonly #store: SqliteStore;
  readonly #logLength: Query<{ log: number; checkpointed: number }>;
  readonly #needs: LedgerWriterNeeds;
  readonly #known = new KnownVehicles(knownVehicles);
  /** Rows changed over this connection: by others too when it is not as the last commit left it. */
  readonly #rowsChanged: Query<{ rows: number }>;
  #rowsSeen: number | undefined;
  /** The same when the log's length was asked for last. */
  #rowsAtLength = -Infinity;
  /** The write-ahead log may still hold pages with what was erased. */
  #holdsErased = false;

  constructor(database: DatabaseSync, needs: LedgerWriterNeeds) {
    this.#database = database;
    this.#store = new SqliteStore(database);
    this.#needs = needs;
    this.#rowsChanged = prepareQuery(database, "SELECT total_changes() AS rows");
    this.#logLength = prepareQuery(database, "PRAGMA wal_checkpoint(NOOP)");
  }

  /**
   * Resolves when the batch is on the disk; rejects when nothing of it is. Only where the files were taken away while it
   * was being written does a rejection leave that open. Calls must not overlap.
   */
  async commit(requests: readonly WriteRequest[]): Promise<WrittenBatch> {
    const { files } = this.#needs;
    if (this.#rowsChanged.get()?.rows !== this.#rowsSeen) this.#known.forgetAll();
    this.#rowsSeen = undefined;
    const { outcomes, states, vehicles, hasEvents, logHead, hasErased, booked } = await this.#store.transact(
      async (transaction) => {
        const committed = await commitBatch(requests, transaction, { ...this.#needs, known: this.#known });
        files?.assertInPlace();
        return committed;
      },
    );
    this.#known.keep(vehicles);
    this.#rowsSeen = this.#rowsChanged.get()?.rows;
    if (logHead !== null) this.#needs.log?.mark.raise(logHead);
    this.#needs.cache.keep(states);
    if (booked !== null) this.#needs.intervals?.take(booked);
    this.#holdsErased ||= hasErased;
    files?.assertInPlace();
    return { outcomes, hasEvents };
  }

  /**
   * Moves the log into the database once it is long. Between commits, after their answers, so that no answer
   * waits for it. Throws when the disk fails; a full one only leaves the log as long as it is.
   */
  checkpointIfDue(): void {
    if (this.#holdsErased) return this.#emptyLog();
    this.#rowsAtLength = this.#rowsSeen ?? -Infinity;
    const length = this.#logLength.get();
    if (
      length === undefined ||
      length.log - length.checkpointed < (this.#needs.checkpointPages ?? defaultCheckpointPages)
    )
      return;
    try {
      this.#database.exec("PRAGMA wal_checkpoint(PASSIVE)");
    } catch (fault) {
      const kind = storeFaultKind(fault);
      if (kind !== "full" && kind !== "busy") throw fault;
    }
  }

  /** The same after a commit. To ask for the log's length takes as long as the rows of two frames, so small commits share it. */
  checkpointAfterCommit(): void {
    const rows = (this.#rowsSeen ?? Infinity) - this.#rowsAtLength;
    if (this.#holdsErased || rows >= rowsBetweenLengths) this.checkpointIfDue();
  }

  /** Moves the whole log into the database and cuts it to nothing; tried again after the next commit where a reader is in the way. */
  #emptyLog(): void {
    const result = this.#database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
    this.#holdsErased = result?.["busy"] !== 0;
  }

  /** Whether a commit works, by making one. Throws when it does not. */
  probe(atUs: number): void {
    setMetaValue(this.#database, "last_probe_us", String(atUs));
  }

  /**
   * Stores the states that have moved since their snapshots, and leaves a database without a log. Where the log was taken
   * away this is what saves the acknowledged frames in it: they go into the database that is still there.
   */
  async close(): Promise<void> {
    const { files } = this.#needs;
    try {
      if (files === undefined || files.isInPlace()) await this.#saveStates();
      if (files === undefined || files.isDatabaseInPlace())
        this.#database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    } finally {
      this.#database.close();
    }
  }

  async #saveStates(): Promise<void> {
    const { cache, scoring } = this.#needs;
    const save = (snapshots: readonly PackedState[]) =>
      this.#store.transact((transaction) => transaction.write({ ...noChanges, scoring, snapshots }));
    let snapshots: PackedState[] = [];
    let saved = 0;
    for (const unsaved of cache.unsaved()) {
      snapshots.push(unsaved);
      saved += 1;
      if (saved === snapshotsAtStop) break;
      if (snapshots.length < snapshotsAtOnce) continue;
      await save(snapshots);
      snapshots = [];
    }
    if (snapshots.length > 0) await save(snapshots);
  }
}
