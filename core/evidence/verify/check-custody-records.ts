import { Compile } from "typebox/compile";

import { custodyDigest, custodyRecordSchema, type CustodyRecord } from "../bundle/custody-record.ts";
import { openLoggedDocument, type CarriedDocument } from "../log/open-logged-document.ts";

const recordShape = Compile(custodyRecordSchema);

/** The records of one piece of evidence in their order, without gaps from the first on; or the first that does not hold. */
export type CustodyHistory =
  | { readonly kind: "whole"; readonly records: readonly CustodyRecord[] }
  | { readonly kind: "broken"; readonly seq: number; readonly detail: string };

/**
 * Whether these documents are what was done with a piece of evidence after its issue, from the first record on: each
 * signed and in the log, each holding the digest of the one before, and each later in the log than that. Records at the
 * end may be missing: that there are no more cannot be shown.
 */
export function checkCustodyRecords(
  evidence: { readonly eventId: string; readonly contentDigest: string },
  documents: readonly CarriedDocument[],
  given: Parameters<typeof openLoggedDocument>[2],
): CustodyHistory {
  const records: CustodyRecord[] = [];
  let due: Due = { ...evidence, seq: 1, prev: evidence.contentDigest, organisation: undefined };
  let lastIndex = -1;
  for (const [at, document] of documents.entries()) {
    const broken = (detail: string): CustodyHistory => ({ kind: "broken", seq: at + 1, detail });
    const opened = openLoggedDocument("custody", document, given);
    if (opened.kind === "broken") return broken(opened.detail);
    const { payload, index } = opened;
    if (!recordShape.Check(payload)) return broken("not a custody record of this version");
    const fault = recordFault(payload, due);
    if (fault !== null) return broken(fault);
    if (index <= lastIndex) return broken("entered in the log before the record it follows");
    records.push(payload);
    due = {
      ...due,
      seq: due.seq + 1,
      prev: custodyDigest(payload, given.primitives.sha256),
      organisation: due.organisation ?? payload.organisation,
    };
    lastIndex = index;
  }
  return { kind: "whole", records };
}

/** What the next record has to say. */
interface Due {
  readonly eventId: string;
  readonly seq: number;
  readonly prev: string;
  /** As the first record that names one has it. */
  readonly organisation: string | undefined;
}

function recordFault(record: CustodyRecord, due: Due): string | null {
  if (record.event_id !== due.eventId) return "about another event";
  if (record.seq !== due.seq) return `record ${record.seq} where ${due.seq} is due`;
  if (due.organisation !== undefined && record.organisation !== due.organisation)
    return "names another organisation than the records before";
  return record.prev === due.prev ? null : "does not follow the record before";
}
