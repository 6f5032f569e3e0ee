import { createPublicKey } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { ed25519Spki } from "../../core/evidence/keys/public-key.ts";
import { formatVerifierKey, type NoteKey } from "../../core/evidence/log/signed-note.ts";
import { noThirdParties, writeTrust, type ThirdPartyTrust } from "../../core/evidence/keys/trust.ts";
import type { EvidenceSigner } from "../app/evidence/issue-evidence.ts";
import { makeFolder } from "../platform/make-folder.ts";
import { textOfFile } from "../platform/text-of-file.ts";
import { keysFolder } from "./evidence-key-files.ts";
import { refreshDateOf, type RefreshTerm } from "./refresh-date.ts";
import type { PublicKey } from "../../core/evidence/keys/public-key.ts";

/** Where the public sides of the evidence key and of the log's key were written. */
export interface ExportedTrust {
  /** For `evidence verify --trust`. */
  readonly trustFile: string;
  /** For openssl. */
  readonly publicKeyFile: string;
  readonly logPublicKeyFile: string;
  /** The log's key for programs that read signed notes. */
  readonly logVerifierFile: string;
}

/**
 * Writes the public sides beside the keys, for verifiers to take away. Nothing in them is secret. `keys` are all whose
 * signatures count (left out: the signer's), `signer` is the one that signs now.
 */
export function exportTrust(
  dataDir: string,
  signer: EvidenceSigner,
  log: NoteKey,
  given: {
    readonly keys?: readonly PublicKey[];
    readonly thirdParties?: ThirdPartyTrust;
    /** Left out: copies are good for ever. */
    readonly term?: RefreshTerm;
    /** The whole trust file, where it is not to list keys. */
    readonly trustText?: string;
  } = {},
): ExportedTrust {
  const folder = join(dataDir, keysFolder);
  makeFolder(folder);
  const trustFile = join(folder, "trust.json");
  const publicKeyFile = join(folder, "evidence-public.pem");
  const logPublicKeyFile = join(folder, "log-public.pem");
  const logVerifierFile = join(folder, "log.vkey");
  const trustText =
    given.trustText ?? writeTrust(given.keys ?? [signer], [log], datedThirdParties(trustFile, given));
  replaceIfDifferent(trustFile, trustText);
  replaceIfDifferent(publicKeyFile, publicPem(signer.spki));
  replaceIfDifferent(logPublicKeyFile, publicPem(ed25519Spki(log.publicKey)));
  replaceIfDifferent(logVerifierFile, `${formatVerifierKey(log)}\n`);
  return { trustFile, publicKeyFile, logPublicKeyFile, logVerifierFile };
}

/** What a trust file at this path says of third parties, and of when it has to be fetched again. */
export function datedThirdParties(
  path: string,
  {
    thirdParties = noThirdParties,
    term,
  }: { readonly thirdParties?: ThirdPartyTrust; readonly term?: RefreshTerm | undefined },
): ThirdPartyTrust {
  const refreshAfter = term === undefined ? null : refreshDateOf(path, term);
  return refreshAfter === null ? thirdParties : { ...thirdParties, refreshAfter };
}

/** SubjectPublicKeyInfo as openssl writes it. */
export function publicPem(spki: Uint8Array): string {
  const key = createPublicKey({ key: Buffer.from(spki), type: "spki", format: "der" });
  return key.export({ type: "spki", format: "pem" }).toString();
}

/** Readers see the old file or the new one, never half of either. */
export function replaceIfDifferent(path: string, content: string): void {
  if (textOfFile(path) === content) return;
  const aside = `${path}.${process.pid}`;
  writeFileSync(aside, content, { mode: 0o644 });
  renameSync(aside, path);
}

/** The trust file beside the keys, as it is now: it changes when keys do. It pins the keyring. */
export function readExportedTrust(dataDir: string): Uint8Array {
  return readFileSync(join(dataDir, keysFolder, "trust.json"));
}

/** The keyring that belongs to it; null in a folder no keyring was begun in. */
export function readExportedKeyring(dataDir: string): Uint8Array | null {
  const path = join(dataDir, keysFolder, "keyring.json");
  return existsSync(path) ? readFileSync(path) : null;
}
