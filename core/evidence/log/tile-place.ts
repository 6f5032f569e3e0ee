/**
 * Where a piece of a log is, as c2sp.org/tlog-tiles has it: the tree is cut into tiles of 256 hashes; a tile of level 0
 * holds leaf hashes, one of level n + 1 the roots of full tiles of level n.
 */
export interface TilePlace {
  readonly level: number;
  readonly index: number;
  /** Hashes in it: 256 for a full tile, less for the last one of its level. */
  readonly width: number;
}

export const tileWidth = 256;
/** Enough for 2^53 leaves. */
const highestLevel = 6;

/** Hashes on a level of tiles in a log of `size` leaves. */
export function hashesOnLevel(level: number, size: number): number {
  return Math.floor(size / tileWidth ** level);
}

/** The tiles a log of `size` leaves is made of, level by level; their number is size/256 and a little. */
export function* tilesOf(size: number): Generator<TilePlace> {
  for (let level = 0; hashesOnLevel(level, size) > 0; level++) {
    const hashes = hashesOnLevel(level, size);
    for (let index = 0; index * tileWidth < hashes; index++) {
      yield { level, index, width: Math.min(tileWidth, hashes - index * tileWidth) };
    }
  }
}

/** The unfinished tile at the right end of each level: all that a log needs to grow. */
export function edgeTilesOf(size: number): readonly TilePlace[] {
  const places: TilePlace[] = [];
  for (let level = 0; hashesOnLevel(level, size) > 0; level++) {
    const hashes = hashesOnLevel(level, size);
    const width = hashes % tileWidth;
    if (width > 0) places.push({ level, index: Math.floor(hashes / tileWidth), width });
  }
  return places;
}

/** `0/x001/234`, and `0/x001/234.p/17` for a tile of 17 hashes. Bundles of entries have `entries` for the level. */
export function tilePath({ level, index, width }: TilePlace | EntriesPlace): string {
  return `${level}/${writeIndex(index)}${width === tileWidth ? "" : `.p/${width}`}`;
}

/** A bundle of up to 256 log entries: those under the tile of level 0 with the same index. */
export interface EntriesPlace {
  readonly level: "entries";
  readonly index: number;
  readonly width: number;
}

const tileAddress = /^(?:x[0-9]{3}\/){0,5}[0-9]{3}(?:\.p\/[1-9][0-9]{0,2})?$/;

/** Reads what follows the level in a tile's path. Null for anything but its one spelling. */
export function parseTileAddress(text: string): { readonly index: number; readonly width: number } | null {
  if (!tileAddress.test(text)) return null;
  const [groups = "", width] = text.split(".p/");
  const index = Number(groups.replaceAll(/[x/]/g, ""));
  const place = { index, width: width === undefined ? tileWidth : Number(width) };
  const isOnlySpelling = tilePath({ level: 0, ...place }) === `0/${text}`;
  return isOnlySpelling && place.width <= tileWidth ? place : null;
}

export function isTileLevel(level: number): boolean {
  return Number.isInteger(level) && level >= 0 && level <= highestLevel;
}

function writeIndex(index: number): string {
  const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, "0");
  const groups = digits.match(/[0-9]{3}/g) ?? [];
  return groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join("/");
}
