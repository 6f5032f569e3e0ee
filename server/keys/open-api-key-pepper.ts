import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";

import { makeFolder } from "../platform/make-folder.ts";
import { keysFolder } from "./evidence-key-files.ts";
import { readOrMakeSecret } from "./secret-file.ts";

const pepperHex = /^[0-9a-f]{64}\n$/;

/** Where the secret of a data folder is, or will be. */
export function apiKeyPepperFile(dataDir: string): string {
  return join(dataDir, keysFolder, "api-key-pepper");
}

/**
 * What was lost where keys were made with a secret that is not there any more; null where nothing was. A new one in its
 * place would answer every key as if it had never been made.
 */
export function whyPepperIsLost(dataDir: string, holdsKeys: () => boolean): string | null {
  const path = apiKeyPepperFile(dataDir);
  if (existsSync(path) || !holdsKeys()) return null;
  return (
    `${path} is missing: without it no API key of this folder can be checked, and no webhook's secret be read. Put the ` +
    "folder keys back, from a backup. If there is no copy of the file, both are lost: write a new one with " +
    `(umask 077; openssl rand -hex 32 > ${path}), then create the keys (plumbline keys create) and webhooks again.`
  );
}

/**
 * The secret that the hashes of API keys are mixed with, made at first use. It lies beside the database and not in it,
 * so that a copy of the database alone opens nothing. Ask `whyPepperIsLost` first.
 */
export function openApiKeyPepper(dataDir: string): Uint8Array {
  makeFolder(join(dataDir, keysFolder));
  const path = apiKeyPepperFile(dataDir);
  const text = readOrMakeSecret(path, () => `${randomBytes(32).toString("hex")}\n`);
  if (!pepperHex.test(text))
    throw new Error(`${path} does not hold 64 hexadecimal digits; restore it from a backup.`);
  return Buffer.from(text.trim(), "hex");
}
