import { DatabaseSync } from "node:sqlite";

import { assert, integer, array, property } from "fast-check";
import { expect, test } from "vitest";

import { FramesInTime } from "./frames-in-time.ts";
import { prepareQuery } from "./prepare-query.ts";

/** One vehicle whose entries come with these capture times; null for one that is no frame. */
function framesAt(timesUs: readonly (number | null)[]): FramesInTime {
  const database = new DatabaseSync(":memory:");
  database.exec(
    "CREATE TABLE frame (vehicle_key INTEGER, seq INTEGER, timestamp_us INTEGER, behind_us INTEGER) STRICT",
  );
  const add = database.prepare("INSERT INTO frame VALUES (1, ?, ?, ?)");
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
  expect([1, 10, 11, 20, 21, 30].map((timeUs) => frames.firstReaching(1, timeUs))).toEqual([
    1, 1, 3, 3, 7, 7,
  ]);
  expect(frames.firstReaching(1, 31)).toBeNull();
  expect(frames.newestUs(1)).toBe(30);
});

test("a vehicle without frames has no time", () => {
  const frames = framesAt([10]);
  expect([frames.firstReaching(2, 0), frames.newestUs(2)]).toEqual([null, null]);
});

test("whatever the order, halving finds what looking at every frame finds", () => {
  assert(
    property(
      array(integer({ min: 0, max: 30 }), { maxLength: 60 }),
      integer({ min: 0, max: 31 }),
      (timesUs, soughtUs) => {
        const place = timesUs.findIndex((timeUs) => timeUs >= soughtUs);
        expect(framesAt(timesUs).firstReaching(1, soughtUs)).toBe(place === -1 ? null : place + 1);
      },
    ),
  );
});
