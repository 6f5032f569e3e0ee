import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { LogTree } from "../../core/evidence/log/log-tree.ts";
import { hashesOnLevel, tilePath, tileWidth } from "../../core/evidence/log/tile-place.ts";
import type { EntriesPlace, TilePlace } from "../../core/evidence/log/tile-place.ts";
import { nodePrimitives } from "../../server/platform/node-primitives.ts";

/** A transparency log laid out as c2sp.org/tlog-tiles: behind an address, or in a folder. */
export interface LogSource {
  readonly name: string;
  checkpoint(): Promise<Uint8Array>;
  /** A tile of hashes or a bundle of entries. Rejects when it cannot be had. */
  part(place: TilePlace | EntriesPlace): Promise<Uint8Array>;
  /** What the log says was lost, as JSON (GET /v1/log/recoveries); null where there is no such thing. */
  recoveries(): Promise<Uint8Array | null>;
}

/** An address of a service stands for its log at /v1/log. Nothing but the log is asked for, and no key is sent. */
export function openLogSource(where: string, stop: AbortSignal): LogSource {
  if (!/^https?:\/\//.test(where)) {
    return {
      name: where,
      checkpoint: () => readFile(join(where, "checkpoint")),
      part: (place) => readFile(join(where, "tile", tilePath(place))),
      recoveries: () => readFile(join(where, recoveriesFile)).catch(() => null),
    };
  }
  const address = new URL(where);
  const base = `${address.origin}${address.pathname === "/" ? "/v1/log" : address.pathname.replace(/\/$/, "")}`;
  return {
    name: base,
    checkpoint: () => download(`${base}/checkpoint`, stop),
    part: (place) => download(`${base}/tile/${tilePath(place)}`, stop),
    recoveries: () => download(`${base}/recoveries`, stop).catch(() => null),
  };
}

/** In a folder, beside the checkpoint. */
export const recoveriesFile = "recoveries.json";

/** More than the largest part of a log: 256 entries of 65,535 bytes. */
const longestPart = 17 * 1024 * 1024;

async function download(url: string, stop: AbortSignal): Promise<Uint8Array> {
  const response = await fetch(url, { signal: stop, redirect: "error" });
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > longestPart) throw new Error(`${url} sends more than any part of a log has`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** What shows that the log's first `oldSize` leaves are the beginning of its first `size`, out of its tiles. */
export async function consistencyPathFrom(
  source: LogSource,
  oldSize: number,
  size: number,
): Promise<readonly Uint8Array[]> {
  const tiles = new Map<string, Uint8Array>();
  for (;;) {
    let missing: TilePlace | null = null;
    const read = (level: number, index: number) => {
      const tile = tiles.get(`${level}/${index}`);
      if (tile !== undefined) return tile;
      const width = Math.min(tileWidth, hashesOnLevel(level, size) - index * tileWidth);
      missing = { level, index, width };
      throw new RangeError(`tile ${level}/${index} is needed`);
    };
    try {
      return new LogTree(read, nodePrimitives.sha256).consistencyPath(oldSize, size);
    } catch (fault) {
      if (missing === null) throw fault;
      const place: TilePlace = missing;
      tiles.set(`${place.level}/${place.index}`, await source.part(place));
    }
  }
}
