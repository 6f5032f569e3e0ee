import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { join } from "node:path";

import { noteKey, type NoteSigner } from "../../core/evidence/log/signed-note.ts";
import { makeFolder } from "../platform/make-folder.ts";
import { keysFolder } from "./evidence-key-files.ts";
import { readOrMakeSecret } from "./secret-file.ts";
import { sha256 } from "../app/sha256.ts";

const rawKeyBytes = 32;

/** Where the key of a data folder's log is, or will be. */
export function logKeyFile(dataDir: string): string {
  return join(dataDir, keysFolder, "log-key.pem");
}

/**
 * The key that signs the checkpoints of a data folder's log: Ed25519, made at first use, for its owner's eyes alone. Throws
 * when others can read the file and when it holds another kind of key.
 */
export function openLogSigner(dataDir: string, origin: string): NoteSigner {
  makeFolder(join(dataDir, keysFolder));
  const path = logKeyFile(dataDir);
  const privateKey = readKey(path, readOrMakeSecret(path, newKeyPem));
  const spki = new Uint8Array(createPublicKey(privateKey).export({ type: "spki", format: "der" }));
  return {
    ...noteKey(origin, spki.slice(-rawKeyBytes), sha256),
    sign: (text) => sign(null, text, privateKey),
  };
}

function newKeyPem(): string {
  const { privateKey } = generateKeyPairSync("ed25519");
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

function readKey(path: string, pem: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    // The platform's message may quote the file.
    throw new Error(`${path} is not a private key in PEM form; restore it from a backup.`);
  }
  if (key.asymmetricKeyType !== "ed25519") {
    throw new Error(`${path} is not an Ed25519 key; checkpoints of the log are signed with Ed25519.`);
  }
  return key;
}
