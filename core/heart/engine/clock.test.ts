import { expect, test } from "vitest";

import { freeMemory as at } from "../open-heart.ts";
import { plainHeart } from "../plain/plain-heart.ts";
import * as clock from "./clock.ts";

/** Of each time, taken in by a new clock, whether it is late. */
function lateOf(times: readonly number[]): string {
  clock.layClock();
  new Uint8Array(plainHeart.memory.buffer, at, clock.CLOCK_BYTES).fill(0);
  return times.map((time) => clock.followClock(at, time)).join("");
}
const from = (first: number, count: number, step: number) =>
  Array.from({ length: count }, (_, i) => first + step * i);
const ones = "1".repeat(19);

test.each([
  ["more than the window before the newest is late", [5000, 5001, 4401, 4400.5], "0001"],
  [
    "one ahead of all others moves no clock until a second confirms it",
    [0, 1, 9e3, 2, 9e3, 9001, 3],
    "0000001",
  ],
  ["two ahead, far from each other: the first is confirmed", [0, 1, 9e3, 2e4, 8400, 8399], "000001"],
  ["the twentieth that goes on is a clock that was set back", [9e3, 9001, ...from(0, 21, 1)], `00${ones}00`],
  ["equal times go on", [9e3, 9001, ...from(0, 20, 0)], `00${ones}0`],
  ["newest first does not go on", [9e3, 9001, ...from(99, 38, -1)], `00${ones}${ones}`],
  ["zero, and a time before it, are times", [0, 0, -600, -600.25], "0001"],
])("%s", (_, times, late) => {
  expect(lateOf(times)).toBe(late);
});

test("from the tenth late reading in a row on nobody knows how the sensor stands; late ones are counted", () => {
  const [isUnjudged, run] = [() => clock.isUnjudged(at), () => clock.lateRun(at)];
  lateOf([9000, 9001, ...from(0, 9, 1)]);
  expect([isUnjudged(), run()]).toEqual([0, 9]);
  clock.followClock(at, 9);
  expect([isUnjudged(), run()]).toEqual([1, 10]);
  clock.followClock(at, 9002);
  expect([isUnjudged(), run(), clock.lateReadings(at), clock.newestOf(at)]).toEqual([0, 0, 10, 9002]);
  lateOf([7]);
  expect(clock.newestOf(at)).toBe(-Infinity);
});
