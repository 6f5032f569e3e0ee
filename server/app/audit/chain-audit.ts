import { canonicalText } from "../../../core/encoding/canonical-json.ts";
import type { AuditEntry, StoredAuditRecord } from "../ports/audit.ts";
import { sha256Hex } from "../sha256.ts";
import { digestedMembers } from "./present-audit.ts";

/** Where an organisation's audit log ends. */
export type AuditEnd = Pick<StoredAuditRecord, "seq" | "digest">;

/** The record that follows: numbered, and bound to the one before by its digest. */
export function chainAudit(entry: AuditEntry, end: AuditEnd | null): StoredAuditRecord {
  const record = { ...entry, seq: (end?.seq ?? 0) + 1, prev: end?.digest ?? null };
  return { ...record, digest: digestOf(record) };
}

/** What is wrong with a stretch of a log, oldest first; null where each record is as it was written and follows the one before. */
export function auditFault(records: readonly StoredAuditRecord[]): string | null {
  for (const [at, record] of records.entries()) {
    const before = records[at - 1];
    if (digestOf(record) !== record.digest) return `record ${record.seq} is not as it was written`;
    if (before === undefined) continue;
    if (record.seq !== before.seq + 1) return `record ${before.seq + 1} is missing`;
    if (record.prev !== before.digest) return `record ${record.seq} does not follow record ${before.seq}`;
  }
  return null;
}

function digestOf(record: Omit<StoredAuditRecord, "digest">): string {
  return sha256Hex(canonicalText(digestedMembers(record)));
}
