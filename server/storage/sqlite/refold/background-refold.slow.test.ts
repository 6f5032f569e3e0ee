import { mkdtempSync, rmSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import { emptyTally } from "../../../app/ingest/ingest-frames.ts";
import { defaultSettings } from "../../../../core/scoring/settings/settings.ts";
import { ingestBatch } from "../../../app/ingest/ingest-frames.ts";
import { nameScoring } from "../../../app/journal/name-scoring.ts";
import { verifyStates } from "../../../app/journal/verify-states.ts";
import { callerForTests } from "../../../ledger-for-tests.ts";
import { startUs, streamOf } from "../../frames-for-tests.ts";
import { SqliteAudit } from "../audit/sqlite-audit.ts";
import { metaValue, setMetaValue } from "../meta-value.ts";
import { openDatabase } from "../open-database.ts";
import { openLedgerHere } from "../store-here-for-tests.ts";
import { ageScoring, earlierScoring } from "./aged-folder-for-tests.ts";
import { awaitRefold } from "./await-refold.ts";
import { BackgroundRefold } from "./background-refold.ts";

const settings = defaultSettings;
const scoring = nameScoring(settings);
/** More than a piece, and less. */
const lengths = [700, 70, 300];

let written: string;
let folder: string;
let database: DatabaseSync;

beforeAll(async () => {
  written = mkdtempSync(join(tmpdir(), "plumbline-refold-"));
  const ledger = await openLedgerHere({ dataDir: written });
  // One after another: a batch of all would be taken in by the frames' times.
  for (const [at, length] of lengths.entries()) {
    const frames = streamOf(`van-${at + 1}`, { frames: length, seed: at });
    const ask = { requestId: `req_${at}`, receivedAtUs: startUs, last: true };
    await ingestBatch(callerForTests, { frames, soFar: emptyTally }, ask, { ledger, inFlight: new Map() });
  }
  await ledger.close();
});
afterAll(() => rmSync(written, { recursive: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-refolding-"));
  database = openDatabase(join(folder, "plumbline.db"));
  database.exec("PRAGMA synchronous = OFF");
  database.exec(`ATTACH '${join(written, "plumbline.db")}' AS old`);
  for (const table of tables)
    database.exec(`INSERT OR REPLACE INTO main.${table} SELECT * FROM old.${table}`);
  database.exec("DETACH old");
  ageScoring(database);
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const tables = ["meta", "vehicle", "vehicle_attributes", "frame", "command", "snapshot", "anchor"];

/** As a start does it. */
function begin(): BackgroundRefold {
  awaitRefold(database, scoring);
  return new BackgroundRefold(database, { settings, scoring });
}

/** A piece of a journal, or the little that one is long. */
const onePiece = 0;

function waiting(): readonly number[] {
  return database
    .prepare("SELECT vehicle_key AS key FROM refold_waiting ORDER BY 1")
    .all()
    .map(({ key }) => Number(key));
}

function differences() {
  return verifyStates({ audit: new SqliteAudit(database), settings, scoring });
}

test("at the end every score and state is a fold by the present rules, and nobody waits", async () => {
  const refold = begin();
  expect([refold.vehicles, refold.left, waiting()]).toEqual([3, 3, [1, 2, 3]]);
  while (!refold.isDone) await refold.advance(20);
  expect([refold.left, waiting()]).toEqual([0, []]);
  expect(differences()).toMatchObject({ differences: [], statesOfOtherScoring: 0, scoresCompared: 1_070 });
  expect(begin().left).toBe(0);
});

test("a vehicle that waits says by what its row is, and is left out of an audit", async () => {
  const refold = begin();
  const audit = new SqliteAudit(database);
  expect(audit.summaryOf(2)).toMatchObject({ earlierScoring, tier: "CAUTION" });
  expect(differences()).toMatchObject({ differences: [], vehiclesWaiting: 3, scoresCompared: 0 });
  refold.hurry([2]);
  await refold.advance(onePiece);
  expect(audit.summaryOf(2).earlierScoring).toBeUndefined();
  expect(audit.summaryOf(2).tier).toBe("NOMINAL");
  expect(differences()).toMatchObject({ differences: [], vehiclesWaiting: 2, scoresCompared: 70 });
});

test("whom somebody waits for comes first, also in the middle of another", async () => {
  const refold = begin();
  await refold.advance(onePiece);
  expect(waiting()).toEqual([1, 2, 3]);
  refold.hurry([3, 99]);
  await refold.advance(onePiece);
  await refold.advance(onePiece);
  expect(waiting()).toEqual([1, 2]);
});

test("an interruption goes on from the last stored state", async () => {
  const before = begin();
  await before.advance(onePiece);
  await before.advance(onePiece);
  const again = begin();
  expect([again.vehicles, again.left]).toEqual([3, 3]);
  database.exec(
    "CREATE TEMP TRIGGER touched AFTER UPDATE OF score ON frame WHEN OLD.seq <= 512 AND OLD.vehicle_key = 1 BEGIN SELECT raise(ABORT, 'once more'); END",
  );
  while (!again.isDone) await again.advance(20);
  expect(differences()).toMatchObject({ differences: [], statesOfOtherScoring: 0 });
});

test("what fails is undone, and goes on where it was", async () => {
  const refold = begin();
  const fault = new Error("no room");
  const fail = () => {
    throw fault;
  };
  await expect(refold.advance(onePiece, fail)).rejects.toBe(fault);
  expect(database.prepare("SELECT count(*) AS anchors FROM anchor WHERE scoring = ?").get(scoring)).toEqual({
    anchors: 0,
  });
  while (!refold.isDone) await refold.advance(20);
  expect(differences()).toMatchObject({ differences: [], statesOfOtherScoring: 0 });
});

test("a vehicle that cannot be folded is set aside, and the others are done", async () => {
  database.exec("INSERT INTO command VALUES (3, 301, 0, 'k', 'r', NULL, 'not json')");
  database.exec("UPDATE vehicle SET entries = 301 WHERE vehicle_key = 3");
  const refold = begin();
  let setAside: number | null = null;
  while (!refold.isDone) {
    try {
      await refold.advance(20);
    } catch {
      setAside = refold.setAside();
    }
  }
  expect([setAside, refold.left, waiting()]).toEqual([3, 1, [3]]);
});

test("when the rules change once more all begin again, whatever an earlier attempt of the same rules has left", async () => {
  const first = begin();
  await first.advance(onePiece);
  const others = { settings, scoring: "9.9.9-fedcba9876543210" };
  awaitRefold(database, others.scoring);
  await new BackgroundRefold(database, others).advance(onePiece);
  database.exec("UPDATE frame SET score = x'00' WHERE vehicle_key = 1 AND seq <= 256");
  const again = begin();
  expect(waiting()).toEqual([1, 2, 3]);
  while (!again.isDone) await again.advance(20);
  expect(differences()).toMatchObject({ differences: [], statesOfOtherScoring: 0 });
});

test("a folder of the present scoring, and one without a vehicle, have nothing to wait for", () => {
  setMetaValue(database, "scoring", scoring);
  expect(begin().left).toBe(0);
  const empty = openDatabase(join(folder, "empty.db"));
  awaitRefold(empty, scoring);
  expect(new BackgroundRefold(empty, { settings, scoring }).isDone).toBe(true);
  expect(metaValue(empty, "scoring")).toBe(scoring);
  empty.close();
});
