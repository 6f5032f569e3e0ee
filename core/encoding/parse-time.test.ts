import * as fc from "fast-check";
import { expect, test } from "vitest";

import { formatTime, parseTime } from "./parse-time.ts";

test("every day from 1970 to 2400 is counted as the calendar has it", () => {
  const lastMs = Date.UTC(2400, 11, 31);
  for (let ms = 0; ms <= lastMs; ms += 86_400_000) {
    const text = new Date(ms).toISOString();
    const parsed = parseTime(text);
    if (parsed.kind === "fault" || parsed.timestampUs !== ms * 1000) throw new Error(`wrong for ${text}`);
  }
});

test("a time survives formatting and parsing to the microsecond", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (timestampUs) => {
      expect(parseTime(formatTime(timestampUs))).toEqual({ kind: "time", timestampUs });
    }),
    { numRuns: 5000, seed: 3 },
  );
});

test.each([
  ["2025-03-01T08:00:00Z", 1_740_816_000_000_000],
  ["2025-03-01T08:00:00+00:00", 1_740_816_000_000_000],
  ["2025-03-01T08:00:00.5Z", 1_740_816_000_500_000],
  ["2025-03-01T08:00:00.000001Z", 1_740_816_000_000_001],
  ["2025-03-01T08:00:00.000001999Z", 1_740_816_000_000_001],
  ["1970-01-01T00:00:00Z", 0],
  ["2000-02-29T00:00:00Z", 951_782_400_000_000],
  ["9998-12-31T23:59:59Z", Date.UTC(9998, 11, 31, 23, 59, 59) * 1000],
  ["9999-12-31T23:59:59Z", Date.UTC(9999, 11, 31, 23, 59, 59) * 1000],
  ["2025-03-01T08:00Z", 1_740_816_000_000_000],
  ["2025-03-01T08:00+00:00", 1_740_816_000_000_000],
  ["2025-03-01t08:00:00z", 1_740_816_000_000_000],
  ["2025-03-01T08:00:00.5z", 1_740_816_000_500_000],
  ["2025-03-01t08:00z", 1_740_816_000_000_000],
])("%s is %d µs", (text, timestampUs) => {
  expect(parseTime(text)).toEqual({ kind: "time", timestampUs });
});

test.each([
  "",
  "2025-03-01",
  "2025-03-01T08Z",
  "2025-03-01T08:00:Z",
  "2025-03-01T08:00.5Z",
  "2025-03-01T08:0Z",
  "2025-03-01T08:00",
  "2025-03-01T08:00ZZ",
  "2025-03-01T08:00-00:00",
  "2025-03-01T08:60Z",
  "2025-03-01T08:00:00",
  "2025-03-01 08:00:00Z",
  "2025-03-01T08:00:00.Z",
  "2025-03-01T08:00:00.1234567890Z",
  "2025-03-01T08:00:00,5Z",
  "2025-03-01T08:00:00-00:00",
  "2025-03-01T08:00:00+01:00",
  "2025-03-01T08:00:00+0000",
  "2026-02-29T08:00:00Z",
  "2100-02-29T08:00:00Z",
  "2026-02-30T08:00:00Z",
  "2026-04-31T08:00:00Z",
  "2026-00-01T08:00:00Z",
  "2026-13-01T08:00:00Z",
  "2026-03-00T08:00:00Z",
  "2025-03-01T24:00:00Z",
  "2025-03-01T08:60:00Z",
  "2026-12-31T23:59:60Z",
  "1969-12-31T23:59:59Z",
  "10000-01-01T00:00:00Z",
  "0000-01-01T00:00:00Z",
  "+02025-03-01T08:00:00Z",
  "20260301T080000Z",
  "2026-W09-7T08:00:00Z",
  " 2025-03-01T08:00:00Z",
  "2025-03-01T08:00:00Z ",
  "1772352000",
  "infinity",
  "２026-03-01T08:00:00Z",
])("%j is no time", (text) => {
  expect(parseTime(text).kind).toBe("fault");
});

test("a time that a clock gone wrong has left is written as the last one with a year of four digits", () => {
  expect(formatTime(Date.UTC(10_021, 0, 1) * 1_000)).toBe("9999-12-31T23:59:59.999Z");
  expect(formatTime(Date.UTC(9_998, 0, 1) * 1_000)).toBe("9998-01-01T00:00:00.000Z");
});
