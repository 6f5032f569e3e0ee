import type { EvidenceCustody, Tombstone } from "../../../core/contract/types.ts";
import type {
  CustodyRecord,
  Tombstone as TombstonePayload,
} from "../../../core/evidence/bundle/custody-record.ts";
import type { DocumentEnvelope } from "../../../core/evidence/log/logged-document.ts";

/** A tombstone as the contract shows it, out of the envelope as it was signed. */
export function presentTombstone(envelope: Uint8Array): Tombstone {
  const { payload, signed } = openOwnDocument(envelope);
  const { schema: _schema, ...told } = payload as TombstonePayload;
  return { ...told, envelope: signed };
}

/** A record of custody as the contract shows it, with its proof from the log. */
export function presentCustodyRecord(
  envelope: Uint8Array,
  log: { readonly index: number; readonly proof: string },
): EvidenceCustody["entries"][number] {
  const { payload, signed } = openOwnDocument(envelope);
  const { schema: _schema, event_id: _eventId, prev: _prev, ...told } = payload as CustodyRecord;
  return { ...told, envelope: signed, log_index: log.index, tlog_proof: log.proof };
}

/** Documents of our own signing, out of our own store: what they say needs no checking here. */
export function openOwnDocument(envelope: Uint8Array) {
  const { payload, payloadType, signatures } = JSON.parse(
    Buffer.from(envelope).toString("utf8"),
  ) as DocumentEnvelope;
  return {
    payload: JSON.parse(Buffer.from(payload, "base64").toString("utf8")) as unknown,
    signed: { payload, payloadType, signatures: [...signatures] },
  };
}
