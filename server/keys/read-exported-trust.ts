import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { keysFolder } from "./evidence-key-files.ts";

/** The trust file beside the keys, as it is now: it changes when keys do. It pins the keyring. */
export function readExportedTrust(dataDir: string): Uint8Array {
  return readFileSync(join(dataDir, keysFolder, "trust.json"));
}

/** The keyring that belongs to it; null in a folder no keyring was begun in. */
export function readExportedKeyring(dataDir: string): Uint8Array | null {
  const path = join(dataDir, keysFolder, "keyring.json");
  return existsSync(path) ? readFileSync(path) : null;
}
