import { createPublicKey } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { writeTrust } from "../../core/evidence/trust.ts";
import type { EvidenceSigner } from "../app/issue-evidence.ts";
import { keysFolder } from "./open-evidence-signer.ts";

/** Where the public side of the evidence key was written. */
export interface ExportedTrust {
  /** For `evidence verify --trust`. */
  readonly trustFile: string;
  /** For openssl. */
  readonly publicKeyFile: string;
}

/** Writes `trust.json` and `evidence-public.pem` beside the key, for verifiers to take away. Nothing in them is secret. */
export function exportTrust(dataDir: string, signer: EvidenceSigner): ExportedTrust {
  const folder = join(dataDir, keysFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const trustFile = join(folder, "trust.json");
  const publicKeyFile = join(folder, "evidence-public.pem");
  replaceIfDifferent(trustFile, writeTrust([signer]));
  replaceIfDifferent(publicKeyFile, publicPem(signer));
  return { trustFile, publicKeyFile };
}

function publicPem({ spki }: EvidenceSigner): string {
  const key = createPublicKey({ key: Buffer.from(spki), type: "spki", format: "der" });
  return key.export({ type: "spki", format: "pem" }) as string;
}

/** Readers see the old file or the new one, never half of either. */
function replaceIfDifferent(path: string, content: string): void {
  if (contentOf(path) === content) return;
  const aside = `${path}.${process.pid}`;
  writeFileSync(aside, content, { mode: 0o644 });
  renameSync(aside, path);
}

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (fault) {
    if ((fault as { readonly code?: unknown }).code === "ENOENT") return null;
    throw fault;
  }
}
