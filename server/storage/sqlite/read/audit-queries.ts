import type { AuditReader, StoredAuditRecord } from "../../../app/ports/audit.ts";
import { isListed, listValue, type QueriesOf, type ReadingDatabase } from "./reading-database.ts";

/** The columns of an audit record under the names the app has for them. */
export const auditColumns = `organisation, seq, at_us AS atUs, key_id AS keyId, action, subject, result, code, reason,
  request_id AS requestId, client_address AS clientAddress, count, prev, digest`;

/** An organisation's audit log, latest first. */
export function auditQueries(database: ReadingDatabase): QueriesOf<AuditReader> {
  return {
    listAudit({ organisation, actions, keyId, subject, fromUs, toUs, beforeSeq, limit }) {
      const conditions = [
        "organisation = :organisation",
        ...(beforeSeq === null ? [] : ["seq < :beforeSeq"]),
        ...(keyId === null ? [] : ["key_id = :keyId"]),
        ...(subject === null ? [] : ["subject = :subject"]),
        ...(fromUs === null ? [] : ["at_us >= :fromUs"]),
        ...(toUs === null ? [] : ["at_us <= :toUs"]),
        ...(actions === null ? [] : [isListed("action", "actions")]),
      ];
      return database
        .query<StoredAuditRecord>(
          `SELECT ${auditColumns} FROM audit_record WHERE ${conditions.join(" AND ")} ORDER BY seq DESC LIMIT :limit`,
        )
        .all({ organisation, beforeSeq, keyId, subject, fromUs, toUs, actions: listValue(actions), limit });
    },
  };
}
