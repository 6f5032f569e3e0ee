import { ed25519 } from "@noble/curves/ed25519.js";
import { p256, p384, p521 } from "@noble/curves/nist.js";
import { sha1 } from "@noble/hashes/legacy.js";
import { sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
import { hexToBytes } from "@noble/hashes/utils.js";
import { equalBytes, toHex } from "../../../core/encoding/bytes.ts";
import type {
  CertifiedClaim,
  Primitives,
  SignatureClaim,
  StrongDigest,
} from "../../../core/encoding/primitives.ts";
import { rsaSignatureHolds } from "./rsa-signature.ts";

/**
 * The cryptography the verifier brings along. It is not the browser's: that one is asynchronous, lacks Ed25519 in older
 * browsers, and is switched off on pages that did not come over TLS.
 */
export const noblePrimitives: Primitives = {
  sha256: (bytes) => sha256(bytes),
  verifySignature: (claim) => orFalse(() => holds(claim)),
  x509: {
    digest: (name, bytes) => ({ sha1, ...digests })[name](bytes),
    verify: (claim) => orFalse(() => certifiedHolds(claim)),
  },
};

const digests = { sha256, sha384, sha512 } as const satisfies Record<StrongDigest, unknown>;

/** SubjectPublicKeyInfo of each kind of key: all that stands before the key's own bytes. */
const ed25519Head = hexToBytes("302a300506032b6570032100");
const p256Head = hexToBytes("3059301306072a8648ce3d020106082a8648ce3d030107034200");
const curves = [
  { curve: p256, head: p256Head },
  { curve: p384, head: hexToBytes("3076301006072a8648ce3d020106052b81040022036200") },
  { curve: p521, head: hexToBytes("30819b301006072a8648ce3d020106052b8104002303818600") },
] as const;

function holds({ algorithm, spki, message, signature }: SignatureClaim): boolean {
  if (algorithm === "ED25519") return ed25519Holds(spki, message, signature);
  const options = { format: "der", prehash: true, lowS: false } as const;
  return p256.verify(signature, message, keyBehind(p256Head, spki), options);
}

function ed25519Holds(spki: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  return ed25519.verify(signature, message, keyBehind(ed25519Head, spki), { zip215: false });
}

function certifiedHolds(claim: CertifiedClaim): boolean {
  const { scheme, digest, spki, message, signature } = claim;
  switch (scheme) {
    case "ed25519":
      return ed25519Holds(spki, message, signature);
    case "ecdsa": {
      const found = curves.find(({ head }) => equalBytes(head, spki.subarray(0, head.length)));
      if (found === undefined) return false;
      const options = { format: "der", prehash: false, lowS: false } as const;
      return found.curve.verify(signature, digests[digest](message), keyBehind(found.head, spki), options);
    }
    case "rsa-pkcs1":
      return rsaSignatureHolds({ spki, signature, digest, hashed: toHex(digests[digest](message)) });
  }
}

function keyBehind(head: Uint8Array, spki: Uint8Array): Uint8Array {
  if (!equalBytes(head, spki.subarray(0, head.length))) throw new TypeError("a key of another kind");
  return spki.subarray(head.length);
}

/** A key or a signature that cannot even be read verifies nothing. */
function orFalse(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}
