import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";

import { noWork } from "../app/ports/work.ts";
import { carryOutWork } from "../app/work/carry-out-work.ts";
import { openDatabase } from "../storage/sqlite/open-database.ts";
import { SummaryRows } from "../storage/sqlite/write/rows/summary-rows.ts";
import { WorkRows } from "../storage/sqlite/work/write-work.ts";
import { vehicleForTests } from "../vehicle-for-tests.ts";
import { examineWork } from "./examine-work.ts";

const vehicle = vehicleForTests();
let folder: string;
let database: DatabaseSync;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-examine-work-"));
  database = openDatabase(join(folder, "plumbline.db"));
  database.exec("PRAGMA synchronous = OFF");
  new SummaryRows(database).write([vehicle]);
  const moment = { by: { keyId: "k", keyName: "desk" }, atUs: 1, vehicle };
  let work = noWork;
  for (const comment of ["one", "two", "three"]) {
    const step = carryOutWork({ kind: "acknowledge", comment }, work, moment);
    ({ work } = step);
    const { vehicleKey, organisation } = vehicle;
    new WorkRows(database).write([{ vehicleKey, organisation, work, entries: [step.entry], undone: [] }]);
  }
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

test("work that agrees with its entries is sound, and so is none", () => {
  expect(examineWork(database)).toMatchObject({
    status: "ok",
    detail: "3 entries on 1 vehicles agree with where their work stands",
  });
  database.exec("DELETE FROM vehicle");
  expect(examineWork(database)).toMatchObject({ status: "ok", detail: expect.stringContaining("0 entries") });
});

test.each([
  ["an entry that is missing", "DELETE FROM work_entry WHERE entry = 2", "1 entries missing"],
  ["the newest entry missing", "DELETE FROM work_entry WHERE entry = 3", "its newest entry is 2"],
  ["no entry at all", "DELETE FROM work_entry", "has no entry"],
  ["another assignee than is listed", "UPDATE vehicle_work SET assignee = 'x'", "listed as something else"],
  [
    "a repair that is listed and was not reported",
    "UPDATE vehicle_work SET repair_pending = 1",
    "listed as something else",
  ],
  ["another organisation", "UPDATE vehicle_work SET organisation = 'globex'", "is recorded for globex"],
  ["entries without work", "DELETE FROM vehicle_work", "has entries and no work"],
])("%s is named", (_what, sql, fault) => {
  database.exec("DROP TRIGGER work_entry_stays");
  database.exec(sql);
  expect(examineWork(database)).toMatchObject({ status: "failed", detail: expect.stringContaining(fault) });
});

test("what is stored is counted for the organisation, and taken off with the vehicle", () => {
  const stored = () =>
    database.prepare("SELECT stored_bytes AS bytes FROM organisation_usage").get()?.["bytes"];
  const all = Number(stored());
  database.exec("UPDATE work_entry SET comment = NULL WHERE entry = 3");
  expect(all - Number(stored())).toBe("three".length);
  database.exec("DELETE FROM vehicle");
  expect(stored()).toBe(0);
});
