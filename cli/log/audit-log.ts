import type { LogRecoveries } from "../../core/contract/types.ts";
import { equalBytes, textOf, toHex } from "../../core/encoding/bytes.ts";
import type { Checkpoint } from "../../core/evidence/log/checkpoint.ts";
import { readEntries } from "../../core/evidence/log/entry-bundle.ts";
import { hashesIn, LogTree } from "../../core/evidence/log/log-tree.ts";
import type { Tile } from "../../core/evidence/log/log-tree.ts";
import { missingBy } from "../../core/evidence/log/recovery.ts";
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

/** What is wrong with a log; nothing, for one that is what it says. */
export interface LogAudit {
  readonly faults: readonly string[];
  /** Entries that are missing as the log itself says, in an entry of its own; `to` is the first that is there again. */
  readonly missing: readonly Missing[];
}

export interface Missing {
  readonly from: number;
  readonly to: number;
  /** Index of the entry that says so. */
  readonly saidAt: number;
}

/**
 * Computes a whole log anew from its entries and compares every tile, the root of the checkpoint and the roots of all
 * checkpoints seen before. Of entries that were lost the tiles' hashes are taken, if the log says that they were.
 */
export async function auditLog(source: LogSource, options: AuditOptions): Promise<LogAudit> {
  const missing = await readMissing(source, options.checkpoint.size);
  const computed = await computeTiles(source, options, missing);
  if (typeof computed === "string") return { faults: [computed], missing };
  const tree = treeOf(computed);
  return {
    faults: [...(await tileFaults(source, options, computed)), ...rootFaults(tree, options)],
    missing,
  };
}

/** The recoveries whose entries are in the log. Whose log it is, its checkpoint says; what it admits needs no other proof. */
async function readMissing(source: LogSource, size: number): Promise<readonly Missing[]> {
  const text = await source.recoveries();
  const { recoveries } =
    text === null ? { recoveries: [] } : (JSON.parse(textOf(text) ?? "") as LogRecoveries);
  const missing: Missing[] = [];
  for (const { envelope, log_index: saidAt } of recoveries) {
    if (saidAt >= size) continue;
    const index = Math.floor(saidAt / tileWidth);
    const width = Math.min(tileWidth, size - index * tileWidth);
    const entries = readEntries(await source.part({ level: "entries", index, width }));
    const said = missingBy(envelope, entries?.[saidAt % tileWidth] ?? new Uint8Array(0), sha256);
    if (said !== null && said.to <= saidAt) missing.push({ ...said, saidAt });
  }
  return missing;
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
async function computeTiles(
  source: LogSource,
  options: AuditOptions,
  missing: readonly Missing[],
): Promise<Tiles | string> {
  const tiles: Tiles = new Map();
  for (const place of entriesOf(options.checkpoint.size)) {
    const hashes = await leafHashesOf(source, place, { options, missing });
    if (typeof hashes === "string") return `${tilePath(place)}: ${hashes}`;
    for (const tile of treeOf(tiles).grownTiles(place.index * tileWidth, hashes)) {
      tiles.set(`${tile.level}/${tile.index}`, tile);
    }
  }
  return tiles;
}

async function leafHashesOf(
  source: LogSource,
  place: EntriesPlace,
  { options, missing }: { readonly options: AuditOptions; readonly missing: readonly Missing[] },
): Promise<readonly Uint8Array[] | string> {
  const from = place.index * tileWidth;
  const isMissing = (at: number) => missing.some((one) => one.from <= from + at && from + at < one.to);
  const places = Array.from({ length: place.width }, (_, at) => at);
  const known = places.some(isMissing) ? hashesIn(await source.part({ ...place, level: 0 })) : [];
  if (places.every(isMissing)) return known;
  const entries = await readPart(source, place, options);
  if (typeof entries === "string") return entries;
  if (entries.length !== place.width) return `${entries.length} entries`;
  return entries.map((entry, at) => (isMissing(at) ? known[at]! : leafHash(entry, sha256)));
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
