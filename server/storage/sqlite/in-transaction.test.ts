import { DatabaseSync } from "node:sqlite";

import { expect, test } from "vitest";

import { inTransaction } from "./in-transaction.ts";
import { prepareQuery } from "./prepare-query.ts";

function openTable(): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE TABLE kept (value INTEGER NOT NULL UNIQUE) STRICT");
  return database;
}

const valuesIn = (database: DatabaseSync) =>
  prepareQuery<{ value: number }>(database, "SELECT value FROM kept ORDER BY value")
    .all()
    .map(({ value }) => value);

test("the work is kept as a whole, and what it returns comes back", () => {
  const database = openTable();
  const returned = inTransaction(database, () => {
    database.exec("INSERT INTO kept VALUES (1), (2)");
    return "done";
  });
  expect([returned, database.isTransaction, valuesIn(database)]).toEqual(["done", false, [1, 2]]);
});

test("work that throws leaves nothing behind, and its fault comes through", () => {
  const database = openTable();
  const failing = () =>
    inTransaction(database, () => {
      database.exec("INSERT INTO kept VALUES (1)");
      database.exec("INSERT INTO kept VALUES (1)");
    });
  expect(failing).toThrow(/UNIQUE/);
  expect([database.isTransaction, valuesIn(database)]).toEqual([false, []]);
});

test("a transaction that was undone already does not hide the fault", () => {
  const database = openTable();
  const undone = () =>
    inTransaction(database, () => {
      database.exec("ROLLBACK");
      throw new Error("the disk is full");
    });
  expect(undone).toThrow("the disk is full");
});
