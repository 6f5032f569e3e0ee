import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";

import { auditEntryForTests } from "../audit-for-tests.ts";
import { openDatabase } from "../storage/sqlite/open-database.ts";
import { AuditRows } from "../storage/sqlite/write/rows/audit-rows.ts";
import { examineAudit } from "./examine-audit.ts";

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
  new AuditRows(database).append(
    Array.from({ length: count }, () => entry),
    null,
  );
}

test("a log that is as it was written is sound, also an empty and a long one", () => {
  expect(examineAudit(database)).toMatchObject({ status: "ok" });
  write(2_500);
  write(1, "");
  expect(examineAudit(database)).toMatchObject({
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
  database.exec(sql);
  expect(examineAudit(database)).toMatchObject({ status: "failed", detail: expect.stringContaining(fault) });
});

test("the oldest may be gone by retention", () => {
  write(10);
  database.exec("DELETE FROM audit_record WHERE seq <= 4");
  expect(examineAudit(database)).toMatchObject({ status: "ok" });
});
