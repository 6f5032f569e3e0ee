import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";

import { auditEntryForTests } from "../../../../audit-for-tests.ts";
import { auditFault } from "../../../../app/audit/chain-audit.ts";
import { openDatabase } from "../../open-database.ts";
import { auditQueries } from "../../read/audit-queries.ts";
import { ReadingDatabase } from "../../read/reading-database.ts";
import { AuditRows } from "./audit-rows.ts";

let folder: string;
let database: DatabaseSync;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-audit-"));
  database = openDatabase(join(folder, "plumbline.db"));
  database.exec("PRAGMA synchronous = OFF");
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const everything = {
  organisation: "acme",
  actions: null,
  keyId: null,
  subject: null,
  fromUs: null,
  toUs: null,
  beforeSeq: null,
  limit: 1_000,
};
const entry = auditEntryForTests;
const list = (ask: object = {}) =>
  auditQueries(new ReadingDatabase(database)).listAudit({ ...everything, ...ask });
const many = (count: number, more: object = {}) =>
  Array.from({ length: count }, () => ({ ...entry, ...more }));

test("a record comes back as it was written, and each organisation has a chain of its own", () => {
  const rows = new AuditRows(database);
  rows.append([entry, { ...entry, organisation: "umbrella" }, { ...entry, keyId: null, subject: null }]);
  // Whoever writes next, in this process or another one, goes on where the chain ends.
  new AuditRows(database).append([entry]);
  expect(list()).toMatchObject([{ seq: 3 }, { seq: 2, keyId: null }, { ...entry, seq: 1, prev: null }]);
  expect(list({ organisation: "umbrella" })).toMatchObject([{ seq: 1, prev: null }]);
  expect(auditFault(list().toReversed())).toBeNull();
});

test("of too many records the oldest go, and what is left is a chain", () => {
  const rows = new AuditRows(database);
  const limits = { keptUs: 1e12, perOrganisation: 50 };
  rows.append(many(80));
  rows.append(many(1, { organisation: "umbrella" }));
  expect(rows.changed(limits)).toMatchObject([
    { organisation: "acme", from: 31, to: 80, head: list()[0]!.digest },
    { organisation: "umbrella", from: 1, to: 1 },
  ]);
  expect(list()).toHaveLength(80);
  rows.list(rows.changed(limits));
  expect(rows.changed(limits)).toEqual([]);
  expect(list().map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, at) => 80 - at));
  expect(auditFault(list().toReversed())).toBeNull();
  expect(list({ organisation: "umbrella" })).toHaveLength(1);
});

test("records go by age, a bounded number at a time, and the newest stays", () => {
  const rows = new AuditRows(database);
  database.exec("BEGIN");
  rows.append(many(12_000));
  rows.list(rows.changed(null));
  database.exec("COMMIT");
  const limits = { keptUs: 1_000, perOrganisation: 1e6 };
  const next = (atUs: number) => {
    rows.append(many(1, { atUs: entry.atUs + atUs }));
    rows.list(rows.changed(limits));
  };
  next(2_000);
  expect(list({ limit: 20_000 })).toHaveLength(12_001 - 5_001);
  next(2_000);
  next(2_000);
  expect(list({ limit: 20_000 })).toHaveLength(3);
  next(5_000);
  expect(list()).toMatchObject([{ seq: 12_004 }]);
});

test("a record is neither changed nor removed by plain SQL", () => {
  const rows = new AuditRows(database);
  rows.append(many(3));
  expect(() => database.exec("UPDATE audit_record SET subject = 'another'")).toThrow("never changes");
  expect(() => database.exec("DELETE FROM audit_record")).toThrow("only after an inventory");
});

test("each filter leaves what it names, and a page goes on below its number", () => {
  new AuditRows(database).append([
    entry,
    { ...entry, action: "key.create", keyId: "BBBBBBBBBB", subject: "CCCCCCCCCC", atUs: entry.atUs + 10 },
    { ...entry, action: "authorise", result: "refused", subject: null, atUs: entry.atUs + 20 },
  ]);
  const seqs = (ask: object) => list(ask).map(({ seq }) => seq);
  expect(seqs({ actions: ["key.create", "authorise"] })).toEqual([3, 2]);
  expect(seqs({ actions: [] })).toEqual([]);
  expect(seqs({ keyId: "BBBBBBBBBB" })).toEqual([2]);
  expect(seqs({ subject: entry.subject })).toEqual([1]);
  expect(seqs({ fromUs: entry.atUs + 10 })).toEqual([3, 2]);
  expect(seqs({ toUs: entry.atUs + 10 })).toEqual([2, 1]);
  expect(seqs({ beforeSeq: 3, limit: 1 })).toEqual([2]);
  expect(seqs({ keyId: "BBBBBBBBBB", actions: ["authorise"] })).toEqual([]);
  expect(seqs({ organisation: "umbrella" })).toEqual([]);
});
