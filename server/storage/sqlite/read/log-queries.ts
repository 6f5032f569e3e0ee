import { writeEntries } from "../../../../core/evidence/log/entry-bundle.ts";
import { LogTree } from "../../../../core/evidence/log/log-tree.ts";
import { tileWidth } from "../../../../core/evidence/log/tile-place.ts";
import type { LogReader } from "../../../app/ports/reading/log-reader.ts";
import { sha256 } from "../../../app/sha256.ts";
import type { QueriesOf, ReadingDatabase } from "./reading-database.ts";

const hashBytes = 32;

/** The transparency log, as anybody may read it. */
export function logQueries(database: ReadingDatabase): QueriesOf<LogReader> {
  return {
    findCheckpoint({ size }) {
      const query = database.query<{ size: number; note: string }>(
        size === null
          ? "SELECT size, note FROM log_checkpoint ORDER BY size DESC LIMIT 1"
          : "SELECT size, note FROM log_checkpoint WHERE size = :size",
      );
      return query.get({ size }) ?? null;
    },
    readTile({ level, index, width }) {
      const hashes = tileHashes(database, { level, index });
      const wanted = width * hashBytes;
      return hashes === null || hashes.length < wanted ? null : hashes.subarray(0, wanted);
    },
    readEntries({ index, width }) {
      const from = index * tileWidth;
      const rows = database
        .query<{ entry: Uint8Array }>(
          "SELECT entry FROM log_leaf WHERE leaf_index >= :from AND leaf_index < :end ORDER BY leaf_index",
        )
        .all({ from, end: from + width });
      return rows.length < width ? null : writeEntries(rows.map(({ entry }) => entry));
    },
    proveInclusion: ({ index, size }) => database.together(() => treeOf(database).inclusionPath(index, size)),
    proveConsistency: ({ oldSize, size }) =>
      database.together(() => treeOf(database).consistencyPath(oldSize, size)),
  };
}

function treeOf(database: ReadingDatabase): LogTree {
  const read = (level: number, index: number) => {
    const hashes = tileHashes(database, { level, index });
    if (hashes === null) throw new RangeError(`the log has no tile ${level}/${index}`);
    return hashes;
  };
  return new LogTree(read, sha256);
}

function tileHashes(
  database: ReadingDatabase,
  place: { readonly level: number; readonly index: number },
): Uint8Array | null {
  const row = database
    .query<{ hashes: Uint8Array }>("SELECT hashes FROM log_tile WHERE level = :level AND tile_index = :index")
    .get(place);
  return row?.hashes ?? null;
}
