import type { DatabaseSync } from "node:sqlite";

/** Does all of the work or none of it. No other process writes meanwhile. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (fault) {
    // A full disk may have undone the transaction already.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw fault;
  }
}
