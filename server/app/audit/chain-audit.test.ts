import { createHash } from "node:crypto";
import { expect, test } from "vitest";

import { auditEntryForTests } from "../../audit-for-tests.ts";
import type { StoredAuditRecord } from "../ports/audit.ts";
import { auditFault, chainAudit } from "./chain-audit.ts";
import { presentAuditRecord } from "./present-audit.ts";

function chainOf(length: number): StoredAuditRecord[] {
  const records: StoredAuditRecord[] = [];
  for (let n = 0; n < length; n += 1) {
    records.push(chainAudit({ ...auditEntryForTests, requestId: `req_${n}` }, records.at(-1) ?? null));
  }
  return records;
}

test("records are numbered and follow one another by their digests", () => {
  const records = chainOf(3);
  expect(records.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect(records.map(({ prev }) => prev)).toEqual([null, records[0]!.digest, records[1]!.digest]);
  expect(auditFault(records)).toBeNull();
  expect(auditFault(records.slice(1))).toBeNull();
  expect(auditFault([])).toBeNull();
});

test("anybody can take the digest again from what is published", () => {
  const { digest, ...rest } = presentAuditRecord(chainOf(2)[1]!);
  // RFC 8785 of an object of texts and small whole numbers: members sorted, nothing between.
  const sorted = Object.fromEntries(Object.entries(rest).sort(([one], [other]) => (one < other ? -1 : 1)));
  expect(createHash("sha256").update(JSON.stringify(sorted)).digest("hex")).toBe(digest);
});

test.each<[string, (records: StoredAuditRecord[]) => unknown, string]>([
  [
    "a changed member",
    (all) => (all[1] = { ...all[1]!, keyId: "BBBBBBBBBB" }),
    "record 2 is not as it was written",
  ],
  ["a record taken out", (all) => all.splice(1, 1), "record 2 is missing"],
  [
    "a record made anew",
    (all) => (all[1] = chainAudit({ ...auditEntryForTests, subject: "other" }, all[0]!)),
    "record 3 does not follow record 2",
  ],
])("%s is found", (_what, tamper, fault) => {
  const records = chainOf(4);
  tamper(records);
  expect(auditFault(records)).toBe(fault);
});
