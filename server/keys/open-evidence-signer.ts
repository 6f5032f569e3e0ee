import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { join } from "node:path";

import { keyIdOf } from "../../core/evidence/public-key.ts";
import type { EvidenceSigner } from "../app/issue-evidence.ts";
import { makeFolder } from "../make-folder.ts";
import { readOrMakeSecret } from "./secret-file.ts";
import { sha256 } from "./sha256.ts";

/** Folder of the keys inside a data folder, and the evidence key in it. */
export const keysFolder = "keys";
const keyFile = "evidence-key.pem";

/**
 * The evidence key of a data folder, a P-256 key made at first use, for its owner's eyes alone. Throws when others can
 * read the file and when it holds another kind of key.
 */
export function openEvidenceSigner(dataDir: string): EvidenceSigner {
  const folder = join(dataDir, keysFolder);
  makeFolder(folder);
  const path = join(folder, keyFile);
  const privateKey = readKey(path, readOrMakeSecret(path, newKeyPem));
  const spki = new Uint8Array(createPublicKey(privateKey).export({ type: "spki", format: "der" }));
  return {
    keyId: keyIdOf(spki, sha256),
    algorithm: "ECDSA_P256_SHA256",
    spki,
    sign: (message) => sign("sha256", message, privateKey),
  };
}

function newKeyPem(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return privateKey.export({ type: "pkcs8", format: "pem" }) as string;
}

function readKey(path: string, pem: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    // The platform's message may quote the file.
    throw new Error(`${path} is not a private key in PEM form; restore it from a backup.`);
  }
  const isP256 = key.asymmetricKeyType === "ec" && key.asymmetricKeyDetails?.namedCurve === "prime256v1";
  if (!isP256) throw new Error(`${path} is not a P-256 key; evidence is signed with P-256.`);
  return key;
}
