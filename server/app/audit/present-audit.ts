import { formatTime } from "../../../core/encoding/instant.ts";
import type { AuditRecord } from "../../../core/contract/types.ts";
import type { StoredAuditRecord } from "../ports/audit.ts";

/** A record as it is published, and as its digest is taken. */
export function presentAuditRecord({ digest, ...record }: StoredAuditRecord): AuditRecord {
  return { ...digestedMembers(record), digest };
}

/** All of a record but its digest. Member names and forms never change: digests that were taken must come out again. */
export function digestedMembers(record: Omit<StoredAuditRecord, "digest">): Omit<AuditRecord, "digest"> {
  return {
    seq: record.seq,
    at: formatTime(record.atUs),
    organisation: record.organisation,
    key_id: record.keyId,
    action: record.action,
    subject: record.subject,
    result: record.result,
    code: record.code,
    reason: record.reason,
    request_id: record.requestId,
    client_address: record.clientAddress,
    count: record.count,
    prev: record.prev,
  };
}
