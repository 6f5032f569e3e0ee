import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { openDatabase, openForReading } from "./open-database.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-database-"));
  path = join(folder, "plumbline.db");
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  ["journal_mode", "wal"],
  ["synchronous", 2],
  ["foreign_keys", 1],
  ["trusted_schema", 0],
  ["mmap_size", 0],
  ["page_size", 8192],
])("a writing connection has %s = %s", (pragma, value) => {
  const database = openDatabase(path);
  expect(Object.values(database.prepare(`PRAGMA ${pragma}`).get()!)).toEqual([value]);
  database.close();
});

test("the database and its log are for their owner alone", () => {
  const database = openDatabase(path);
  for (const file of [path, `${path}-wal`]) expect(statSync(file).mode & 0o777).toBe(0o600);
  database.close();
});

test("opening again finds the tables and what is in them", () => {
  const first = openDatabase(path);
  first.exec("INSERT INTO meta (name, value) VALUES ('kept', 'yes')");
  first.close();
  const second = openDatabase(path);
  expect(second.prepare("SELECT value FROM meta WHERE name = 'kept'").get()).toEqual({ value: "yes" });
  second.close();
});

test("the service gives a database the column of a figure it lacks, and what it held stays", () => {
  const first = openDatabase(path);
  first.exec("INSERT INTO meta (name, value) VALUES ('kept', 'yes')");
  first.exec("ALTER TABLE vehicle DROP COLUMN radar_drift_mm");
  first.close();
  for (const open of [openDatabase, openForReading]) {
    expect(() => open(path)).toThrow(/lacks radar_drift_mm, .*plumbline backup.*plumbline serve/);
  }
  const second = openDatabase(path, { mayUpgrade: true });
  expect(second.prepare("SELECT radar_drift_mm FROM vehicle").all()).toEqual([]);
  expect(second.prepare("SELECT value FROM meta WHERE name = 'kept'").get()).toEqual({ value: "yes" });
  second.close();
});

test("a reading connection cannot write", () => {
  openDatabase(path).close();
  const reader = openForReading(path);
  expect(() => reader.exec("DELETE FROM meta")).toThrow(/readonly|read-only|query_only/i);
  reader.close();
});
