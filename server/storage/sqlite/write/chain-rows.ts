import type { DatabaseSync, SQLOutputValue, StatementSync } from "node:sqlite";

import type { Changes, StoredInterval, StoredPlace, Transaction } from "../../../app/ports/transaction.ts";

/** Pre-commitment on the writing connection: the kept places of the chains, and the closed intervals. */
export class ChainRows {
  readonly #end: StatementSync;
  readonly #places: StatementSync;
  readonly #interval: StatementSync;
  readonly #putPlace: StatementSync;
  readonly #addInterval: StatementSync;

  constructor(database: DatabaseSync) {
    this.#end = database.prepare("SELECT * FROM chain_place WHERE vehicle_key = ? ORDER BY seq DESC LIMIT 1");
    this.#places = database.prepare(
      "SELECT * FROM chain_place WHERE vehicle_key = ? AND seq BETWEEN ? AND ? ORDER BY seq",
    );
    this.#interval = database.prepare(
      "SELECT leaves, tree, envelope FROM interval JOIN log_document USING (leaf_index) WHERE leaf_index = ?",
    );
    this.#putPlace = database.prepare(
      `INSERT INTO chain_place (vehicle_key, seq, head, leaf_index, leaf) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (vehicle_key, seq) DO UPDATE SET leaf_index = excluded.leaf_index, leaf = excluded.leaf`,
    );
    this.#addInterval = database.prepare(
      "INSERT INTO interval (leaf_index, number, to_us, digest, leaves, tree) VALUES (?, ?, ?, ?, ?, ?)",
    );
  }

  endOf(vehicleKey: number): StoredPlace | null {
    const row = this.#end.get(vehicleKey);
    return row === undefined ? null : placeOf(row);
  }

  placesIn({
    vehicleKey,
    fromSeq,
    throughSeq,
  }: Parameters<Transaction["listChainPlaces"]>[0]): readonly StoredPlace[] {
    return this.#places.all(vehicleKey, fromSeq, throughSeq).map(placeOf);
  }

  interval(leafIndex: number): StoredInterval {
    const row = this.#interval.get(leafIndex);
    if (row === undefined) throw new RangeError(`entry ${leafIndex} of the log is no interval`);
    return {
      leafIndex,
      leaves: row["leaves"] as number,
      tree: row["tree"] as Uint8Array,
      envelope: row["envelope"] as Uint8Array,
    };
  }

  write({ places, interval }: Changes["precommit"]): void {
    for (const { vehicleKey, seq, head, interval: taken } of places) {
      this.#putPlace.run(
        vehicleKey,
        seq,
        Buffer.from(head, "hex"),
        taken?.leafIndex ?? null,
        taken?.leaf ?? null,
      );
    }
    if (interval === null) return;
    const { leafIndex, number, toUs, digest, leaves, tree } = interval;
    this.#addInterval.run(leafIndex, number, toUs, digest, leaves, tree);
  }
}

function placeOf(row: Record<string, SQLOutputValue>): StoredPlace {
  const leafIndex = row["leaf_index"] as number | null;
  return {
    seq: row["seq"] as number,
    head: Buffer.from(row["head"] as Uint8Array).toString("hex"),
    interval: leafIndex === null ? null : { leafIndex, leaf: row["leaf"] as number },
  };
}
