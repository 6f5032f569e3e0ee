import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import type { LogGrowth } from "../../../../core/evidence/log/append-to-log.ts";
import { writeEntries } from "../../../../core/evidence/log/entry-bundle.ts";
import { formatVerifierKey } from "../../../../core/evidence/log/signed-note.ts";
import { tilePath, tilesOf, tileWidth } from "../../../../core/evidence/log/tile-place.ts";
import { exampleLogSigner, loggedAtOnce } from "./example-log.ts";

/** Lays a log out as c2sp.org/tlog-tiles, with its key as log.vkey. */
export function writeLogFolder(folder: string, entries: readonly Uint8Array[]): LogGrowth {
  const growth = loggedAtOnce(entries);
  place(folder, "checkpoint", growth.checkpoint);
  place(folder, "log.vkey", `${formatVerifierKey(exampleLogSigner)}\n`);
  for (const one of tilesOf(growth.size)) {
    const { hashes } = growth.tiles.find(({ level, index }) => level === one.level && index === one.index)!;
    place(folder, join("tile", tilePath(one)), hashes);
    if (one.level > 0) continue;
    const from = one.index * tileWidth;
    const bytes = writeEntries(entries.slice(from, from + one.width));
    place(folder, join("tile", tilePath({ ...one, level: "entries" })), bytes);
  }
  return growth;
}

function place(folder: string, path: string, content: string | Uint8Array): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
