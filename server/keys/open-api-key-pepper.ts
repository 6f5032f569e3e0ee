import { randomBytes } from "node:crypto";
import { join } from "node:path";

import { makeFolder } from "../platform/make-folder.ts";
import { keysFolder } from "./evidence-key-files.ts";
import { readOrMakeSecret } from "./secret-file.ts";

const pepperHex = /^[0-9a-f]{64}\n$/;

/**
 * The secret that the hashes of API keys are mixed with, made at first use. It lies beside the database and not in it,
 * so that a copy of the database alone opens nothing. Losing the file makes every API key of the folder invalid.
 */
export function openApiKeyPepper(dataDir: string): Uint8Array {
  const folder = join(dataDir, keysFolder);
  makeFolder(folder);
  const path = join(folder, "api-key-pepper");
  const text = readOrMakeSecret(path, () => `${randomBytes(32).toString("hex")}\n`);
  if (!pepperHex.test(text))
    throw new Error(`${path} does not hold 64 hexadecimal digits; restore it from a backup.`);
  return Buffer.from(text.trim(), "hex");
}
