import { mkdtempSync, rmSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { examinePlaces } from "../../../../administration/examine-evidence.ts";
import { noChanges, type Changes } from "../../../../app/ports/changes.ts";
import { vehicleForTests } from "../../../../vehicle-for-tests.ts";
import { openDatabase } from "../../open-database.ts";
import { SqliteStore } from "../sqlite-store.ts";
import { ChainRows } from "./chain-rows.ts";

type Place = Changes["precommit"]["places"][number];

let folder: string;
let database: DatabaseSync;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-chains-"));
  database = openDatabase(join(folder, "plumbline.db"));
  database.exec("PRAGMA synchronous = OFF");
  const vehicles = [1, 2, 3].map((vehicleKey) =>
    vehicleForTests({ vehicleKey, vehicleId: `van-${vehicleKey}` }),
  );
  await new SqliteStore(database).transact((transaction) =>
    transaction.write({ ...noChanges, scoring: "tests-1", vehicles }),
  );
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

function placeAt(vehicleKey: number, seq: number, leafIndex: number | null): Place {
  const head = `${vehicleKey}${String(seq).padStart(7, "0")}`.repeat(8);
  return { vehicleKey, seq, head, interval: leafIndex === null ? null : { leafIndex, leaf: vehicleKey } };
}

const write = (rows: ChainRows, places: readonly Place[]) => rows.write({ places, interval: null });
const seqsIn = (rows: ChainRows, vehicleKey: number, fromSeq = 0, throughSeq = 1e6) =>
  rows.placesIn({ vehicleKey, fromSeq, throughSeq }).map(({ seq }) => seq);

test("places are found by vehicle and entry, in whatever order a commit keeps them", () => {
  const rows = new ChainRows(database);
  // As a commit closes an interval: what is kept anyway first, then the leaves, of which a vehicle may have two.
  write(rows, [placeAt(2, 256, null), placeAt(2, 300, 7), placeAt(1, 5, 7), placeAt(2, 290, 7)]);
  write(rows, [placeAt(1, 9, 8)]);
  write(rows, [placeAt(2, 512, null), placeAt(2, 512, 9), placeAt(1, 10, 9)]);
  expect(seqsIn(rows, 1)).toEqual([5, 9, 10]);
  expect(seqsIn(rows, 2)).toEqual([256, 290, 300, 512]);
  expect(seqsIn(rows, 2, 290, 511)).toEqual([290, 300]);
  expect(seqsIn(rows, 2, 301, 511)).toEqual([]);
  expect(seqsIn(rows, 3)).toEqual([]);
  const { vehicleKey: _, ...end } = placeAt(2, 512, 9);
  expect(rows.endOf(2)).toEqual(end);
  expect(rows.endOf(3)).toBeNull();
  expect(examinePlaces(database)).toMatchObject({ status: "ok" });
});

test("a place that was kept becomes a leaf, and a leaf that is kept again stays one", () => {
  const rows = new ChainRows(database);
  write(rows, [placeAt(1, 256, null)]);
  write(rows, [placeAt(1, 256, 3)]);
  write(rows, [placeAt(1, 256, null)]);
  expect(rows.endOf(1)?.interval).toEqual({ leafIndex: 3, leaf: 1 });
  expect(seqsIn(rows, 1)).toEqual([256]);
});

test("a chain does not go back", () => {
  const rows = new ChainRows(database);
  write(rows, [placeAt(1, 9, 1)]);
  expect(() => write(rows, [placeAt(1, 8, 2)])).toThrow("the chain of vehicle 1 stands at entry 9 already");
});
