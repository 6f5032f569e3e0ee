import { expect, test } from "vitest";

import { metaValue, setMetaValue } from "./meta-value.ts";
import { openDatabase, schemaVersion } from "./open-database.ts";

test("a value is the newest that was set, and null where none was", () => {
  const database = openDatabase(":memory:");
  expect(metaValue(database, "scoring")).toBeNull();
  setMetaValue(database, "scoring", "one");
  setMetaValue(database, "scoring", "two");
  expect([metaValue(database, "scoring"), metaValue(database, "SCORING")]).toEqual(["two", null]);
  expect(metaValue(database, "schema_version")).toBe(String(schemaVersion));
  database.close();
});
