import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Signer } from "../../core/evidence/keys/dsse.ts";
import type { PublicKey } from "../../core/evidence/keys/public-key.ts";
import { keyFault, keyIdOf } from "../../core/evidence/keys/public-key.ts";
import { makeFolder } from "../platform/make-folder.ts";
import { keysFolder } from "./evidence-key-files.ts";
import { readOrMakeSecret } from "./secret-file.ts";
import { sha256 } from "../app/sha256.ts";

/** Where the root key of a data folder is until somebody moves it to a safe place. */
export function rootKeyFile(dataDir: string): string {
  return join(dataDir, keysFolder, "root-key.pem");
}

/** Whether the root key still lies where it was made. */
export function hasRootKey(dataDir: string): boolean {
  return existsSync(rootKeyFile(dataDir));
}

/** The root key of a new data folder, P-256, made at first use. It signs the keyring, and nothing else ever. */
export function openRootSigner(dataDir: string): Signer {
  makeFolder(join(dataDir, keysFolder));
  const path = rootKeyFile(dataDir);
  return rootSignerOf(path, readOrMakeSecret(path, newKeyPem));
}

/** A root key from wherever it is kept: P-256 or Ed25519, PEM. */
export function readRootSigner(path: string): Signer {
  return rootSignerOf(path, readFileSync(path, "utf8"));
}

/** The public side of a root key, PEM. Throws a RangeError for what is no key of a kind a keyring takes. */
export function readPublicKey(pem: string): PublicKey {
  let key: KeyObject;
  try {
    key = createPublicKey(pem);
  } catch {
    throw new RangeError("that is not a public key in PEM form");
  }
  const spki = new Uint8Array(key.export({ type: "spki", format: "der" }));
  const algorithm = key.asymmetricKeyType === "ed25519" ? "ED25519" : "ECDSA_P256_SHA256";
  const fault = keyFault(algorithm, spki);
  if (fault !== null) throw new RangeError(`a root key is P-256 or Ed25519; this is ${fault}`);
  return { keyId: keyIdOf(spki, sha256), algorithm, spki };
}

function newKeyPem(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

function rootSignerOf(path: string, pem: string): Signer {
  let privateKey: KeyObject;
  try {
    privateKey = createPrivateKey(pem);
  } catch {
    // The platform's message may quote the file.
    throw new Error(`${path} is not a private key in PEM form.`);
  }
  const spki = new Uint8Array(createPublicKey(privateKey).export({ type: "spki", format: "der" }));
  const keyId = keyIdOf(spki, sha256);
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = privateKey;
  if (type === "ed25519") {
    return { keyId, algorithm: "ED25519", spki, sign: (message) => sign(null, message, privateKey) };
  }
  if (type === "ec" && details?.namedCurve === "prime256v1") {
    return {
      keyId,
      algorithm: "ECDSA_P256_SHA256",
      spki,
      sign: (message) => sign("sha256", message, privateKey),
    };
  }
  throw new Error(`${path} is neither a P-256 nor an Ed25519 key; the keyring is signed with these.`);
}
