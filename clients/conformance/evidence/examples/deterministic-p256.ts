import { createHash, createPrivateKey, createPublicKey } from "node:crypto";

import { p256 } from "@noble/curves/nist.js";

import type { Signer } from "../../../../core/evidence/keys/dsse.ts";

/** ECDSA on P-256 with the nonce of RFC 6979, so that vectors come out the same on every run. */
export function deterministicSigner(privateKey: bigint): Signer {
  const spki = publicKeyOf(privateKey);
  return {
    keyId: `sha256:${createHash("sha256").update(spki).digest("hex")}`,
    algorithm: "ECDSA_P256_SHA256",
    spki,
    // RFC 6979 takes s as it comes, high or low.
    sign: (message) => p256.sign(message, octets(privateKey), { lowS: false, format: "der" }),
  };
}

function octets(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, "0"), "hex");
}

function publicKeyOf(privateKey: bigint): Uint8Array {
  const point = p256.getPublicKey(octets(privateKey), false);
  const jwk = {
    kty: "EC",
    crv: "P-256",
    d: octets(privateKey).toString("base64url"),
    x: Buffer.from(point.subarray(1, 33)).toString("base64url"),
    y: Buffer.from(point.subarray(33)).toString("base64url"),
  };
  return createPublicKey(createPrivateKey({ key: jwk, format: "jwk" })).export({
    type: "spki",
    format: "der",
  });
}
