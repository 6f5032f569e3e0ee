import { DatabaseSync } from "node:sqlite";

import { prepareQuery } from "../prepare-query.ts";
import { storeFaultKind } from "../write/store-fault.ts";

/** The right to write frames into a data folder. */
export interface WriterLock {
  release(): void;
}

/**
 * Takes the lock or throws, naming the process that holds it. The lock file is a small database of its own with a
 * transaction left open: the operating system ends it with the process, however that ends, so a lock is never stale;
 * and it works between containers that see different process numbers. It keeps a second server out. Administration
 * (API keys) does without it: SQLite itself lets short transactions of two processes take turns.
 */
export function takeWriterLock(path: string): WriterLock {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    // Nothing in this file outlives its process, so it need not outlive a power cut either.
    database.exec("PRAGMA synchronous = OFF");
    // No file beside this one: the lock is taken on a full disk too, where the row of the last holder is written over.
    database.exec("PRAGMA journal_mode = MEMORY");
    database.exec("BEGIN IMMEDIATE");
    database.exec("CREATE TABLE IF NOT EXISTS holder (pid INTEGER NOT NULL, since TEXT NOT NULL) STRICT");
    database.exec("DELETE FROM holder");
    database
      .prepare("INSERT INTO holder (pid, since) VALUES (?, ?)")
      .run(process.pid, new Date().toISOString());
    // Committed so that others can read who it is, and taken again to be held.
    database.exec("COMMIT");
    database.exec("BEGIN IMMEDIATE");
    return { release: () => database.close() };
  } catch (fault) {
    const error = storeFaultKind(fault) === "busy" ? takenBy(database, path) : fault;
    database.close();
    throw error;
  }
}

function takenBy(database: DatabaseSync, path: string): Error {
  if (database.isTransaction) database.exec("ROLLBACK");
  const holder = holderOf(database);
  const who = holder === null ? "another process" : `process ${holder.pid} (since ${holder.since})`;
  return new Error(
    `This data folder is in use by ${who}; the lock is ${path}. ` +
      "Stop that server, or give this one another folder with --data-dir.",
  );
}

interface Holder {
  readonly pid: number;
  readonly since: string;
}

function holderOf(database: DatabaseSync): Holder | null {
  try {
    return prepareQuery<Holder>(database, "SELECT pid, since FROM holder").get() ?? null;
  } catch {
    // Held at the very moment it is written; who it is does not matter enough to wait.
    return null;
  }
}
