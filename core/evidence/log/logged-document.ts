import { fromBase64, toBase64 } from "../../encoding/base64.ts";
import type { Signer } from "../keys/dsse.ts";
import { canonicalBytes } from "../../encoding/canonical-json.ts";
import { logEntry } from "./log-entry.ts";
import type { KeyAlgorithm, Sha256 } from "../../encoding/primitives.ts";
import { signDsse } from "../keys/dsse.ts";
import type { JsonObject } from "../../encoding/strict-json.ts";

/**
 * What the log holds besides evidence. `keyring`: which keys count from which index on. `handover`: a new key proves that
 * it is there. `precommit`: the frames of one interval of ingest, by their root. `custody`: what was done with issued
 * evidence. `tombstone`: evidence was erased. `scorer`: which frozen scorer evidence names from here on. `inventory`: what
 * the store holds of audit logs, API keys, work, webhooks and other rows, by the heads of their chains. `recovery`: a backup was
 * restored, and what was written after it is missing. `state`: how a vehicle was judged at a moment, because somebody asked.
 */
export type DocumentKind =
  | "keyring"
  | "handover"
  | "precommit"
  | "custody"
  | "tombstone"
  | "scorer"
  | "inventory"
  | "recovery"
  | "state";

/** Each kind is a payload type of its own, so that a signature over one can never be read as another, or as evidence. */
export function documentPayloadType(kind: DocumentKind): string {
  return `application/vnd.plumbline.${kind}+json`;
}

/** A DSSE envelope as it is stored and served. */
export interface DocumentEnvelope {
  /** Canonical JSON, base64. */
  readonly payload: string;
  readonly payloadType: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

export interface SignedDocument {
  readonly kind: DocumentKind;
  /** Canonical bytes of the envelope. */
  readonly envelope: Uint8Array;
  /** What the log remembers of it: the entry of the envelope's first signature. */
  readonly entry: Uint8Array;
}

/** Signs a document with one key. The caller stores the result: ECDSA signatures are random and never made again. */
export function signDocument(
  kind: DocumentKind,
  payload: JsonObject,
  { signer, sha256 }: { readonly signer: Signer; readonly sha256: Sha256 },
): SignedDocument {
  const payloadType = documentPayloadType(kind);
  const bytes = canonicalBytes(payload);
  const signature = signDsse(payloadType, bytes, signer);
  const envelope: DocumentEnvelope = {
    payload: toBase64(bytes),
    payloadType,
    signatures: [{ keyid: signer.keyId, sig: toBase64(signature) }],
  };
  const entry = logEntry({ payloadType, payload: bytes, signature, key: signer }, sha256);
  return { kind, envelope: canonicalBytes(envelope), entry };
}

/** The log's entry of an envelope's first signature, which `key` made. Throws for what is no envelope. */
export function entryOfEnvelope(
  { payload, payloadType, signatures }: DocumentEnvelope,
  key: { readonly algorithm: KeyAlgorithm; readonly spki: Uint8Array },
  sha256: Sha256,
): Uint8Array {
  const bytes = fromBase64(payload);
  const signature = fromBase64(signatures[0]?.sig ?? "-");
  if (bytes === null || signature === null) throw new TypeError("an envelope without payload or signature");
  return logEntry({ payloadType, payload: bytes, signature, key }, sha256);
}
