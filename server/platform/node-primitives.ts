import { createPublicKey, verify } from "node:crypto";

import type { Primitives } from "../../core/encoding/primitives.ts";
import { sha256 } from "../app/sha256.ts";
import { nodeX509 } from "./node-x509.ts";

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
