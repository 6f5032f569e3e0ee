import { createPublicKey, hash, verify, type KeyObject } from "node:crypto";

import type { CertifiedClaim, Primitives, X509Primitives } from "../../core/encoding/primitives.ts";
import { sha256 } from "../app/sha256.ts";

const leastRsaBits = 2048;
const curves = new Set(["prime256v1", "secp384r1", "secp521r1"]);

/** Node's cryptography for third parties' certificates. Keys too weak to trust verify nothing. */
export const nodeX509: X509Primitives = {
  digest: (name, bytes) => hash(name, bytes, "buffer"),
  verify({ scheme, digest, spki, message, signature }: CertifiedClaim): boolean {
    try {
      const key = createPublicKey({ key: Buffer.from(spki), format: "der", type: "spki" });
      if (!isOfScheme(key, scheme)) return false;
      return verify(scheme === "ed25519" ? null : digest, message, key, signature);
    } catch {
      return false;
    }
  },
};

/** Node's cryptography, as the evidence format wants it. */
export const nodePrimitives: Primitives = {
  sha256,
  verifySignature({ algorithm, spki, message, signature }) {
    try {
      const key = createPublicKey({ key: Buffer.from(spki), type: "spki", format: "der" });
      return verify(algorithm === "ED25519" ? null : "sha256", message, key, signature);
    } catch {
      // A key or a signature that the platform cannot even read verifies nothing.
      return false;
    }
  },
  x509: nodeX509,
};

function isOfScheme(key: KeyObject, scheme: CertifiedClaim["scheme"]): boolean {
  const { modulusLength = 0, namedCurve = "" } = key.asymmetricKeyDetails ?? {};
  switch (scheme) {
    case "rsa-pkcs1":
      return key.asymmetricKeyType === "rsa" && modulusLength >= leastRsaBits;
    case "ecdsa":
      return key.asymmetricKeyType === "ec" && curves.has(namedCurve);
    case "ed25519":
      return key.asymmetricKeyType === "ed25519";
  }
}
