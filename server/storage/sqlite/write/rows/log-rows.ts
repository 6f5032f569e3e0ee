import type { DatabaseSync, StatementSync } from "node:sqlite";

import type { LogEdge, LogGrowth } from "../../../../../core/evidence/log/append-to-log.ts";
import type { Tile } from "../../../../../core/evidence/log/log-tree.ts";
import { concatBytes } from "../../../../../core/encoding/bytes.ts";
import { edgeTilesOf } from "../../../../../core/evidence/log/tile-place.ts";
import type { LogHead } from "../../../../app/ports/high-water-mark.ts";
import { prepareQuery, type Query } from "../../prepare-query.ts";

/** A stretch of the log of which only the hashes are known, up to a size that was signed. */
export type LogBridge = Omit<LogGrowth, "leaves"> & { readonly from: number };

/** The rows of the transparency log, on the writing connection and inside its transactions. */
export class LogRows {
  readonly #newest: Query<LogHead>;
  readonly #rootAt: Query<{ root: Uint8Array }>;
  readonly #tile: Query<{ hashes: Uint8Array }>;
  readonly #leavesFrom: Query<{ entry: Uint8Array }>;
  readonly #leafTiles: Query<{ hashes: Uint8Array }>;
  readonly #addLeaf: StatementSync;
  readonly #putTile: StatementSync;
  readonly #addCheckpoint: StatementSync;
  readonly #addGap: StatementSync;

  constructor(database: DatabaseSync) {
    this.#newest = prepareQuery(database, "SELECT size, root FROM log_checkpoint ORDER BY size DESC LIMIT 1");
    this.#rootAt = prepareQuery(database, "SELECT root FROM log_checkpoint WHERE size = ?");
    this.#tile = prepareQuery(database, "SELECT hashes FROM log_tile WHERE level = ? AND tile_index = ?");
    this.#leavesFrom = prepareQuery(
      database,
      "SELECT entry FROM log_leaf WHERE leaf_index >= ? ORDER BY leaf_index",
    );
    this.#leafTiles = prepareQuery(
      database,
      "SELECT hashes FROM log_tile WHERE level = 0 ORDER BY tile_index",
    );
    this.#addLeaf = database.prepare("INSERT INTO log_leaf (leaf_index, entry) VALUES (?, ?)");
    this.#putTile = database.prepare(
      `INSERT INTO log_tile (level, tile_index, hashes) VALUES (?, ?, ?)
       ON CONFLICT (level, tile_index) DO UPDATE SET hashes = excluded.hashes`,
    );
    this.#addGap = database.prepare(
      "INSERT INTO log_gap (from_index, to_index, restored_us) VALUES (?, ?, ?)",
    );
    this.#addCheckpoint = database.prepare("INSERT INTO log_checkpoint (size, root, note) VALUES (?, ?, ?)");
  }

  /** The newest checkpoint; null before the first. */
  head(): LogHead | null {
    return this.#newest.get() ?? null;
  }

  /** The root that was signed for a size; null for a size that never was. */
  signedRoot(size: number): Uint8Array | null {
    return this.#rootAt.get(size)?.root ?? null;
  }

  edge(): LogEdge {
    const head = this.head();
    if (head === null) throw new Error("the log has not begun");
    const tiles = edgeTilesOf(head.size).map(({ level, index }) => {
      const row = this.#tile.get(level, index);
      if (row === undefined) throw new Error(`tile ${level}/${index} of the log is missing`);
      return { level, index, hashes: row.hashes };
    });
    return { ...head, tiles };
  }

  /** Those of these tiles that there are. */
  tiles(places: readonly { readonly level: number; readonly index: number }[]): readonly Tile[] {
    return places.flatMap(({ level, index }) => {
      const row = this.#tile.get(level, index);
      return row === undefined ? [] : [{ level, index, hashes: row.hashes }];
    });
  }

  /** What stands in the log from this index on. */
  leavesFrom(index: number): readonly { readonly entry: Uint8Array }[] {
    return this.#leavesFrom.all(index);
  }

  /** The hashes of all leaves, also of those whose entries are missing. */
  leafHashes(): Uint8Array {
    return concatBytes(...this.#leafTiles.all().map(({ hashes }) => hashes));
  }

  /** Goes on at a size whose entries are missing here: their hashes are known, and it was signed. */
  bridge({ from, size, root, checkpoint, tiles }: LogBridge, atUs: number): void {
    for (const { level, index, hashes } of tiles) this.#putTile.run(level, index, hashes);
    this.#addGap.run(from, size, atUs);
    this.#addCheckpoint.run(size, root, checkpoint);
  }

  grow({ leaves, tiles, size, root, checkpoint }: LogGrowth): void {
    for (const { index, entry } of leaves) this.#addLeaf.run(index, entry);
    for (const { level, index, hashes } of tiles) this.#putTile.run(level, index, hashes);
    this.#addCheckpoint.run(size, root, checkpoint);
  }
}
