import { DatabaseSync } from "node:sqlite";

import { assert, integer, array, property } from "fast-check";
import { expect, test } from "vitest";

import { frameTablesForTests } from "./frame-tables-for-tests.ts";
import { FramesInTime } from "./frames-in-time.ts";
import { prepareQuery } from "./prepare-query.ts";

/** One vehicle whose entries come with these capture times; null for one that is no frame. */
function framesAt(timesUs: readonly (number | null)[]): FramesInTime {
  const database = new DatabaseSync(":memory:");
  database.exec(frameTablesForTests);
  const add = database.prepare(
    "INSERT INTO frame (vehicle_key, seq, timestamp_us, behind_us) VALUES (1, ?, ?, ?)",
  );
  let newestUs = -Infinity;
  for (const [at, timeUs] of timesUs.entries()) {
    if (timeUs === null) continue;
    add.run(at + 1, timeUs, timeUs > newestUs ? null : newestUs - timeUs);
    newestUs = Math.max(newestUs, timeUs);
  }
  return new FramesInTime((sql) => prepareQuery(database, sql));
}

test("a time is found at the entry that first reaches it, over late frames and commands", () => {
  const frames = framesAt([10, null, 20, 5, null, 20, 30, 1]);
  expect([1, 10, 11, 20, 21, 30].map((timeUs) => frames.firstReaching(1, timeUs)?.seq)).toEqual([
    1, 1, 3, 3, 7, 7,
  ]);
  expect(frames.firstReaching(1, 31)).toBeNull();
  expect(frames.newestUs(1)).toBe(30);
});

test("a vehicle without frames has no time", () => {
  const frames = framesAt([10]);
  expect([frames.firstReaching(2, 0), frames.newestUs(2)]).toEqual([null, null]);
});

test("a time is found at any place of a long journal", () => {
  const seqs = Array.from({ length: 500 }, (_, at) => at + 1);
  const timesUs = seqs.map((seq) => (seq % 70 === 0 ? null : seq));
  const frames = framesAt(timesUs);
  const expected = seqs.map((seq) => (seq % 70 === 0 ? seq + 1 : seq));
  expect(seqs.map((seq) => frames.firstReaching(1, seq)?.seq)).toEqual(expected);
});

test("whatever the order, halving finds what looking at every frame finds", () => {
  assert(
    property(
      array(integer({ min: 0, max: 30 }), { maxLength: 300, size: "max" }),
      integer({ min: 0, max: 31 }),
      (timesUs, soughtUs) => {
        const place = timesUs.findIndex((timeUs) => timeUs >= soughtUs);
        const found = framesAt(timesUs).firstReaching(1, soughtUs);
        expect(found).toEqual(place === -1 ? null : { seq: place + 1, position: place + 1 });
      },
    ),
  );
});
