import { expect, test } from "vitest";

import { uniform } from "../../scenario/counter-random.ts";
import { followClocks, isUnjudged as isUnjudgedThere } from "../../scoring/frame/sensor-clock.ts";
import { initialState } from "../../scoring/model/initial-state.ts";
import { defaultSettings } from "../../scoring/settings/settings.ts";
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

// These cases stand by themselves; the comparison at the end goes when core/scoring does.
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

/** Times that go on, also backwards, and jump by windows; some stand alone, far from those around them. */
function timesOf(seed: number, window: number): readonly number[] {
  let [time, step] = [1000, 1];
  const oneOf = (numbers: readonly number[], stream: number, i: number) =>
    numbers[Math.floor(uniform(seed, stream, i) * numbers.length)]!;
  return Array.from({ length: 4000 }, (_, i) => {
    if (uniform(seed, 1, i) < 0.06) {
      time += oneOf([-9, -4, -1, 0, 1, 4, 20], 2, i) * window + oneOf([-0.25, 0, 0.25], 3, i);
      step = oneOf([0.25, 1, 1, 7, -1, 0], 4, i);
      if (uniform(seed, 5, i) < 0.1) time = 0;
    }
    time += step;
    return time + (uniform(seed, 6, i) < 0.06 ? oneOf([-3, 3], 7, i) * window : 0);
  });
}

const frame = { seq: 1, orthonormalityError: 0, coarselyRounded: false, lidarWeight: 1 };
const values = { camera: null, radar: 0, lidar: null, lidarConfidence: null, confidence: null };

test.each([600, 30, 0.25])("random times are judged as core/scoring does, the window %d s", (window) => {
  const settings = { ...defaultSettings, frame: { ...defaultSettings.frame, lateUs: 1e6 * window } };
  const seen = { late: 0, unjudged: 0, setBack: 0 };
  for (let seed = 0; seed < 6; seed += 1) {
    const state = initialState();
    lateOf([]);
    clock.setReorderingWindow(window);
    for (const time of timesOf(seed, window)) {
      const run = clock.lateRun(at);
      const late = clock.followClock(at, time);
      const unjudged = clock.isUnjudged(at);
      followClocks(state, { ...frame, ...values, timestampUs: 1e6 * time }, settings);
      const there = state.tracks.radar.clock;
      const newest = there.newestUs === null ? -Infinity : there.newestUs / 1e6;
      expect([late, clock.lateRun(at), clock.lateReadings(at), unjudged, clock.newestOf(at)]).toEqual([
        Number(there.lateRun > 0),
        there.lateRun,
        there.late,
        Number(isUnjudgedThere({ clock: there })),
        newest,
      ]);
      seen.late += late;
      seen.unjudged += unjudged;
      seen.setBack += run === 19 && late === 0 ? 1 : 0;
    }
  }
  clock.layClock();
  expect(Math.min(seen.late, seen.unjudged, seen.setBack)).toBeGreaterThan(20);
});
