import { equalBytes, toHex } from "../../core/encoding/bytes.ts";
import type { Checkpoint } from "../../core/evidence/log/checkpoint.ts";
import { readEntries } from "../../core/evidence/log/entry-bundle.ts";
import { LogTree } from "../../core/evidence/log/log-tree.ts";
import type { Tile } from "../../core/evidence/log/log-tree.ts";
import { leafHash } from "../../core/evidence/log/merkle.ts";
import { tilePath, tilesOf, tileWidth } from "../../core/evidence/log/tile-place.ts";
import type { EntriesPlace, TilePlace } from "../../core/evidence/log/tile-place.ts";
import type { LogSource } from "./log-source.ts";
import { nodePrimitives } from "../../server/platform/node-primitives.ts";

export interface AuditOptions {
  /** What the log says it is, signed. */
  readonly checkpoint: Checkpoint;
  /** Checkpoints of the same log from earlier or from elsewhere, by where they came from. */
  readonly seen: ReadonlyMap<string, Checkpoint>;
  /** Called with every part as it was read. */
  readonly keep?: (path: string, bytes: Uint8Array) => Promise<void>;
}

const { sha256 } = nodePrimitives;

/**
 * Computes a whole log anew from its entries and compares every tile, the root of the checkpoint and the roots of all
 * checkpoints seen before. Returns what is wrong; nothing, for a log that is what it says.
 */
export async function auditLog(source: LogSource, options: AuditOptions): Promise<readonly string[]> {
  const computed = await computeTiles(source, options);
  if (typeof computed === "string") return [computed];
  const tree = treeOf(computed);
  return [...(await tileFaults(source, options, computed)), ...rootFaults(tree, options)];
}

/** By place. */
type Tiles = Map<string, Tile>;

function treeOf(tiles: Tiles): LogTree {
  return new LogTree((level, index) => tileAt(tiles, { level, index }).hashes, sha256);
}

function tileAt(tiles: Tiles, { level, index }: Pick<TilePlace, "level" | "index">): Tile {
  const tile = tiles.get(`${level}/${index}`);
  if (tile === undefined) throw new RangeError(`the entries lead to no tile ${level}/${index}`);
  return tile;
}

/** Every tile the entries lead to, or which entries cannot be read. */
async function computeTiles(source: LogSource, options: AuditOptions): Promise<Tiles | string> {
  const tiles: Tiles = new Map();
  for (const place of entriesOf(options.checkpoint.size)) {
    const entries = await readPart(source, place, options);
    if (typeof entries === "string") return `${tilePath(place)}: ${entries}`;
    if (entries.length !== place.width) return `${tilePath(place)}: ${entries.length} entries`;
    const hashes = entries.map((entry) => leafHash(entry, sha256));
    for (const tile of treeOf(tiles).grownTiles(place.index * tileWidth, hashes)) {
      tiles.set(`${tile.level}/${tile.index}`, tile);
    }
  }
  return tiles;
}

async function tileFaults(
  source: LogSource,
  options: AuditOptions,
  tiles: Tiles,
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const place of tilesOf(options.checkpoint.size)) {
    const fault = await tileFault(source, place, { options, due: tileAt(tiles, place) });
    if (fault !== null) faults.push(`${tilePath(place)}: ${fault}`);
  }
  return faults;
}

function rootFaults(tree: LogTree, { checkpoint, seen }: AuditOptions): readonly string[] {
  const isRoot = equalBytes(tree.root(checkpoint.size), checkpoint.root);
  return [
    ...(isRoot ? [] : ["the entries do not lead to the root of the checkpoint"]),
    ...[...seen].flatMap(([from, { size, root }]) => {
      if (size > checkpoint.size)
        return [`${from}: the log had ${size} entries and now has ${checkpoint.size}`];
      return equalBytes(tree.root(size), root)
        ? []
        : [`${from}: at size ${size} the log had the root ${toHex(root)}: it was forked`];
    }),
  ];
}

function* entriesOf(size: number): Generator<EntriesPlace> {
  for (let index = 0; index * tileWidth < size; index++) {
    yield { level: "entries", index, width: Math.min(tileWidth, size - index * tileWidth) };
  }
}

async function readPart(
  source: LogSource,
  place: EntriesPlace,
  { keep }: AuditOptions,
): Promise<readonly Uint8Array[] | string> {
  const bytes = await source.part(place);
  await keep?.(tilePath(place), bytes);
  return readEntries(bytes) ?? "ends within an entry";
}

async function tileFault(
  source: LogSource,
  place: TilePlace,
  { options, due }: { readonly options: AuditOptions; readonly due: Tile },
): Promise<string | null> {
  const bytes = await source.part(place);
  await options.keep?.(tilePath(place), bytes);
  if (bytes.length !== due.hashes.length) return `${bytes.length} bytes where ${due.hashes.length} are due`;
  return equalBytes(bytes, due.hashes) ? null : "not what the entries lead to";
}
