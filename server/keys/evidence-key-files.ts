import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { keyIdOf } from "../../core/evidence/keys/public-key.ts";
import type { EvidenceSigner } from "../app/evidence/issue-evidence.ts";
import { makeFolder } from "../platform/make-folder.ts";
import { readOrMakeSecret } from "./secret-file.ts";
import { sha256 } from "../app/sha256.ts";

/** Folder of the keys inside a data folder, and the name of the first evidence key in it. */
export const keysFolder = "keys";
const firstFile = "evidence-key.pem";
const laterFile = /^evidence-[0-9a-f]{16}-key\.pem$/;

/** The private evidence keys of a data folder: P-256, one a file, for their owner's eyes alone. */
export interface EvidenceKeyFiles {
  /** The key every data folder begins with, made at first use. */
  first(): EvidenceSigner;
  /** Every key that is there. */
  list(): readonly EvidenceSigner[];
  /** Makes one key more, on the disk before anybody uses it. */
  make(): EvidenceSigner;
  /** Removes a private key for good; true if it was there. */
  destroy(keyId: string): boolean;
}

/** Throws, when a key is used, for a file that others can read and for one that holds another kind of key. */
export function openEvidenceKeyFiles(dataDir: string): EvidenceKeyFiles {
  const folder = join(dataDir, keysFolder);
  makeFolder(folder);
  const open = (name: string, make = newKeyPem) => openSigner(join(folder, name), make);
  const names = () => readdirSync(folder).filter((name) => name === firstFile || laterFile.test(name));
  return {
    first: () => open(firstFile),
    list: () => names().map((name) => open(name)),
    make() {
      const pem = newKeyPem();
      const { keyId } = signerOf(createPrivateKey(pem));
      return open(`evidence-${keyId.slice("sha256:".length).slice(0, 16)}-key.pem`, () => pem);
    },
    destroy(keyId) {
      const name = names().find((one) => open(one).keyId === keyId);
      if (name !== undefined) rmSync(join(folder, name));
      return name !== undefined;
    },
  };
}

function openSigner(path: string, make: () => string): EvidenceSigner {
  return signerOf(readKey(path, readOrMakeSecret(path, make)));
}

function signerOf(privateKey: KeyObject): EvidenceSigner {
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
  const isP256 = key.asymmetricKeyType === "ec" && key.asymmetricKeyDetails?.namedCurve === "prime256v1";
  if (!isP256) throw new Error(`${path} is not a P-256 key; evidence is signed with P-256.`);
  return key;
}

/** The first evidence key of a data folder, made at first use; see evidence-key-files.ts. */
export function openEvidenceSigner(dataDir: string): EvidenceSigner {
  return openEvidenceKeyFiles(dataDir).first();
}
