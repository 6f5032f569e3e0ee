import { DatabaseSync } from "node:sqlite";

import { expect, test } from "vitest";

import { journalReader } from "./journal-reader.ts";
import { ReadingDatabase } from "./reading-database.ts";

const whole = { vehicleKey: 1, fromUs: 0, toUs: Number.MAX_SAFE_INTEGER, after: null };

function scoresOf(...scores: readonly Uint8Array[]) {
  const database = new DatabaseSync(":memory:");
  database.exec(
    "CREATE TABLE frame (vehicle_key INTEGER, seq INTEGER, timestamp_us INTEGER, score BLOB) STRICT",
  );
  const insert = database.prepare("INSERT INTO frame VALUES (1, ?, ?, ?)");
  scores.forEach((score, at) => insert.run(at + 1, 4_102_444_800_000_000 + at, score));
  return journalReader(new ReadingDatabase(database));
}

test("scores read many in one row are the bytes they were, whatever they are", async () => {
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const scores = [
    all,
    Uint8Array.of(0, 0, 0),
    Uint8Array.of(0xef, 0xbb, 0xbf, 0xff),
    all.toReversed(),
    Uint8Array.of(44),
  ];
  const read = await scoresOf(...scores).listScores({ ...whole, limit: 9 });
  expect(read.map(({ score }) => [...score])).toEqual(scores.map((score) => [...score]));
  expect(read.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
  expect(read.at(-1)?.timestampUs).toBe(4_102_444_800_000_004);
});

test("a span without frames has no scores", async () => {
  expect(await scoresOf().listScores({ ...whole, limit: 9 })).toEqual([]);
});
