import { fromBase64, toBase64 } from "../../encoding/base64.ts";
import type { Bundle } from "../../encoding/bundle.ts";
import { canonicalBytes } from "../../encoding/canonical-json.ts";
import { preAuthenticationEncoding, statementPayloadType } from "../keys/dsse.ts";
import type { KeyAlgorithm, Sha256 } from "../../encoding/primitives.ts";

/** Names of the algorithms in Sigstore's protobuf-specs, which the entry's format borrows. */
const keyDetails: Readonly<Record<KeyAlgorithm, string>> = {
  ECDSA_P256_SHA256: "PKIX_ECDSA_P256_SHA_256",
  ED25519: "PKIX_ED25519",
};

/** What the log remembers of a signature: who signed what, and nothing about any vehicle. */
export interface LoggedSignature {
  /** Evidence statements when left out. */
  readonly payloadType?: string;
  readonly payload: Uint8Array;
  readonly signature: Uint8Array;
  readonly key: { readonly algorithm: KeyAlgorithm; readonly spki: Uint8Array };
}

/**
 * The log's entry for a DSSE signature: the body of Rekor v2's `hashedrekord` 0.0.2 in canonical form, with the SHA-256
 * of the signed bytes, the signature and the public key. Core and frames may be erased; the entry stays.
 */
export function logEntry(logged: LoggedSignature, sha256: Sha256): Uint8Array {
  const { payloadType = statementPayloadType, payload, signature, key } = logged;
  const signed = preAuthenticationEncoding(payloadType, payload);
  return canonicalBytes({
    apiVersion: "0.0.2",
    kind: "hashedrekord",
    spec: {
      hashedRekordV002: {
        data: { algorithm: "SHA2_256", digest: toBase64(sha256(signed)) },
        signature: {
          content: toBase64(signature),
          verifier: {
            keyDetails: keyDetails[key.algorithm],
            publicKey: { rawBytes: toBase64(key.spki) },
          },
        },
      },
    },
  });
}

/** The entry of a bundle of our own issue, by the key its proof shows. Throws for a proof of another make. */
export function logEntryOf({ envelope, keys }: Bundle["proof"], sha256: Sha256): Uint8Array {
  const payload = fromBase64(envelope.payload);
  const signature = fromBase64(envelope.signatures[0]?.sig ?? "-");
  const spki = fromBase64(keys[0]?.spki ?? "-");
  const algorithm = keys[0]?.alg;
  if (payload === null || signature === null || spki === null || !isKeyAlgorithm(algorithm)) {
    throw new TypeError("a proof without payload, signature and key cannot be logged");
  }
  return logEntry({ payload, signature, key: { algorithm, spki } }, sha256);
}

function isKeyAlgorithm(name: string | undefined): name is KeyAlgorithm {
  return name !== undefined && Object.hasOwn(keyDetails, name);
}
