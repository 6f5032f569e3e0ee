import { DatabaseSync } from "node:sqlite";

import { expect, test } from "vitest";

import type { JournalReader, StoredScore } from "../../../app/ports/reading/journal-reader.ts";
import { lastPlaceOf, noScores, scoresInColumns } from "../../../app/journal/stored-scores.ts";
import { frameTablesForTests } from "../frame-tables-for-tests.ts";
import { journalReader } from "./journal-reader.ts";
import { ReadingDatabase } from "./reading-database.ts";

const whole = { vehicleKey: 1, fromUs: 0, toUs: Number.MAX_SAFE_INTEGER, after: null };

const tables = `
  ${frameTablesForTests}
  CREATE TABLE anchor (vehicle_key INTEGER, seq INTEGER, scoring TEXT) STRICT;
  CREATE TABLE meta (name TEXT, value TEXT) STRICT;
  CREATE TABLE refold_waiting (vehicle_key INTEGER, scoring TEXT) STRICT;`;

const insertFrame = "INSERT INTO frame (vehicle_key, seq, timestamp_us, behind_us, score) VALUES";

function scoresOf(...scores: readonly Uint8Array[]) {
  const database = new DatabaseSync(":memory:");
  database.exec(tables);
  const insert = database.prepare(`${insertFrame} (1, ?, ?, NULL, ?)`);
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
  const read = scoresInColumns(await scoresOf(...scores).listScores({ ...whole, limit: 9 }));
  expect(read.map(({ score }) => [...score])).toEqual(scores.map((score) => [...score]));
  expect(read.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
  expect(read.at(-1)?.timestampUs).toBe(4_102_444_800_000_004);
});

test("of frames in order the newest of a span are measured, and between two of them there is nothing", async () => {
  const reader = scoresOf(Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3), Uint8Array.of(4));
  const first = 4_102_444_800_000_000;
  const span = { ...whole, fromUs: first, toUs: first + 2 };
  const measured = (frames: number, fromUs: number | null, toUs: number | null) => ({ frames, fromUs, toUs });
  expect(await reader.measureSpan({ ...span, limit: 9 })).toEqual(measured(3, first, first + 2));
  expect(await reader.measureSpan({ ...span, limit: 2 })).toEqual(measured(2, first + 1, first + 2));
  expect(await reader.measureSpan({ ...span, toUs: first - 1, limit: 9 })).toEqual(measured(0, null, null));
});

test("while a journal waits to be folded again its scores end where that has come to", async () => {
  const database = new DatabaseSync(":memory:");
  database.exec(tables);
  const insert = database.prepare(`${insertFrame} (1, ?, ?, ?, x'07')`);
  for (const [at, [timeUs, behindUs]] of timesUs.entries()) insert.run(at + 1, timeUs, behindUs);
  const reader = journalReader(new ReadingDatabase(database));
  const seqs = async () => (await reader.listScores({ ...whole, limit: 9 })).seqs;
  database.exec("INSERT INTO meta VALUES ('scoring', '2-b'); INSERT INTO refold_waiting VALUES (1, '1-a')");
  database.exec("INSERT INTO anchor VALUES (1, 8, '1-a')");
  expect(await seqs()).toEqual([]);
  expect(await reader.measureSpan({ ...whole, limit: 9 })).toEqual({ frames: 0, fromUs: null, toUs: null });
  database.exec("INSERT INTO anchor VALUES (1, 2, '2-b'), (1, 4, '2-b')");
  expect(await seqs()).toEqual([4, 1, 3, 2]);
  expect(await reader.measureSpan({ ...whole, limit: 9 })).toEqual({ frames: 4, fromUs: 5, toUs: 20 });
  database.exec("DELETE FROM refold_waiting");
  expect(await seqs()).toEqual([8, 4, 1, 3, 2, 6, 5, 7]);
});

test("over entries that are no frames, and pieces that begin or end with them, nothing is lost or told twice", async () => {
  const database = new DatabaseSync(":memory:");
  database.exec(tables);
  const insert = database.prepare(`${insertFrame} (1, ?, ?, NULL, x'07')`);
  const other = database.prepare("INSERT INTO command VALUES (1, ?)");
  const isFrame = (seq: number) => seq > 1 && seq % 65 > 3 && seq !== 200;
  const entries = Array.from({ length: 200 }, (_, at) => at + 1);
  for (const seq of entries)
    if (isFrame(seq)) insert.run(seq, seq);
    else other.run(seq);
  const reader = journalReader(new ReadingDatabase(database));
  for (const limit of [1, 2, 64, 500]) {
    const seqs: number[] = [];
    let after: { seq: number; timestampUs: number } | null = null;
    for (;;) {
      const piece = await reader.listScores({ ...whole, after, limit });
      seqs.push(...piece.seqs);
      after = lastPlaceOf(piece);
      if (after === null) break;
    }
    expect(seqs).toEqual(entries.filter(isFrame));
    const shown = entries.filter(isFrame).slice(-limit);
    expect(await reader.measureSpan({ ...whole, limit })).toEqual({
      frames: shown.length,
      fromUs: shown[0],
      toUs: shown.at(-1),
    });
  }
});

test.each([
  { others: 0, is: "nearly alone" },
  { others: 2, is: "close together" },
  { others: 9, is: "far apart" },
])(
  "frames that lie $is between those of $others vehicles are all told once, in order",
  async ({ others }) => {
    const database = new DatabaseSync(":memory:");
    database.exec(tables);
    const insert = database.prepare(`${insertFrame} (?, ?, ?, ?, ?)`);
    const command = database.prepare("INSERT INTO command VALUES (1, ?)");
    const length = 900;
    const isCommand = (seq: number) => seq === 1 || seq % 70 === 0 || seq > 890;
    const isLate = (seq: number) => seq % 90 === 17;
    for (let seq = 1; seq <= length; seq += 1) {
      for (let vehicle = 2; vehicle < 2 + others; vehicle += 1)
        insert.run(vehicle, seq, seq, null, Uint8Array.of(0));
      if (isCommand(seq)) command.run(seq);
      else if (isLate(seq)) insert.run(1, seq, 1000 * seq - 1500, 500, Uint8Array.of(seq % 256));
      else insert.run(1, seq, 1000 * seq, null, Uint8Array.of(seq % 256));
    }
    const reader = journalReader(new ReadingDatabase(database));
    const seqs = Array.from({ length }, (_, at) => at + 1).filter((seq) => !isCommand(seq));
    const timeOf = (seq: number) => 1000 * seq - (isLate(seq) ? 1500 : 0);
    const inTime = seqs.toSorted((one, other) => timeOf(one) - timeOf(other));
    for (const [fromUs, toUs] of [
      [0, 1e9],
      [150_000, 700_000],
      [300_500, 800_250],
    ] as const) {
      const wanted = inTime.filter((seq) => timeOf(seq) >= fromUs && timeOf(seq) <= toUs);
      for (const limit of [300, 5000]) {
        const { scores, pieces } = await allScores(reader, { vehicleKey: 1, fromUs, toUs, limit });
        expect(scores.map(({ seq }) => seq)).toEqual(wanted);
        expect(scores.map(({ score }) => [...score])).toEqual(wanted.map((seq) => [seq % 256]));
        expect(pieces).toBe(Math.floor(wanted.length / limit) + 1);
      }
    }
  },
);

/** Piece by piece, until nothing comes. */
async function allScores(
  reader: JournalReader,
  span: Omit<Parameters<JournalReader["listScores"]>[0], "after">,
) {
  const scores: StoredScore[] = [];
  let after: { seq: number; timestampUs: number } | null = null;
  for (let pieces = 0; ; pieces += 1) {
    const piece = await reader.listScores({ ...span, after });
    scores.push(...scoresInColumns(piece));
    after = lastPlaceOf(piece);
    if (after === null) return { scores, pieces };
  }
}

test("a span without frames has no scores", async () => {
  expect(await scoresOf().listScores({ ...whole, limit: 9 })).toEqual(noScores);
});

test("frames that did not come in order stand where their capture times are, piece after piece", async () => {
  const database = new DatabaseSync(":memory:");
  database.exec(tables);
  const insert = database.prepare(`${insertFrame} (1, ?, ?, ?, x'07')`);
  for (const [at, [timeUs, behindUs]] of timesUs.entries()) insert.run(at + 1, timeUs, behindUs);
  const reader = journalReader(new ReadingDatabase(database));
  const span = { vehicleKey: 1, fromUs: 5, toUs: 30 };
  const seqs: number[] = [];
  let after: { seq: number; timestampUs: number } | null = null;
  for (;;) {
    const piece = await reader.listScores({ ...span, after, limit: 2 });
    seqs.push(...piece.seqs);
    after = lastPlaceOf(piece);
    if (after === null) break;
  }
  expect(seqs).toEqual([4, 1, 3, 2, 6, 5]);
  expect(await reader.measureSpan({ ...span, limit: 3 })).toEqual({ frames: 3, fromUs: 20, toUs: 30 });
  expect(await reader.measureSpan({ ...span, limit: 9 })).toEqual({ frames: 6, fromUs: 5, toUs: 30 });
});

/** Capture times, and how far each is behind the newest before it. */
const timesUs: readonly (readonly [number, number | null])[] = [
  [10, null],
  [20, null],
  [15, 5],
  [5, 15],
  [30, null],
  [20, 10],
  [40, null],
  [1, 39],
];
