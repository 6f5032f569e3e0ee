import { createPrivateKey, createPublicKey, hash, sign } from "node:crypto";

import type { Signer } from "../../../../core/evidence/keys/dsse.ts";

/** A fixed Ed25519 key for test vectors. */
export function ed25519Signer(): Signer {
  const seed = hash("sha256", "Plumbline Ed25519 test vectors", "buffer");
  const prefix = Buffer.from("302e020100300506032b657004220420", "hex");
  const key = createPrivateKey({ key: Buffer.concat([prefix, seed]), format: "der", type: "pkcs8" });
  const spki = createPublicKey(key).export({ type: "spki", format: "der" });
  return {
    keyId: `sha256:${hash("sha256", spki)}`,
    algorithm: "ED25519",
    spki,
    sign: (message) => sign(null, message, key),
  };
}

const order = 2n ** 252n + 27742317777372353535851937790883648493n;

/** The same signature with S + L, which satisfies the same equation. */
export function withShiftedS(signature: Uint8Array): Uint8Array {
  const s = signature.subarray(32).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n) + order;
  const shifted = Uint8Array.from({ length: 32 }, (_, index) => Number((s >> BigInt(8 * index)) & 255n));
  return Uint8Array.of(...signature.subarray(0, 32), ...shifted);
}
