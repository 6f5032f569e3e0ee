import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";

import { noChanges } from "../../../../app/ports/changes.ts";
import type { DeferralChange, NewDeferredMessage } from "../../../../app/ports/deferral.ts";
import { openDatabase } from "../../open-database.ts";
import { deferralQueries } from "../../read/deferral-queries.ts";
import { ReadingDatabase } from "../../read/reading-database.ts";
import { SqliteStore } from "../sqlite-store.ts";

let folder: string;
let database: DatabaseSync;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-deferral-"));
  database = openDatabase(join(folder, "plumbline.db"));
  database.exec("PRAGMA synchronous = OFF");
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const message = (number: number, organisation = "acme"): NewDeferredMessage => ({
  writer: { organisation, keyId: "k1", fleets: number % 2 === 0 ? null : ["vans"] },
  broker: "mqtt",
  source: `plumbline/frames/${number}`,
  payload: Uint8Array.of(number, 0xff, 0),
  frames: number,
  unreadable: 1,
  deferredAtUs: 1_000,
});
const write = (...deferral: readonly DeferralChange[]) =>
  new SqliteStore(database).transact((transaction) =>
    transaction.write({ ...noChanges, scoring: "test", deferral }),
  );
const defer = (...messages: readonly NewDeferredMessage[]) => write({ kind: "defer", messages });
const queries = () => deferralQueries(new ReadingDatabase(database));
const list = (ask: { messages?: number; bytes?: number } = {}, organisation = "acme") =>
  queries().listDeferred({ organisation, messages: 10, bytes: 1_000, ...ask });

test("messages come back as they were deferred, oldest first, to their organisation alone", async () => {
  await defer(message(1), message(2), message(3, "globex"));
  expect(list()).toEqual([
    { ...message(1), place: 1, problem: null },
    { ...message(2), place: 2, problem: null },
  ]);
  expect(queries().countDeferred(undefined)).toEqual([
    { organisation: "acme", messages: 2, frames: 3, bytes: 6 },
    { organisation: "globex", messages: 1, frames: 3, bytes: 3 },
  ]);
});

test("as many are listed as are asked for, and one however long it is", async () => {
  await defer(message(1), message(2), message(3));
  expect(list({ messages: 2 })).toHaveLength(2);
  expect(list({ bytes: 6 })).toHaveLength(2);
  expect(list({ bytes: 1 })).toHaveLength(1);
});

test("one that was refused waits no longer, but to be reported; one that is done with is gone", async () => {
  await defer(message(1), message(2));
  await write({ kind: "refuse", place: 1, problem: '{"code":"x"}' });
  expect(list().map(({ place }) => place)).toEqual([2]);
  expect(queries().listRefused({ messages: 10 })).toEqual([
    { ...message(1), place: 1, problem: '{"code":"x"}' },
  ]);
  await write({ kind: "drop", places: [1, 2] });
  expect([list(), queries().listRefused({ messages: 10 }), queries().countDeferred(undefined)]).toEqual([
    [],
    [],
    [],
  ]);
  // No place is given twice, so that what is dropped is what was taken in.
  await defer(message(4));
  expect(list().map(({ place }) => place)).toEqual([3]);
});
