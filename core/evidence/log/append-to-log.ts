import { equalBytes } from "../../encoding/bytes.ts";
import { formatCheckpoint } from "./checkpoint.ts";
import { LogTree, type Tile } from "./log-tree.ts";
import { leafHash } from "./merkle.ts";
import type { Sha256 } from "../../encoding/primitives.ts";
import { signNote, type NoteSigner } from "./signed-note.ts";
import { formatTlogProof } from "./tlog-proof.ts";

/** Where a log ends: all that is needed to go on with it. */
export interface LogEdge {
  readonly size: number;
  readonly root: Uint8Array;
  /** The unfinished tile of each level. */
  readonly tiles: readonly Tile[];
}

/** What one append adds. Nothing of it may leave the process before it is stored. */
export interface LogGrowth {
  readonly size: number;
  readonly root: Uint8Array;
  /** The signed checkpoint of `size` and `root`. */
  readonly checkpoint: string;
  /** Contiguous from the old size on. */
  readonly leaves: readonly LoggedLeaf[];
  /** New tiles, and old ones that have grown, whole. */
  readonly tiles: readonly Tile[];
}

export interface LoggedLeaf {
  readonly index: number;
  readonly entry: Uint8Array;
  /** c2sp.org/tlog-proof@v1 under the checkpoint of this append. */
  readonly proof: string;
}

export interface AppendNeeds {
  /** Its name is the log's origin. */
  readonly signer: NoteSigner;
  readonly sha256: Sha256;
}

/**
 * Gives entries the next indices, in their order, and signs one checkpoint over all of them. Throws when the edge is
 * not what its own tiles say: a log that disagrees with itself must not sign.
 */
export function appendToLog(edge: LogEdge, entries: readonly Uint8Array[], needs: AppendNeeds): LogGrowth {
  const { sha256, signer } = needs;
  const before = new LogTree(readerOf(edge.tiles), sha256);
  if (!equalBytes(before.root(edge.size), edge.root)) {
    throw new Error(`the log's tiles do not give the root that is recorded for size ${edge.size}`);
  }
  const hashes = entries.map((entry) => leafHash(entry, sha256));
  const tiles = before.grownTiles(edge.size, hashes);
  const size = edge.size + entries.length;
  const after = new LogTree(readerOf([...edge.tiles, ...tiles]), sha256);
  const root = after.root(size);
  const checkpoint = signNote(formatCheckpoint({ origin: signer.name, size, root }), [signer]);
  const leaves = entries.map((entry, at): LoggedLeaf => {
    const index = edge.size + at;
    const proof = formatTlogProof({ index, hashes: after.inclusionPath(index, size), checkpoint });
    return { index, entry, proof };
  });
  return { size, root, checkpoint, leaves, tiles };
}

/** Of two tiles at one place the later counts. */
function readerOf(tiles: readonly Tile[]): (level: number, index: number) => Uint8Array {
  const byPlace = new Map(tiles.map((tile) => [`${tile.level}/${tile.index}`, tile.hashes]));
  return (level, index) => {
    const hashes = byPlace.get(`${level}/${index}`);
    if (hashes === undefined) throw new RangeError(`tile ${level}/${index} is not at hand`);
    return hashes;
  };
}
