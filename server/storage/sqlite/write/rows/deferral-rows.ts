import type { DatabaseSync, SQLInputValue } from "node:sqlite";

import type { DeferralChange, NewDeferredMessage } from "../../../../app/ports/deferral.ts";

/** Deferred messages, on the writing connection and inside its transactions. */
export class DeferralRows {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  write(changes: readonly DeferralChange[]): void {
    for (const change of changes) {
      switch (change.kind) {
        case "defer":
          for (const message of change.messages) this.#add(message);
          break;
        case "refuse":
          this.#run("UPDATE deferred_message SET problem = ? WHERE place = ?", change.problem, change.place);
          break;
        case "drop":
          for (const place of change.places) this.#run("DELETE FROM deferred_message WHERE place = ?", place);
          break;
      }
    }
  }

  #add(message: NewDeferredMessage): void {
    const { organisation, keyId, fleets } = message.writer;
    this.#run(
      `INSERT INTO deferred_message
         (organisation, key_id, fleets, broker, source, frames, unreadable, deferred_us, payload)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      organisation,
      keyId,
      fleets === null ? null : JSON.stringify(fleets),
      message.broker,
      message.source,
      message.frames,
      message.unreadable,
      message.deferredAtUs,
      message.payload,
    );
  }

  // Messages are deferred rarely: a statement is prepared where it is needed.
  #run(sql: string, ...values: readonly SQLInputValue[]): void {
    this.#database.prepare(sql).run(...values);
  }
}
