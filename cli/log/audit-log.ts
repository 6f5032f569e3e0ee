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
  const { checkpoint, seen } = options;
  const faults: string[] = [];
  const tiles = new Map<string, Tile>();
  const tree = () => new LogTree((level, index) => tiles.get(`${level}/${index}`)!.hashes, sha256);

  for (const place of entriesOf(checkpoint.size)) {
    const entries = await readPart(source, place, options);
    if (typeof entries === "string" || entries.length !== place.width) {
      return [`${tilePath(place)}: ${typeof entries === "string" ? entries : `${entries.length} entries`}`];
    }
    const hashes = entries.map((entry) => leafHash(entry, sha256));
    for (const tile of tree().grownTiles(place.index * tileWidth, hashes)) {
      tiles.set(`${tile.level}/${tile.index}`, tile);
    }
  }
  for (const place of tilesOf(checkpoint.size)) {
    const fault = await tileFault(source, place, {
      options,
      due: tiles.get(`${place.level}/${place.index}`)!,
    });
    if (fault !== null) faults.push(`${tilePath(place)}: ${fault}`);
  }
  if (!equalBytes(tree().root(checkpoint.size), checkpoint.root)) {
    faults.push("the entries do not lead to the root of the checkpoint");
  }
  for (const [from, { size, root }] of seen) {
    if (size > checkpoint.size)
      faults.push(`${from}: the log had ${size} entries and now has ${checkpoint.size}`);
    else if (!equalBytes(tree().root(size), root)) {
      faults.push(`${from}: at size ${size} the log had the root ${toHex(root)}: it was forked`);
    }
  }
  return faults;
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
