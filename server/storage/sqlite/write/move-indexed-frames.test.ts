import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { examinePlaces } from "../../../administration/examine-evidence.ts";
import { vehicleForTests } from "../../../vehicle-for-tests.ts";
import { noChanges } from "../../../app/ports/changes.ts";
import { radarFrame, startUs } from "../../frames-for-tests.ts";
import { framesWithTexts, receivedText } from "../journal-rows.ts";
import { openDatabase, openForReading } from "../open-database.ts";
import { prepareQuery } from "../prepare-query.ts";
import { toVersion19 } from "../schema/version-19-for-tests.ts";
import { interruptUpgrade } from "./interrupted-upgrade-for-tests.ts";
import { SqliteStore } from "./sqlite-store.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-upgrade-"));
  path = join(folder, "plumbline.db");
});
afterEach(() => rmSync(folder, { recursive: true }));

const vehicleKeys = [1, 2, 3];

/** More than are moved at once, of vehicles one of which begins late. */
async function folderOfVersion19(): Promise<readonly object[]> {
  const database = openDatabase(path);
  const vehicles = vehicleKeys.map((vehicleKey) =>
    vehicleForTests({ vehicleKey, vehicleId: `van-${vehicleKey}` }),
  );
  const seqs = new Map<number, number>();
  const frames = Array.from({ length: 6_000 }, (_, at) => {
    const vehicleKey = at < 5_500 ? 1 + (at % 2) : 3;
    // Of the second vehicle every third entry is no frame.
    const seq = (seqs.get(vehicleKey) ?? 0) + (vehicleKey === 2 && at % 3 === 0 ? 2 : 1);
    seqs.set(vehicleKey, seq);
    // Some come late.
    const frame = radarFrame(`van-${vehicleKey}`, at % 41 === 0 ? at - 5 : at);
    return { vehicleKey, seq, frame, receivedAtUs: startUs + at, score: Uint8Array.of(at % 256, 7) };
  }).map((one) => ({ ...one, evidenceId: one.seq === 9 ? "EVB-9" : null }));
  await new SqliteStore(database).transact((transaction) =>
    transaction.write({ ...noChanges, scoring: "tests-1", vehicles, frames }),
  );
  database.exec("UPDATE frame SET text = x'00' WHERE position = 700");
  const stored = contents(database);
  toVersion19(database);
  database.close();
  return stored;
}

function contents(database = openForReading(path)): readonly object[] {
  const of = (sql: string) => prepareQuery<object>(database, sql).all();
  return [
    ...of("SELECT * FROM organisation_usage"),
    ...of("SELECT vehicle_key, newest_position FROM vehicle"),
    ...of("SELECT * FROM frame_place"),
    ...of(`SELECT frame.*, ${receivedText} AS raw FROM ${framesWithTexts} ORDER BY frame.position`),
  ];
}

test("every frame of a folder of schema version 19 is there as it was, and is found from the frames after it", async () => {
  const before = await folderOfVersion19();
  expect(() => openForReading(path)).toThrow("schema version 19");
  const database = openDatabase(path);
  expect(contents(database)).toEqual(before);
  expect(examinePlaces(database)).toMatchObject({ status: "ok" });
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE name LIKE '%\\_frame' ESCAPE '\\'");
  expect(tables.all()).toEqual([]);
  database.close();
});

test("an upgrade that was interrupted is finished at the next start", async () => {
  const before = await folderOfVersion19();
  interruptUpgrade(path, { version: 19, afterPosition: 5_500, moved: 5_000 });
  const database = openDatabase(path);
  expect(contents(database)).toEqual(before);
  database.close();
});
