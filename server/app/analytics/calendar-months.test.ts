import { expect, test } from "vitest";

import { calendarMonths } from "./calendar-months.ts";

const months = (from: string, to: string) =>
  calendarMonths(Date.parse(from), Date.parse(to)).map((ms) => new Date(ms).toISOString().slice(0, 16));

test.each([
  ["2026-03-10T12:00Z", "2026-03-11T00:00Z", ["2026-03-10T12:00"]],
  ["2026-01-31T23:00Z", "2026-03-01T00:00Z", ["2026-01-31T23:00", "2026-02-01T00:00"]],
  [
    "2023-12-15T00:00Z",
    "2024-03-01T00:01Z",
    ["2023-12-15T00:00", "2024-01-01T00:00", "2024-02-01T00:00", "2024-03-01T00:00"],
  ],
  ["2026-03-01T00:00Z", "2026-03-01T00:00Z", []],
])("%s to %s has the months %o", (from, to, expected) => {
  expect(months(from, to)).toEqual(expected);
});
