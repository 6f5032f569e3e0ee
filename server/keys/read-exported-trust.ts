import { readFileSync } from "node:fs";
import { join } from "node:path";

import { keysFolder } from "./evidence-key-files.ts";

/** The trust file beside the keys, as it is now: it changes when keys do. */
export function readExportedTrust(dataDir: string): Uint8Array {
  return readFileSync(join(dataDir, keysFolder, "trust.json"));
}
