import { Compile } from "typebox/compile";

import { custodyDigest, custodyRecordSchema, type CustodyRecord } from "../bundle/custody-record.ts";
import { openLoggedDocument, type CarriedDocument } from "../log/open-logged-document.ts";

const recordShape = Compile(custodyRecordSchema);

/** The records of one piece of evidence in their order, without gaps from the first on; or the first that cannot be believed. */
export type CustodyHistory =
  | { readonly kind: "whole"; readonly records: readonly CustodyRecord[] }
  | { readonly kind: "broken"; readonly seq: number; readonly detail: string };

/**
 * Whether these documents are what was done with a piece of evidence after its issue, from the first record on: each
 * signed and in the log, each holding the digest of the one before, and each later in the log than that. Records at the
 * end may be missing: that there are no more, nobody can show.
 */
export function checkCustodyRecords(
  evidence: { readonly eventId: string; readonly contentDigest: string },
  documents: readonly CarriedDocument[],
  given: Parameters<typeof openLoggedDocument>[2],
): CustodyHistory {
  const records: CustodyRecord[] = [];
  let prev = evidence.contentDigest;
  let lastIndex = -1;
  for (const [at, document] of documents.entries()) {
    const broken = (detail: string): CustodyHistory => ({ kind: "broken", seq: at + 1, detail });
    const opened = openLoggedDocument("custody", document, given);
    if (opened.kind === "broken") return broken(opened.detail);
    const { payload, index } = opened;
    if (!recordShape.Check(payload)) return broken("not a custody record of this version");
    if (payload.event_id !== evidence.eventId) return broken("about another event");
    if (payload.seq !== at + 1) return broken(`record ${payload.seq} where ${at + 1} is due`);
    const known = records.find((record) => record.organisation !== undefined)?.organisation;
    if (known !== undefined && payload.organisation !== known)
      return broken("names another organisation than the records before");
    if (payload.prev !== prev) return broken("does not follow the record before");
    if (index <= lastIndex) return broken("entered in the log before the record it follows");
    records.push(payload);
    prev = custodyDigest(payload, given.primitives.sha256);
    lastIndex = index;
  }
  return { kind: "whole", records };
}
