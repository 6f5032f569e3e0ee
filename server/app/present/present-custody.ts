import type {
  EvidenceCustody,
  EvidenceRequestResult,
  StateStatement,
  Tombstone,
} from "../../../core/contract/types.ts";
import { formatTime } from "../../../core/encoding/instant.ts";
import type {
  CustodyRecord,
  Tombstone as TombstonePayload,
} from "../../../core/evidence/bundle/custody-record.ts";
import type { DocumentEnvelope } from "../../../core/evidence/log/logged-document.ts";
import type { StateStatementPayload } from "../../../core/evidence/log/state-statement.ts";
import { ownJson } from "../own-json.ts";
import type { EvidenceRecord } from "../ports/changes.ts";

/** A tombstone as the contract shows it, out of the envelope as it was signed. */
export function presentTombstone(envelope: Uint8Array): Tombstone {
  const { payload, signed } = openOwnDocument<TombstonePayload>(envelope);
  const { schema: _schema, ...stated } = payload;
  return { ...stated, envelope: signed };
}

/** A record of custody as the contract shows it, with its proof from the log. */
export function presentCustodyRecord(
  envelope: Uint8Array,
  log: { readonly index: number; readonly proof: string },
): EvidenceCustody["entries"][number] {
  const { payload, signed } = openOwnDocument<CustodyRecord>(envelope);
  const { schema: _schema, event_id: _eventId, prev: _prev, ...stated } = payload;
  return { ...stated, envelope: signed, log_index: log.index, tlog_proof: log.proof };
}

/** A signed statement as the contract shows it, with its proof from the log where that is asked for. */
export function presentStatement(
  envelope: Uint8Array,
  log?: { readonly index: number; readonly proof: string },
): StateStatement {
  const { payload, signed } = openOwnDocument<StateStatementPayload>(envelope);
  const { schema: _schema, ...stated } = payload;
  return {
    ...stated,
    envelope: signed,
    ...(log !== undefined && { log_index: log.index, tlog_proof: log.proof }),
  };
}

/** Documents of our own signing, out of our own store: what they say needs no checking here. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as in own-json.ts
export function openOwnDocument<Payload>(envelope: Uint8Array) {
  const { payload, payloadType, signatures } = ownJson<DocumentEnvelope>(envelope);
  return {
    payload: ownJson<Payload>(Buffer.from(payload, "base64")),
    signed: { payload, payloadType, signatures: [...signatures] },
  };
}

type Requested = Pick<EvidenceRecord, "vehicleId" | "tier" | "seq" | "supersedes"> & {
  readonly eventId: string;
  readonly requestedAtUs: number;
};

/** The answer to whoever asked for evidence. */
export function presentRequested(one: Requested): EvidenceRequestResult {
  return {
    evidence_id: one.eventId,
    vehicle_id: one.vehicleId,
    trigger: "requested",
    tier: one.tier,
    frame_seq: one.seq,
    supersedes: one.supersedes,
    requested_at: formatTime(one.requestedAtUs),
  };
}
