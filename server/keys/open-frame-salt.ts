import { hash, randomBytes } from "node:crypto";
import { join } from "node:path";

import { makeFolder } from "../platform/make-folder.ts";
import { keysFolder } from "./evidence-key-files.ts";
import { readOrMakeSecret } from "./secret-file.ts";

/** In the keys folder. */
export const frameSaltFile = "frame-salt-secret";

/** Of 16 bytes. */
const saltCharacters = 22;
const secretHex = /^[0-9a-f]{64}\n$/;

/**
 * The salts of frame records: a function of a secret of the data folder, so that one entry has the same salt in every
 * bundle that shows it, and no third party can compute it. `vehicle` must be unique over organisations.
 */
export function openFrameSalt(dataDir: string): (vehicle: string, seq: number) => string {
  const folder = join(dataDir, keysFolder);
  makeFolder(folder);
  const path = join(folder, frameSaltFile);
  const text = readOrMakeSecret(path, () => `${randomBytes(32).toString("hex")}\n`);
  if (!secretHex.test(text))
    throw new Error(`${path} does not hold 64 hexadecimal digits; restore it from a backup.`);
  const secret = text.trim();
  return (vehicle, seq) => {
    // Half of a digest says too little to extend it, so that the secret may simply stand before; HMAC takes ten times as long.
    return firstBytes(hash("sha256", `${secret}${JSON.stringify([vehicle, seq])}`, "base64url"));
  };
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/**
 * The first 16 bytes of a digest in base64url, in base64url: 21 characters as they are, and of the next its two upper
 * bits. Cut as text, because a buffer between takes longer to make than the digest, and this runs for every frame.
 */
function firstBytes(digest: string): string {
  return (
    digest.slice(0, saltCharacters - 1) +
    alphabet.charAt(alphabet.indexOf(digest.charAt(saltCharacters - 1)) & 0b110000)
  );
}
