import { Refusal } from "../../../core/contract/refusal.ts";
import type { AuditList } from "../../../core/contract/types.ts";
import type { AuditQuery, Caller } from "../application.ts";
import { ListCursor } from "../cursor.ts";
import type { AuditReader } from "../ports/audit.ts";
import { presentAuditRecord } from "./present-audit.ts";

function fromAfterTo(): Refusal {
  const code = "query_parameter_invalid";
  const detail = "from is after to; give the earlier time as from.";
  return new Refusal(code, detail, [{ parameter: "from", code, detail }]);
}

/** One page of the organisation's audit log, latest first. New records do not move the pages after the first. */
export async function listAudit(
  caller: Caller,
  query: AuditQuery,
  { audit, cursorSecret }: { readonly audit: AuditReader; readonly cursorSecret: Uint8Array },
): Promise<AuditList> {
  const { organisation } = caller;
  if (caller.fleets !== null) {
    throw new Refusal(
      "fleet_not_allowed",
      "The audit log is the whole organisation's: it takes a key for all fleets.",
    );
  }
  const { fromUs, toUs } = query;
  if (fromUs !== undefined && toUs !== undefined && fromUs > toUs) throw fromAfterTo();
  const filter = {
    actions: query.actions ?? null,
    keyId: query.keyId ?? null,
    subject: query.subject ?? null,
    fromUs: query.fromUs ?? null,
    toUs: query.toUs ?? null,
  };
  const cursor = new ListCursor<number>(
    { operation: "listAuditRecords", organisation, query: filter },
    cursorSecret,
  );
  const beforeSeq = cursor.open(query.cursor);
  const { limit } = query;
  const found = await audit.listAudit({ organisation, ...filter, beforeSeq, limit: limit + 1 });
  const { items, hasMore, next } = cursor.page(found, { limit, placeOf: ({ seq }) => seq });
  return { data: items.map(presentAuditRecord), has_more: hasMore, next_cursor: next };
}
