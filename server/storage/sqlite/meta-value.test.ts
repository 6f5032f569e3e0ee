import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { metaValue, setMetaValue } from "./meta-value.ts";
import { openDatabase } from "./open-database.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-rows-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a value is the newest that was set, and null where none was", () => {
  const database = openDatabase(join(folder, "plumbline.db"));
  expect(metaValue(database, "scoring")).toBeNull();
  setMetaValue(database, "scoring", "one");
  setMetaValue(database, "scoring", "two");
  expect([metaValue(database, "scoring"), metaValue(database, "SCORING")]).toEqual(["two", null]);
  database.close();
});
