import { writeEntries } from "../../../../core/evidence/log/entry-bundle.ts";
import { LogTree } from "../../../../core/evidence/log/log-tree.ts";
import { tileWidth } from "../../../../core/evidence/log/tile-place.ts";
import type { LoggedVersion, LogReader, RecoveryReader } from "../../../app/ports/reading/log-reader.ts";
import { sha256 } from "../../../app/sha256.ts";
import type { QueriesOf, ReadingDatabase } from "./reading-database.ts";

const hashBytes = 32;

/** The transparency log, as anybody may read it. */
export function logQueries(database: ReadingDatabase): QueriesOf<LogReader & RecoveryReader> {
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
      const range = { from, end: from + width };
      const rows = database
        .query<{ index: number; entry: Uint8Array }>(
          'SELECT leaf_index AS "index", entry FROM log_leaf WHERE leaf_index >= :from AND leaf_index < :end ORDER BY leaf_index',
        )
        .all(range);
      if (rows.length === width) return writeEntries(rows.map(({ entry }) => entry));
      const lost = database
        .query<{ from: number; to: number }>(
          'SELECT from_index AS "from", to_index AS "to" FROM log_gap WHERE from_index < :end AND to_index > :from',
        )
        .all(range);
      return withoutLost(rows, { ...range, lost });
    },
    listRecoveries: () =>
      database
        .query<LoggedVersion>(
          "SELECT leaf_index AS leafIndex, envelope FROM log_document WHERE kind = 'recovery' ORDER BY leaf_index",
        )
        .all(),
    proveInclusion: ({ index, size }) => database.together(() => treeOf(database).inclusionPath(index, size)),
    proveConsistency: ({ oldSize, size }) =>
      database.together(() => treeOf(database).consistencyPath(oldSize, size)),
  };
}

/** Lost entries are empty, so that those around them can be read; null where every one is lost, or some are not there yet. */
function withoutLost(
  rows: readonly { readonly index: number; readonly entry: Uint8Array }[],
  given: {
    readonly from: number;
    readonly end: number;
    readonly lost: readonly { readonly from: number; readonly to: number }[];
  },
): Uint8Array | null {
  const { from, end, lost } = given;
  const there = new Map(rows.map(({ index, entry }) => [index, entry]));
  const entries: Uint8Array[] = [];
  for (let index = from; index < end; index += 1) {
    const isLost = lost.some((gap) => gap.from <= index && index < gap.to);
    const entry = there.get(index) ?? (isLost ? new Uint8Array(0) : null);
    if (entry === null) return null;
    entries.push(entry);
  }
  return rows.length === 0 ? null : writeEntries(entries);
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
