import { expect, test } from "vitest";

import { primitives, testSigner } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import {
  exampleLogSigner,
  loggedAtOnce,
} from "../../../clients/conformance/evidence/examples/example-log.ts";
import { textOf } from "../../encoding/bytes.ts";
import { custodyDigest, type CustodyRecord } from "../bundle/custody-record.ts";
import { signDocument, type DocumentEnvelope } from "../log/logged-document.ts";
import { checkCustodyRecords } from "./check-custody-records.ts";

const { sha256 } = primitives;
const evidence = { eventId: "EVB-20261120-0123456789AB", contentDigest: `sha256:${"1".repeat(64)}` };
const given = { keys: [testSigner], log: exampleLogSigner, primitives };

function record(seq: number, prev: string, more: Partial<CustodyRecord> = {}): CustodyRecord {
  const head = { schema: "urn:plumbline:custody:1", event_id: evidence.eventId, seq, prev } as const;
  const rest = {
    at: "2026-11-20T09:15:00.000Z",
    key_id: "7K3M9Q2XW4",
    action: "handed_out",
    form: "bundle",
  } as const;
  return { ...head, organisation: "acme", ...rest, ...more } as CustodyRecord;
}

/** As the log holds them, in this order. */
function logged(records: readonly CustodyRecord[], order = records.map((_, at) => at)) {
  const signed = records.map((one) => signDocument("custody", one, { signer: testSigner, sha256 }));
  const { leaves } = loggedAtOnce(order.map((at) => signed[at]!.entry));
  return signed.map(({ envelope }, at) => ({
    envelope: JSON.parse(textOf(envelope)!) as DocumentEnvelope,
    tlogProof: leaves[order.indexOf(at)]!.proof,
  }));
}

const first = record(1, evidence.contentDigest);
const second = record(2, custodyDigest(first, sha256));
const check = (records: readonly CustodyRecord[], order?: readonly number[]) =>
  checkCustodyRecords(evidence, logged(records, order?.slice()), given);

test("records that follow each other are whole, and so is the beginning of a history", () => {
  expect(check([first, second])).toEqual({ kind: "whole", records: [first, second] });
  expect(check([first])).toEqual({ kind: "whole", records: [first] });
  expect(check([])).toEqual({ kind: "whole", records: [] });
});

test.each<[string, number, readonly CustodyRecord[]]>([
  ["record 2 where 1 is due", 1, [second]],
  ["about another event", 1, [{ ...first, event_id: "EVB-20261120-ZZZZZZZZZZZZ" }]],
  ["does not follow the record before", 2, [first, record(2, evidence.contentDigest)]],
  ["names another organisation", 2, [first, { ...second, organisation: "bolt" }]],
  ["not a custody record", 1, [Object.assign({}, first, { more: 1 })]],
])("a history is broken where a record %s", (detail, seq, records) => {
  expect(check(records)).toEqual({ kind: "broken", seq, detail: expect.stringContaining(detail) });
});

test("a record that was logged before the one it follows was made up later", () => {
  expect(check([first, second], [1, 0])).toMatchObject({ kind: "broken", seq: 2 });
});
