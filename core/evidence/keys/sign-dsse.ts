import type { Signer } from "../bundle/build-bundle.ts";
import { lowSSignature } from "../../encoding/der-signature.ts";
import { preAuthenticationEncoding } from "./dsse.ts";

/** A DSSE signature over a payload, in the one spelling that is accepted: ECDSA with the lower s. */
export function signDsse(payloadType: string, payload: Uint8Array, signer: Signer): Uint8Array {
  const signed = signer.sign(preAuthenticationEncoding(payloadType, payload));
  return signer.algorithm === "ECDSA_P256_SHA256" ? lowSSignature(signed) : signed;
}
