import { fromBase64 } from "../../encoding/base64.ts";
import { parseCanonical } from "../../encoding/canonical-json.ts";
import { preAuthenticationEncoding } from "../keys/dsse.ts";
import { keyWindowFault } from "../keys/key-window.ts";
import type { LoggedKeyring } from "../keys/keyring-history.ts";
import {
  documentPayloadType,
  entryOfEnvelope,
  type DocumentEnvelope,
  type DocumentKind,
} from "./logged-document.ts";
import { leafIsLogged, openLogPlace } from "./log-place.ts";
import type { Primitives } from "../../encoding/primitives.ts";
import { verifyStrictly } from "../keys/public-key.ts";
import type { NoteKey } from "./signed-note.ts";
import { JsonFault, type Json } from "../../encoding/strict-json.ts";
import type { PublicKey } from "../keys/public-key.ts";

/** A signed document as it travels: the envelope, and the c2sp.org/tlog-proof@v1 of its entry. */
export interface CarriedDocument {
  readonly envelope: DocumentEnvelope;
  readonly tlogProof: string;
}

export type OpenedDocument =
  | {
      readonly kind: "open";
      readonly payload: Json;
      /** Of the key that signed it. */
      readonly keyId: string;
      /** Its place in the log. */
      readonly index: number;
      /** Signature lines of the checkpoint; all but the log's own are unchecked. */
      readonly checkpointSignatures: number;
    }
  | { readonly kind: "broken"; readonly detail: string };

/** What a document says, if one of these keys signed it as this kind and its signature is in the log. */
export function openLoggedDocument(
  kind: DocumentKind,
  document: CarriedDocument,
  given: {
    readonly keys: readonly PublicKey[];
    /** Where each key counts; null or left out: wherever in the log it signed. */
    readonly versions?: readonly LoggedKeyring[] | null;
    readonly log: NoteKey;
    readonly primitives: Primitives;
  },
): OpenedDocument {
  const { envelope } = document;
  const { primitives } = given;
  const key = given.keys.find(({ keyId }) => keyId === envelope.signatures[0]?.keyid);
  if (key === undefined) return broken("not signed by a trusted key");
  const payload = signedPayload(kind, envelope, { key, primitives });
  if (typeof payload === "string") return broken(payload);
  const place = placeInLog(document, { key, log: given.log, primitives });
  if (typeof place === "string") return broken(place);
  const { versions = null } = given;
  const late = versions === null ? null : keyWindowFault(versions, { keyId: key.keyId, index: place.index });
  if (late !== null) return broken(late);
  return { kind: "open", payload: payload.json, keyId: key.keyId, ...place };
}

function broken(detail: string): OpenedDocument {
  return { kind: "broken", detail };
}

/** The payload, or why it does not hold. */
function signedPayload(
  kind: DocumentKind,
  { payload, payloadType, signatures }: DocumentEnvelope,
  { key, primitives }: { readonly key: PublicKey; readonly primitives: Primitives },
): { readonly json: Json } | string {
  if (payloadType !== documentPayloadType(kind)) return "another payload type";
  const [first, ...others] = signatures;
  if (first === undefined || others.length > 0) return `${signatures.length} signatures where one is due`;
  const bytes = fromBase64(payload);
  const signature = fromBase64(first.sig);
  if (bytes === null || signature === null) return "not canonical base64";
  const message = preAuthenticationEncoding(payloadType, bytes);
  const claim = { algorithm: key.algorithm, spki: key.spki, message, signature };
  if (!verifyStrictly(claim, primitives)) return "the signature does not verify";
  try {
    return { json: parseCanonical(bytes) };
  } catch (fault) {
    if (fault instanceof JsonFault) return `the payload is ${fault.message}`;
    throw fault;
  }
}

/** Where the log has the document's entry, or why that is not shown. */
function placeInLog(
  { envelope, tlogProof }: CarriedDocument,
  {
    key,
    log,
    primitives,
  }: { readonly key: PublicKey; readonly log: NoteKey; readonly primitives: Primitives },
): { readonly index: number; readonly checkpointSignatures: number } | string {
  const place = openLogPlace({ origin: log.name, tlog_proof: tlogProof }, { logs: [log], primitives });
  if (place.kind === "broken") return place.detail;
  return leafIsLogged(entryOfEnvelope(envelope, key, primitives.sha256), place, primitives)
    ? { index: place.proof.index, checkpointSignatures: place.signatures }
    : "the proof does not lead from its entry to the checkpoint's root";
}
