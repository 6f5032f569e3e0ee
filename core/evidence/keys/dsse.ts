import { concatBytes, utf8 } from "../../encoding/bytes.ts";
import { lowSSignature } from "../../encoding/der-signature.ts";
import type { PublicKey } from "./public-key.ts";

/** The payload type of evidence: a statement of any other kind is no evidence, whoever signed it. */
export const statementPayloadType = "application/vnd.in-toto+json";

/** A key that signs. Only the signature leaves it. */
export interface Signer extends PublicKey {
  /** ECDSA: DER, either s; Ed25519: 64 bytes. */
  sign(message: Uint8Array): Uint8Array;
}

/** A DSSE signature over a payload, in the one spelling that is accepted: ECDSA with the lower s. */
export function signDsse(payloadType: string, payload: Uint8Array, signer: Signer): Uint8Array {
  const signed = signer.sign(preAuthenticationEncoding(payloadType, payload));
  return signer.algorithm === "ECDSA_P256_SHA256" ? lowSSignature(signed) : signed;
}

/**
 * What a DSSE v1 signature really covers: the payload and its type with their lengths before them, so that no other
 * pair gives the same bytes. github.com/secure-systems-lab/dsse, protocol.md.
 */
export function preAuthenticationEncoding(payloadType: string, payload: Uint8Array): Uint8Array {
  const type = utf8(payloadType);
  return concatBytes(utf8(`DSSEv1 ${type.length} `), type, utf8(` ${payload.length} `), payload);
}
