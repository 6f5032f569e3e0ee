import { expect, test } from "vitest";
import { ListeningTime } from "./notice-announcer.ts";

const s = 1_000_000;
const startUs = 1_800_000_000 * s;
/** So many seconds after the start, by both clocks; `setS` is how far the clock was set meanwhile. */
const at = (seconds: number, setS = 0) => ({
  nowUs: startUs + (seconds + setS) * s,
  nowMs: seconds * 1_000,
});

test("silence is counted from the last frame", () => {
  const time = new ListeningTime(60, at(0), startUs);
  expect(time.silentBeforeUs(at(100), true)).toBe(startUs + 40 * s);
});

test("a time in which the service was down is no silence, until as much has passed as silence takes", () => {
  const time = new ListeningTime(60, at(0), startUs - 3_600 * s);
  // Received a second before the stop: silent only once the service has listened for what is missing.
  const lastReceivedUs = startUs - 3_601 * s;
  expect(time.silentBeforeUs(at(58), true)).toBeLessThanOrEqual(lastReceivedUs);
  expect(time.silentBeforeUs(at(59.5), true)).toBeGreaterThan(lastReceivedUs);
  expect(time.silentBeforeUs(at(60), true)).toBe(startUs);
});

test("a first start has nothing to forgive", () => {
  expect(new ListeningTime(60, at(0), null).silentBeforeUs(at(1), true)).toBe(startUs - 59 * s);
});

test("while nothing can be stored nobody goes silent", () => {
  const time = new ListeningTime(60, at(0), startUs);
  for (let seconds = 10; seconds <= 200; seconds += 10) time.silentBeforeUs(at(seconds), false);
  // Received just before the store failed; 200 seconds have passed since.
  expect(time.silentBeforeUs(at(210), true)).toBeLessThanOrEqual(startUs);
  expect(time.silentBeforeUs(at(261), true)).toBe(startUs + 201 * s);
});

test("a clock that is set forward makes nobody silent, one that is set back neither", () => {
  const ahead = new ListeningTime(60, at(0), startUs);
  expect(ahead.silentBeforeUs(at(10, 7_200), true)).toBeLessThan(startUs);
  expect(ahead.silentBeforeUs(at(71, 7_200), true)).toBe(startUs + 7_211 * s);
  const behind = new ListeningTime(60, at(0), startUs);
  expect(behind.silentBeforeUs(at(10, -7_200), true)).toBeLessThan(startUs);
});

test("a clock that is corrected little by little is none that was set", () => {
  const time = new ListeningTime(60, at(0), startUs);
  expect(time.silentBeforeUs(at(100, 0.5), true)).toBe(startUs + 40.5 * s);
});
