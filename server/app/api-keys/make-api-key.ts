import { createHmac, type KeyObject } from "node:crypto";

import { base62, formatApiKey, type ApiKeyMode } from "../../../core/contract/api-key.ts";

export interface MakingNeeds {
  /** Secret of the installation; see `hashOf`. */
  readonly pepper: Uint8Array;
  /** Cryptographically strong. */
  readonly randomBytes: (count: number) => Uint8Array;
}

/** Draws a new key. `key` is its only copy: it is shown once and cannot be found out again. */
export function makeApiKey(
  mode: ApiKeyMode,
  { pepper, randomBytes }: MakingNeeds,
): { readonly key: string; readonly publicId: string; readonly hash: Uint8Array } {
  const publicId = randomBase62(10, randomBytes);
  const key = formatApiKey({ mode, publicId, secret: randomBase62(32, randomBytes) });
  return { key, publicId, hash: hashOf(key, pepper) };
}

/**
 * What is kept of a key. The pepper lies beside the database, not in it, so that a copy of the database alone is not
 * enough to try keys against. As a `KeyObject` it is made ready once and not for every key.
 */
export function hashOf(key: string, pepper: Uint8Array | KeyObject): Buffer {
  return createHmac("sha256", pepper).update(key).digest();
}

/** Digits drawn evenly: bytes beyond the largest multiple of 62 are drawn again. */
export function randomBase62(digits: number, randomBytes: (count: number) => Uint8Array): string {
  let text = "";
  while (text.length < digits) {
    for (const byte of randomBytes(digits)) {
      if (byte < 4 * 62 && text.length < digits) text += base62(byte % 62, 1);
    }
  }
  return text;
}
