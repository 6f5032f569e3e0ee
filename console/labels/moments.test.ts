import { expect, test } from "vitest";
import { duration, utcClock, utcMinute, utcSecond, utcShort } from "./moments.ts";

test("times are in UTC whatever the zone of the reader", () => {
  expect(utcMinute("2026-11-20T09:13:50.310Z")).toBe("2026-11-20 09:13 UTC");
  expect(utcSecond("2026-11-20T09:13:50.310Z")).toBe("2026-11-20 09:13:50 UTC");
  expect(utcSecond("2026-11-20T23:13:50-02:00")).toBe("2026-11-21 01:13:50 UTC");
  expect(utcShort("2026-11-20T09:13:50.310Z")).toBe("11-20 09:13");
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
