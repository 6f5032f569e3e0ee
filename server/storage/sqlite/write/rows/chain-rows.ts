import type { DatabaseSync, StatementSync } from "node:sqlite";

import type { Changes } from "../../../../app/ports/changes.ts";
import type { StoredInterval, StoredPlace } from "../../../../app/ports/chain-place.ts";
import type { Transaction } from "../../../../app/ports/transaction.ts";
import { prepareQuery, type Query } from "../../prepare-query.ts";

/** Pre-commitment on the writing connection: the kept places of the chains, and the closed intervals. */
export class ChainRows {
  readonly #end: Query<PlaceRow>;
  readonly #places: Query<PlaceRow>;
  readonly #interval: Query<Omit<StoredInterval, "leafIndex">>;
  readonly #putPlace: StatementSync;
  readonly #addInterval: StatementSync;

  constructor(database: DatabaseSync) {
    this.#end = prepareQuery(database, `${selectPlace} WHERE vehicle_key = ? ORDER BY seq DESC LIMIT 1`);
    this.#places = prepareQuery(
      database,
      `${selectPlace} WHERE vehicle_key = ? AND seq BETWEEN ? AND ? ORDER BY seq`,
    );
    this.#interval = prepareQuery(
      database,
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
    return { leafIndex, ...row };
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

interface PlaceRow {
  readonly seq: number;
  readonly head: Uint8Array;
  /** Set together. */
  readonly leafIndex: number | null;
  readonly leaf: number | null;
}

const selectPlace = "SELECT seq, head, leaf_index AS leafIndex, leaf FROM chain_place";

function placeOf({ seq, head, leafIndex, leaf }: PlaceRow): StoredPlace {
  return {
    seq,
    head: Buffer.from(head).toString("hex"),
    interval: leafIndex === null || leaf === null ? null : { leafIndex, leaf },
  };
}
