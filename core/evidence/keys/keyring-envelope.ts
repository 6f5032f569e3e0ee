import { Type, type Static } from "typebox";
import { Compile } from "typebox/compile";

import { fromBase64, toBase64 } from "../../encoding/base64.ts";
import type { Signer } from "./dsse.ts";
import { namedDigestSchema, strict } from "../../encoding/field-schemas.ts";
import { canonicalBytes, parseCanonical } from "../../encoding/canonical-json.ts";
import { namedDigestOf } from "../bundle/content-digest.ts";
import { preAuthenticationEncoding } from "./dsse.ts";
import { publicKeyOf, readKeyring, type Keyring, type KeyringRoot } from "./keyring.ts";
import { documentPayloadType } from "../log/logged-document.ts";
import type { Primitives } from "../../encoding/primitives.ts";
import { verifyStrictly } from "./public-key.ts";
import { signDsse } from "./dsse.ts";
import { JsonFault } from "../../encoding/strict-json.ts";

const payloadType = documentPayloadType("keyring");

/** A keyring version and the signatures of the root keys over it: a DSSE envelope. */
export const keyringEnvelopeSchema = Type.Object(
  {
    /** The version in canonical form, base64. */
    payload: Type.String({ maxLength: 1_000_000 }),
    payloadType: Type.Literal(payloadType),
    signatures: Type.Array(
      Type.Object({ keyid: namedDigestSchema, sig: Type.String({ maxLength: 1024 }) }, strict),
      { maxItems: 32 },
    ),
  },
  strict,
);
export type KeyringEnvelope = Static<typeof keyringEnvelopeSchema>;

const envelopeShape = Compile(keyringEnvelopeSchema);

export interface OpenedKeyring {
  readonly kind: "open";
  readonly keyring: Keyring;
  /** `sha256:` and hex, of the canonical version: what the next one names as `prev`. */
  readonly digest: string;
  readonly envelope: KeyringEnvelope;
}

export type KeyringOpening = OpenedKeyring | { readonly kind: "broken"; readonly detail: string };

/** An envelope no root key has signed yet. */
export function unsignedKeyring(keyring: Keyring): KeyringEnvelope {
  return { payload: toBase64(canonicalBytes(keyring)), payloadType, signatures: [] };
}

/** The envelope with one signature more. Signing twice with one key leaves one signature, the first. */
export function signKeyring(envelope: KeyringEnvelope, signer: Signer): KeyringEnvelope {
  if (envelope.signatures.some(({ keyid }) => keyid === signer.keyId)) return envelope;
  const signature = signDsse(payloadType, payloadOf(envelope), signer);
  const added = { keyid: signer.keyId, sig: toBase64(signature) };
  return { ...envelope, signatures: [...envelope.signatures, added] };
}

function payloadOf({ payload }: KeyringEnvelope): Uint8Array {
  const bytes = fromBase64(payload);
  if (bytes === null) throw new TypeError("the payload is not canonical base64");
  return bytes;
}

/** Reads an envelope and the keyring in it, each in its only spelling. Who signed it is not asked yet. */
export function openKeyringEnvelope(
  envelope: unknown,
  { sha256 }: Pick<Primitives, "sha256">,
): KeyringOpening {
  const broken = (detail: string): KeyringOpening => ({ kind: "broken", detail });
  if (!envelopeShape.Check(envelope)) return broken("not the envelope of a keyring");
  const payload = fromBase64(envelope.payload);
  if (payload === null) return broken("the payload is not canonical base64");
  let document: unknown;
  try {
    document = parseCanonical(payload);
  } catch (fault) {
    if (fault instanceof JsonFault) return broken(`the payload is ${fault.message}`);
    throw fault;
  }
  const keyring = readKeyring(document, sha256);
  if ("fault" in keyring) return broken(keyring.fault);
  return { kind: "open", keyring, digest: namedDigestOf(keyring, sha256), envelope };
}

/**
 * Why an envelope does not carry the signatures it needs: enough of each of these roots, and none of anybody else. One
 * signature that does not verify spoils the envelope; the same key twice counts as a forgery, not as two.
 */
export function rootSignaturesFault(
  { envelope }: OpenedKeyring,
  roots: readonly KeyringRoot[],
  primitives: Primitives,
): string | null {
  const message = preAuthenticationEncoding(payloadType, payloadOf(envelope));
  const ids = envelope.signatures.map(({ keyid }) => keyid);
  if (new Set(ids).size !== ids.length) return "a root key signed twice";
  for (const { keyid, sig } of envelope.signatures) {
    const key = roots.flatMap(({ keys }) => keys).find((one) => one.keyid === keyid);
    if (key === undefined) return `${keyid} is no root key`;
    const signature = fromBase64(sig);
    const claim = signature === null ? null : { ...publicKeyOf(key), message, signature };
    if (claim === null || !verifyStrictly(claim, primitives))
      return `the signature of ${keyid} does not verify`;
  }
  const short = roots.find((root) => signaturesOf(root, ids) < root.threshold);
  return short === undefined
    ? null
    : `signed by ${signaturesOf(short, ids)} of the ${short.threshold} root keys that must`;
}

/** Whether so many of these keys signed; `rootSignaturesFault` has verified the signatures. */
export function isSignedBy({ envelope }: OpenedKeyring, root: KeyringRoot): boolean {
  return (
    signaturesOf(
      root,
      envelope.signatures.map(({ keyid }) => keyid),
    ) >= root.threshold
  );
}

function signaturesOf({ keys }: KeyringRoot, ids: readonly string[]): number {
  return keys.filter(({ keyid }) => ids.includes(keyid)).length;
}
