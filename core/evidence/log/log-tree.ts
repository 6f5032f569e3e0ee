import { concatBytes } from "../../encoding/bytes.ts";
import { merkleRoot, nodeHash } from "./merkle.ts";
import type { Sha256 } from "../../encoding/primitives.ts";
import { hashesOnLevel, tileWidth } from "./tile-place.ts";

const hashBytes = 32;
const tileHeight = 8;

export interface Tile {
  readonly level: number;
  readonly index: number;
  /** The hashes, one after another, 32 bytes each. */
  readonly hashes: Uint8Array;
}

/** The hashes of a tile, as many as there are. Throws for a tile that is not there. */
export type TileReader = (level: number, index: number) => Uint8Array;

/**
 * An RFC 6962 tree kept in tiles. Reads only the tiles a question needs, so that a proof in a log of a million leaves
 * touches a handful of them.
 */
export class LogTree {
  readonly #read: TileReader;
  readonly #sha256: Sha256;
  /** Full subtrees never change. */
  readonly #known = new Map<string, Uint8Array>();

  constructor(read: TileReader, sha256: Sha256) {
    this.#read = read;
    this.#sha256 = sha256;
  }

  /** Root of the first `size` leaves. */
  root(size: number): Uint8Array {
    return size === 0 ? this.#sha256(new Uint8Array(0)) : this.#range(0, size);
  }

  /** The siblings of a leaf up to the root of the first `size` leaves (RFC 6962 2.1.1). */
  inclusionPath(index: number, size: number): readonly Uint8Array[] {
    if (!(index >= 0 && index < size)) throw new RangeError(`no leaf ${index} among ${size}`);
    const path: Uint8Array[] = [];
    let start = 0;
    let end = size;
    while (end - start > 1) {
      const middle = start + largestPowerBelow(end - start);
      if (index < middle) {
        path.push(this.#range(middle, end));
        end = middle;
      } else {
        path.push(this.#range(start, middle));
        start = middle;
      }
    }
    return path.reverse();
  }

  /** What shows that the first `oldSize` leaves are the beginning of the first `size` ones (RFC 6962 2.1.2). */
  consistencyPath(oldSize: number, size: number): readonly Uint8Array[] {
    if (!(oldSize >= 1 && oldSize <= size))
      throw new RangeError(`no tree of ${oldSize} leaves within ${size}`);
    const path: Uint8Array[] = [];
    let start = 0;
    let end = size;
    while (end !== oldSize) {
      const middle = start + largestPowerBelow(end - start);
      if (oldSize <= middle) {
        path.push(this.#range(middle, end));
        end = middle;
      } else {
        path.push(this.#range(start, middle));
        start = middle;
      }
    }
    // The old tree itself is what the verifier has already.
    if (start > 0) path.push(this.#range(start, end));
    return path.reverse();
  }

  /** The tiles that change when leaves are added to the first `size` ones, whole. */
  grownTiles(size: number, leafHashes: readonly Uint8Array[]): readonly Tile[] {
    const grown: Tile[] = [];
    let added = leafHashes;
    for (let level = 0; added.length > 0; level++) {
      const tiles = this.#appendedTo(level, hashesOnLevel(level, size), added);
      grown.push(...tiles);
      added = tiles
        .filter(({ hashes }) => hashes.length === tileWidth * hashBytes)
        .map(({ hashes }) => merkleRoot(hashesIn(hashes), this.#sha256));
    }
    return grown;
  }

  #appendedTo(level: number, before: number, added: readonly Uint8Array[]): Tile[] {
    const tiles: Tile[] = [];
    for (let from = 0; from < added.length;) {
      const at = before + from;
      const index = Math.floor(at / tileWidth);
      const there = at % tileWidth;
      const taken = added.slice(from, from + tileWidth - there);
      const kept = there === 0 ? [] : [this.#read(level, index).subarray(0, there * hashBytes)];
      tiles.push({ level, index, hashes: concatBytes(...kept, ...taken) });
      from += taken.length;
    }
    return tiles;
  }

  /** Root over leaves `start` up to but without `end`, a range RFC 6962's recursion comes to. */
  #range(start: number, end: number): Uint8Array {
    const leaves = end - start;
    const middle = start + largestPowerBelow(leaves);
    if (end - middle === middle - start || leaves === 1) {
      return this.#subtree(Math.round(Math.log2(leaves)), start / leaves);
    }
    return nodeHash(this.#range(start, middle), this.#range(middle, end), this.#sha256);
  }

  /** Root of the full subtree of 2^height leaves with this number. */
  #subtree(height: number, index: number): Uint8Array {
    const key = `${height}/${index}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const within = height % tileHeight;
    const hash =
      within === 0
        ? this.#hashAt(height / tileHeight, index)
        : nodeHash(
            this.#subtree(height - 1, index * 2),
            this.#subtree(height - 1, index * 2 + 1),
            this.#sha256,
          );
    this.#known.set(key, hash);
    return hash;
  }

  #hashAt(level: number, index: number): Uint8Array {
    const tile = this.#read(level, Math.floor(index / tileWidth));
    const at = (index % tileWidth) * hashBytes;
    if (tile.length < at + hashBytes)
      throw new RangeError(`hash ${index} of level ${level} is not in its tile`);
    return tile.slice(at, at + hashBytes);
  }
}

/** The hashes of a tile, one by one. */
export function hashesIn(tile: Uint8Array): Uint8Array[] {
  return Array.from({ length: tile.length / hashBytes }, (_, at) =>
    tile.slice(at * hashBytes, (at + 1) * hashBytes),
  );
}

/** The largest power of two below `leaves`, where RFC 6962 parts a tree. */
function largestPowerBelow(leaves: number): number {
  let power = 1;
  while (power * 2 < leaves) power *= 2;
  return power;
}
