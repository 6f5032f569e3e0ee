import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { radarFrame, startUs, streamOf } from "../../frames-for-tests.ts";
import { vehicleForTests } from "../../../vehicle-for-tests.ts";
import { noChanges } from "../../../app/ports/changes.ts";
import { framesWithTexts, receivedText } from "../journal-rows.ts";
import { openDatabase, openForReading } from "../open-database.ts";
import { prepareQuery } from "../prepare-query.ts";
import { interruptUpgrade } from "./interrupted-upgrade-for-tests.ts";
import { SqliteStore } from "./sqlite-store.ts";
import { toVersion8 } from "../schema/version-8-for-tests.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-upgrade-"));
  path = join(folder, "plumbline.db");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** More than are moved at once, of one vehicle with all sensors and one with a radar. */
const frames = streamOf("van-1", { frames: 1_100 }).flatMap((frame, at) => [frame, radarFrame("van-2", at)]);

async function folderOfVersion8(): Promise<readonly object[]> {
  const database = openDatabase(path);
  const vehicles = [1, 2].map((vehicleKey) =>
    vehicleForTests({ vehicleKey, vehicleId: `van-${vehicleKey}` }),
  );
  await new SqliteStore(database).transact((transaction) =>
    transaction.write({
      ...noChanges,
      scoring: "tests-1",
      vehicles,
      frames: frames.map((frame, at) => ({
        vehicleKey: 1 + (at % 2),
        seq: 1 + Math.floor(at / 2),
        frame,
        receivedAtUs: startUs + at,
        score: new Uint8Array([at % 256, 7]),
        evidenceId: at === 9 ? "EVB-9" : null,
      })),
    }),
  );
  const stored = contents(path);
  toVersion8(database);
  database.close();
  return stored;
}

function contents(of: string): readonly object[] {
  const database = openForReading(of);
  try {
    const rows = prepareQuery<object>(
      database,
      `SELECT frame.position, frame.vehicle_key, frame.seq, frame.timestamp_us, frame.behind_us, frame.sensors_digest, frame.received_us,
         frame.evidence_id, frame.score, frame.text_bytes, ${receivedText} AS raw
       FROM ${framesWithTexts} ORDER BY frame.position`,
    ).all();
    const usage = prepareQuery<object>(database, "SELECT * FROM organisation_usage").all();
    return [...usage, ...rows];
  } finally {
    database.close();
  }
}

function tablesOf(database = openForReading(path)): readonly unknown[] {
  const names = database.prepare("SELECT name FROM sqlite_schema WHERE name LIKE '%frame'").all();
  database.close();
  return names.map((row) => row["name"]);
}

test("every frame of a folder of schema version 8 is there as it was, with its text, score and place", async () => {
  const before = await folderOfVersion8();
  expect(() => openForReading(path)).toThrow("schema version 8");
  openDatabase(path).close();
  const after = contents(path);
  expect(after).toHaveLength(1 + frames.length);
  expect(after).toEqual(before);
  expect(after.slice(1).map((row) => "raw" in row && row.raw)).toEqual(frames.map(({ raw }) => raw));
  expect(tablesOf()).toEqual(["frame"]);
});

test("an upgrade that was interrupted is finished at the next start", async () => {
  const before = await folderOfVersion8();
  interruptUpgrade(path, { version: 8, afterPosition: 1_500, moved: 1_000 });
  openDatabase(path).close();
  expect(contents(path)).toEqual(before);
});
