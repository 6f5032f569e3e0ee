import { expect, test } from "vitest";
import {
  duration,
  durationInWords,
  momentTitle,
  utcClock,
  utcMinute,
  utcSecond,
  utcShort,
} from "./moments.ts";

test("times are in UTC whatever the zone of the reader", () => {
  expect(utcMinute("2026-11-20T09:13:50.310Z")).toBe("2026-11-20 09:13 UTC");
  expect(utcSecond("2026-11-20T09:13:50.310Z")).toBe("2026-11-20 09:13:50 UTC");
  expect(utcSecond("2026-11-20T23:13:50-02:00")).toBe("2026-11-21 01:13:50 UTC");
  const nowMs = Date.UTC(2026, 11, 1);
  expect(utcShort("2026-11-20T09:13:50.310Z", nowMs)).toBe("11-20 09:13");
  expect(utcShort("2025-11-20T09:13:50.310Z", nowMs)).toBe("2025-11-20 09:13");
  expect(utcClock(Date.UTC(2026, 10, 20, 9, 3, 5))).toBe("09:03:05");
});

test("a time that cannot be read is shown as it came", () => {
  expect(utcSecond("yesterday")).toBe("yesterday");
});

test.each([
  [0, "0\u00a0s"],
  [59.9, "59\u00a0s"],
  [60, "1\u00a0min 0\u00a0s"],
  [7_260, "2\u00a0h 1\u00a0min"],
  [273_600, "3\u00a0d 4\u00a0h"],
])("%d seconds read %s", (seconds, text) => expect(duration(seconds)).toBe(text));

test("in a sentence a part that is nothing is left out", () => {
  expect(durationInWords(600)).toBe("10\u00a0min");
  expect(durationInWords(605)).toBe("10\u00a0min 5\u00a0s");
  expect(durationInWords(0)).toBe("0\u00a0s");
});

const noon = Date.parse("2026-11-23T12:00:00Z");
test.each([
  ["UTC", "2026-11-23T09:13:50.310Z", "2026-11-23 09:13:50 UTC; 2\u00a0h 46\u00a0min ago"],
  [
    "Asia/Kolkata",
    "2026-11-20T23:13:50Z",
    "2026-11-20 23:13:50 UTC; here 2026-11-21 04:43:50 GMT+5:30; 2\u00a0d 12\u00a0h ago",
  ],
  [
    "America/New_York",
    "2026-11-24T04:30:00Z",
    "2026-11-24 04:30:00 UTC; here 2026-11-23 23:30:00 GMT-5; in 16\u00a0h 30\u00a0min",
  ],
])("a moment is told by the clocks of %s, too, and with its age", (zone, at, title) => {
  expect(momentTitle(at, noon, zone)).toBe(title);
});

test("what is no time has no title", () => {
  expect(momentTitle("never", noon)).toBeNull();
});
