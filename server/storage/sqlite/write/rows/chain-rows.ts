import type { DatabaseSync, StatementSync } from "node:sqlite";

import type { Changes } from "../../../../app/ports/changes.ts";
import type { StoredInterval, StoredPlace } from "../../../../app/ports/chain-place.ts";
import type { Transaction } from "../../../../app/ports/transaction.ts";
import { withKeptPlaces } from "../../chain-places.ts";
import { prepareQuery, type Query } from "../../prepare-query.ts";

/** Pre-commitment on the writing connection: the kept places of the chains, and the closed intervals. */
export class ChainRows {
  readonly #end: Query<PlaceRow & { readonly position: number }>;
  readonly #places: Query<PlaceRow>;
  readonly #interval: Query<Omit<StoredInterval, "leafIndex">>;
  readonly #lastPosition: Query<{ position: number | null }>;
  readonly #addPlace: StatementSync;
  readonly #takeAsLeaf: StatementSync;
  readonly #keepEnd: StatementSync;
  readonly #addInterval: StatementSync;

  constructor(database: DatabaseSync) {
    this.#end = prepareQuery(
      database,
      `SELECT chain_place.position, ${placeColumns} FROM chain_end JOIN chain_place USING (position) WHERE chain_end.vehicle_key = ?`,
    );
    this.#places = prepareQuery(
      database,
      `${withKeptPlaces} SELECT ${placeColumns} FROM kept WHERE seq BETWEEN :fromSeq AND :throughSeq ORDER BY seq`,
    );
    this.#interval = prepareQuery(
      database,
      "SELECT leaves, tree, envelope FROM interval JOIN log_document USING (leaf_index) WHERE leaf_index = ?",
    );
    this.#lastPosition = prepareQuery(database, "SELECT max(position) AS position FROM chain_place");
    this.#addPlace = database.prepare(
      `INSERT INTO chain_place (position, vehicle_key, seq, back, head, leaf_index, leaf) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#takeAsLeaf = database.prepare("UPDATE chain_place SET leaf_index = ?, leaf = ? WHERE position = ?");
    this.#keepEnd = database.prepare(
      `INSERT INTO chain_end (vehicle_key, position) VALUES (?, ?)
       ON CONFLICT (vehicle_key) DO UPDATE SET position = excluded.position`,
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
    return this.#places.all({ vehicleKey, fromSeq, throughSeq }).map(placeOf);
  }

  interval(leafIndex: number): StoredInterval {
    const row = this.#interval.get(leafIndex);
    if (row === undefined) throw new RangeError(`entry ${leafIndex} of the log is no interval`);
    return { leafIndex, ...row };
  }

  write({ places, interval }: Changes["precommit"]): void {
    if (places.length > 0) this.#keepPlaces(places);
    if (interval === null) return;
    const { leafIndex, number, toUs, digest, leaves, tree } = interval;
    this.#addInterval.run(leafIndex, number, toUs, digest, leaves, tree);
  }

  /** Of each vehicle in the order of its entries, whatever the order they come in. */
  #keepPlaces(places: readonly PlaceToKeep[]): void {
    let next = 1 + (this.#lastPosition.get()?.position ?? 0);
    const inOrder = places.toSorted((one, other) => one.vehicleKey - other.vehicleKey || one.seq - other.seq);
    for (const place of inOrder) if (this.#keepPlace(place, next)) next += 1;
  }

  /** Returns whether it took the position: a place that is kept already becomes the leaf of an interval. */
  #keepPlace({ vehicleKey, seq, head, interval }: PlaceToKeep, position: number): boolean {
    const end = this.#end.get(vehicleKey);
    if (end !== undefined && end.seq > seq) {
      throw new Error(`the chain of vehicle ${vehicleKey} stands at entry ${end.seq} already, behind ${seq}`);
    }
    if (end?.seq === seq) {
      if (interval !== null) this.#takeAsLeaf.run(interval.leafIndex, interval.leaf, end.position);
      return false;
    }
    const back = end === undefined ? null : position - end.position;
    const taken = interval === null ? [null, null] : [interval.leafIndex, interval.leaf];
    this.#addPlace.run(position, vehicleKey, seq, back, Buffer.from(head, "hex"), ...taken);
    this.#keepEnd.run(vehicleKey, position);
    return true;
  }
}

type PlaceToKeep = Changes["precommit"]["places"][number];

interface PlaceRow {
  readonly seq: number;
  readonly head: Uint8Array;
  /** Set together. */
  readonly leafIndex: number | null;
  readonly leaf: number | null;
}

const placeColumns = "seq, head, leaf_index AS leafIndex, leaf";

function placeOf({ seq, head, leafIndex, leaf }: PlaceRow): StoredPlace {
  return {
    seq,
    head: Buffer.from(head).toString("hex"),
    interval: leafIndex === null || leaf === null ? null : { leafIndex, leaf },
  };
}
