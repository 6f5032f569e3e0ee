import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";

import { auditEntryForTests } from "../audit-for-tests.ts";
import type { AuditStretch } from "../app/ports/audit.ts";
import { openDatabase } from "../storage/sqlite/open-database.ts";
import { prepareQuery } from "../storage/sqlite/prepare-query.ts";
import { AuditRows } from "../storage/sqlite/write/rows/audit-rows.ts";
import { examineAudit, readInventories } from "./examine-audit.ts";

let folder: string;
let database: DatabaseSync;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-examine-audit-"));
  database = openDatabase(join(folder, "plumbline.db"));
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

function write(count: number, organisation = "acme"): void {
  const entry = { ...auditEntryForTests, organisation };
  new AuditRows(database).append(Array.from({ length: count }, () => entry));
}
const examine = () => examineAudit(database, readInventories(database));

test("a log that is as it was written is sound, also an empty and a long one", () => {
  expect(examine()).toMatchObject({ status: "ok" });
  write(2_500);
  write(1, "");
  expect(examine()).toMatchObject({
    status: "ok",
    detail: expect.stringContaining("2501 records in 2 chains"),
  });
});

test.each([
  [
    "changed",
    "UPDATE audit_record SET key_id = 'BBBBBBBBBB' WHERE seq = 1000",
    "record 1000 is not as it was written",
  ],
  ["taken out", "DELETE FROM audit_record WHERE seq = 1001", "record 1001 is missing"],
  ["changed at the very end", "UPDATE audit_record SET count = 2 WHERE seq = 1500", "record 1500"],
])("a record that was %s is named", (_what, sql, fault) => {
  write(1_500);
  database.exec("DROP TRIGGER audit_record_is_final; DROP TRIGGER audit_record_stays");
  database.exec(sql);
  expect(examine()).toMatchObject({ status: "failed", detail: expect.stringContaining(fault) });
});

test("the oldest are gone by retention only as far as an inventory in the log says", () => {
  write(10);
  const records = prepareQuery<AuditStretch>(
    database,
    "SELECT organisation, seq, digest AS head FROM audit_record",
  );
  const head = records.all().at(-1)!.head;
  const logged = (from: number) => ({
    audit: new Map([["acme", [{ organisation: "acme", from, to: 10, head }]]]),
  });
  const removed = database.prepare("DELETE FROM audit_record WHERE seq <= 4");
  expect(() => removed.run()).toThrow("only after an inventory");
  new AuditRows(database).list([...logged(5).audit.values()].flat());
  expect(examineAudit(database, logged(5))).toMatchObject({ status: "ok" });
  expect(examineAudit(database, logged(4))).toMatchObject({ detail: expect.stringContaining("kept from 4") });
  expect(examine()).toMatchObject({ detail: expect.stringContaining("begin with 5, and are kept from 1") });
});

test("records taken off the end, and a log that was chained anew, are not those of the inventory", () => {
  write(10);
  const [last] = new AuditRows(database).changed(null);
  new AuditRows(database).list([last!]);
  const logged = { audit: new Map([["acme", [last!]]]) };
  expect(examineAudit(database, logged)).toMatchObject({ status: "ok" });
  database.exec("DROP TRIGGER audit_record_stays; DELETE FROM audit_record WHERE seq > 8");
  expect(examineAudit(database, logged)).toMatchObject({
    detail: expect.stringContaining("records 9 to 10 are missing"),
  });
  write(2);
  expect(examineAudit(database, logged)).toMatchObject({ status: "ok" });
  database.exec("DELETE FROM audit_record WHERE seq > 8");
  new AuditRows(database).append([{ ...auditEntryForTests, subject: "another" }, auditEntryForTests]);
  expect(examineAudit(database, logged)).toMatchObject({
    detail: expect.stringContaining("record 10 is not the one in the log's inventory"),
  });
});
