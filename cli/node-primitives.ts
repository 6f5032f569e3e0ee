import { createHash, createPublicKey, verify } from "node:crypto";
import { nodeX509 } from "../server/node-x509.ts";
import type { Primitives, SignatureClaim } from "../core/evidence/primitives.ts";

/** The cryptography of Node, as the evidence format wants it. */
export const nodePrimitives: Primitives = {
  sha256: (bytes) => createHash("sha256").update(bytes).digest(),
  verifySignature({ algorithm, spki, message, signature }: SignatureClaim): boolean {
    try {
      const key = createPublicKey({ key: Buffer.from(spki), format: "der", type: "spki" });
      return algorithm === "ED25519"
        ? verify(null, message, key, signature)
        : verify("sha256", message, { key, dsaEncoding: "der" }, signature);
    } catch {
      // A key or a signature that the platform cannot even read verifies nothing.
      return false;
    }
  },
  x509: nodeX509,
};
