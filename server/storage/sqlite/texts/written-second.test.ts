import { assert, integer, property } from "fast-check";
import { expect, test } from "vitest";

import { secondAt, secondLength, writeSecond } from "./written-second.ts";

test("every second of four-digit years is written as Date writes it, and read back, wherever it stands", () => {
  const last = Date.UTC(9999, 11, 31, 23, 59, 59);
  const second = integer({ min: yearZeroMs / 1000, max: last / 1000 });
  assert(
    property(second, integer({ min: 0, max: 3 }), (at, before) => {
      const text = writeSecond(at * 1000);
      expect(text).toBe(new Date(at * 1000).toISOString().slice(0, secondLength));
      expect(secondAt(`${"x".repeat(before)}${text}.5Z`, before)).toBe(at * 1000);
    }),
  );
});

const yearZeroMs = Date.parse("0000-01-01T00:00:00Z");

test.each([
  "2026-02-30T08:00:00",
  "2026-03-01T24:00:00",
  "2026-03-01T08:60:00",
  "2026-03-01T08:00:60",
  "2026-03-01T08:00:7Z",
  "2026-03-01T08:00:x7",
  "2026-03-01T08:00:7",
  "2026-03-01T08:00:",
  "2026-3-01T08:00:07",
  "2026-03-01 08:00:07",
  "",
])("%j is no second", (text) => {
  writeSecond(Date.UTC(2026, 2, 1, 8));
  expect(secondAt(text, 0)).toBeNull();
});
