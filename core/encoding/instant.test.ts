import * as fc from "fast-check";
import { expect, test } from "vitest";

import { formatInstant, formatTime, parseCaptureTime, parseInstant, parseTime } from "./instant.ts";

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
    { numRuns: 1500, seed: 3 },
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

test.each([
  ["1970-01-01T00:00:00Z", 0],
  ["2026-11-20T09:13:50.180Z", 1_795_166_030_180_000],
  ["2026-11-20T09:13:50.180+00:00", 1_795_166_030_180_000],
  ["2026-11-20T09:13:50.123456789Z", 1_795_166_030_123_456],
  ["2026-11-20T09:13:50.1Z", 1_795_166_030_100_000],
  ["2024-02-29T23:59:59.999999Z", 1_709_251_199_999_999],
  ["9998-12-31T23:59:59Z", 253_370_764_799_000_000],
])("as an instant %s is %i microseconds after 1970", (text, atUs) => {
  expect(parseInstant(text)).toBe(atUs);
});

test.each([
  "2026-02-30T00:00:00Z",
  "2025-02-29T00:00:00Z",
  "2026-06-31T00:00:00Z",
  "2026-13-01T00:00:00Z",
  "2026-00-01T00:00:00Z",
  "2026-01-01T24:00:00Z",
  "2026-01-01T23:59:60Z",
  "2026-01-01T00:60:00Z",
  "2026-01-01T00:00:00",
  "2026-01-01T00:00:00z",
  "2026-01-01t00:00:00Z",
  "2026-01-01T00:00:00-00:00",
  "2026-01-01T00:00:00+01:00",
  "2026-01-01T00:00:00.Z",
  "2026-01-01T00:00:00.1234567890Z",
  "2026-01-01 00:00:00Z",
  " 2026-01-01T00:00:00Z",
  "2026-01-01T00:00:00Z\n",
  "1969-12-31T23:59:59Z",
  "9999-01-01T00:00:00Z",
  "+02026-01-01T00:00:00Z",
  "1",
  "",
])("%j is not an instant", (text) => {
  expect(parseInstant(text)).toBeNull();
});

test("an instant is written to the millisecond, the rest cut off", () => {
  expect(formatInstant(1_795_166_030_180_999)).toBe("2026-11-20T09:13:50.180Z");
  expect(formatInstant(0)).toBe("1970-01-01T00:00:00.000Z");
});

test("a capture time may be spelt as a frame may spell it, an instant may not", () => {
  const seconds = Date.UTC(2026, 0, 1, 8) * 1000;
  for (const text of ["2026-01-01t08:00:00z", "2026-01-01T08:00Z", "2026-01-01T08:00:00z"]) {
    expect(parseCaptureTime(text)).toBe(seconds);
    expect(parseInstant(text)).toBeNull();
  }
  expect(parseCaptureTime("9998-12-31T23:59:59Z")).toBe(Date.UTC(9998, 11, 31, 23, 59, 59) * 1000);
  expect(parseCaptureTime("9999-01-01T00:00:00Z")).toBeNull();
});
