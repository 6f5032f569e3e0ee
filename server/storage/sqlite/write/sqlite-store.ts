import type { DatabaseSync } from "node:sqlite";

import type { Store, Transaction } from "../../../app/ports/transaction.ts";
import { SqliteTransaction } from "./sqlite-transaction.ts";

/** Transactions on the one writing connection, one at a time. */
export class SqliteStore implements Store {
  readonly #database: DatabaseSync;
  readonly #transaction: SqliteTransaction;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#transaction = new SqliteTransaction(database);
  }

  /** Calls must not overlap: the caller waits for one transaction before it begins the next. */
  async transact<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      const result = await work(this.#transaction);
      this.#database.exec("COMMIT");
      return result;
    } catch (fault) {
      // A full disk may have undone the transaction already.
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      this.#transaction.forget();
      throw fault;
    }
  }
}
