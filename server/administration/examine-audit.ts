import type { DatabaseSync } from "node:sqlite";

import { auditFault } from "../app/audit/chain-audit.ts";
import type { StoredAuditRecord } from "../app/ports/audit.ts";
import { auditColumns } from "../storage/sqlite/audit-columns.ts";
import { prepareQuery } from "../storage/sqlite/prepare-query.ts";
import { failed, type Finding, ok } from "./finding.ts";

const what = "audit log";
const readAtOnce = 1_000;

/** Whether every record of the audit log is as it was written, and follows the one before. */
export function examineAudit(database: DatabaseSync): Finding {
  const organisations = prepareQuery<{ organisation: string }>(
    database,
    "SELECT DISTINCT organisation FROM audit_record ORDER BY organisation",
  ).all();
  let records = 0;
  for (const { organisation } of organisations) {
    const { fault, read } = examineChain(database, organisation);
    const whose = organisation === "" ? "what belongs to no organisation" : organisation;
    if (fault !== null) {
      return failed(
        what,
        `of ${whose}, ${fault}: restore the database from a backup, and ask who could write to it`,
      );
    }
    records += read;
  }
  return ok(what, `${records} records in ${organisations.length} chains follow one another`);
}

/** In pieces that lap over by a record: a long log does not have to fit the memory. */
function examineChain(
  database: DatabaseSync,
  organisation: string,
): { readonly fault: string | null; readonly read: number } {
  const next = prepareQuery<StoredAuditRecord>(
    database,
    `SELECT ${auditColumns} FROM audit_record WHERE organisation = ? AND seq > ? ORDER BY seq LIMIT ?`,
  );
  let last: StoredAuditRecord | null = null;
  for (let read = 0; ;) {
    const records: StoredAuditRecord[] = next.all(organisation, last?.seq ?? 0, readAtOnce);
    const fault = auditFault(last === null ? records : [last, ...records]);
    read += records.length;
    if (fault !== null || records.length < readAtOnce) return { fault, read };
    last = records.at(-1) ?? null;
  }
}
