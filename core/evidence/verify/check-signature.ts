import { fromBase64 } from "../../encoding/base64.ts";
import type { Bundle } from "../../encoding/bundle.ts";
import { equalBytes } from "../../encoding/bytes.ts";
import { preAuthenticationEncoding, statementPayloadType } from "../keys/dsse.ts";
import type { Primitives } from "../../encoding/primitives.ts";
import { verifyStrictly } from "../keys/public-key.ts";
import type { PublicKey } from "../keys/public-key.ts";
import { failed, finding, type Finding } from "./verification-report.ts";

export type Envelope =
  | { readonly kind: "open"; readonly payload: Uint8Array }
  | { readonly kind: "broken"; readonly detail: string };

/** The signed bytes of a bundle's envelope, if it is one in its only spelling. */
export function openEnvelope({ proof }: Bundle): Envelope {
  return openEnvelopeOf(proof.envelope, statementPayloadType);
}

/** The signed bytes of an envelope in its only spelling; `due` is the one payload type that is taken. */
export function openEnvelopeOf(
  { payload, payloadType, signatures }: Bundle["proof"]["envelope"],
  due: string,
): Envelope {
  if (payloadType !== due) return { kind: "broken", detail: "another payload type" };
  const bytes = fromBase64(payload);
  if (bytes === null) return { kind: "broken", detail: "the payload is not canonical base64" };
  if (signatures.some(({ sig }) => fromBase64(sig) === null)) {
    return { kind: "broken", detail: "a signature is not canonical base64" };
  }
  return { kind: "open", payload: bytes };
}

/** One signature by one key of the trust file or its keyring, which also say the algorithm, over the exact bytes carried. */
export function checkSignature(
  { proof }: Bundle,
  envelope: Envelope,
  given: { readonly keys: readonly PublicKey[]; readonly primitives: Primitives },
): Finding {
  const key = signingKey(proof.envelope, envelope, given);
  return typeof key === "string" ? failed(key) : finding(copiedKeyFault(proof, key));
}

/** The one trusted key that signed an envelope, or why there is none. */
export function signingKey(
  { payloadType, signatures }: Bundle["proof"]["envelope"],
  envelope: Envelope,
  given: { readonly keys: readonly PublicKey[]; readonly primitives: Primitives },
): PublicKey | string {
  if (envelope.kind === "broken") return "there is no envelope to verify";
  const [signature, ...others] = signatures;
  if (signature === undefined || others.length > 0) return `${signatures.length} signatures where one is due`;
  const key = given.keys.find(({ keyId }) => keyId === signature.keyid);
  if (key === undefined) return `key ${signature.keyid} is not among the trusted keys`;
  const message = preAuthenticationEncoding(payloadType, envelope.payload);
  const { algorithm, spki } = key;
  const claim = { algorithm, spki, message, signature: fromBase64(signature.sig) ?? new Uint8Array() };
  return verifyStrictly(claim, given.primitives) ? key : "the signature does not verify";
}

/** The copy of the key decides nothing; that it must still be true leaves no byte of a bundle free to change. */
function copiedKeyFault({ keys }: Bundle["proof"], trusted: PublicKey): string | null {
  const [copy, ...others] = keys;
  if (copy === undefined || others.length > 0) return "proof.keys must hold the signing key and nothing else";
  const spki = fromBase64(copy.spki);
  const same =
    copy.keyid === trusted.keyId &&
    copy.alg === trusted.algorithm &&
    spki !== null &&
    equalBytes(spki, trusted.spki);
  return same ? null : "proof.keys shows another key than the trusted one";
}
