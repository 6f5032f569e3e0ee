import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";

import { readWideIntegers } from "./read-wide-integers.ts";

test("an integer beyond 2^53 is read as the number that was written, beside others that are exact", () => {
  const database = readWideIntegers(new DatabaseSync(":memory:"));
  database.exec("CREATE TABLE time (name TEXT NOT NULL, at_us INTEGER) STRICT");
  const add = database.prepare("INSERT INTO time VALUES (?, ?)");
  const far = Date.UTC(10021, 0, 1) * 1_000 + 36_000;
  for (const [name, atUs] of [
    ["near", 1_795_339_115_755_001],
    ["far", far],
    ["none", null],
    ["least", -(2 ** 62)],
  ] as const) {
    add.run(name, atUs);
  }
  const all = database.prepare("SELECT * FROM time ORDER BY rowid");
  const expected = [
    { name: "near", at_us: 1_795_339_115_755_001 },
    { name: "far", at_us: far },
    { name: "none", at_us: null },
    { name: "least", at_us: -(2 ** 62) },
  ];
  expect(all.all()).toEqual(expected);
  expect(all.all()).toEqual(expected);
  const one = database.prepare("SELECT at_us FROM time WHERE name = ?");
  expect(one.get("far")).toEqual({ at_us: far });
  expect(one.get("near")).toEqual({ at_us: 1_795_339_115_755_001 });
  expect(one.get("nobody")).toBeUndefined();
  expect(() => database.prepare("SELECT colour FROM time").get()).toThrow("no such column");
});
