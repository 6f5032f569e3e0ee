import { expect, test } from "vitest";
import { timeTickLabels, timeTicks } from "./time-ticks.ts";

const at = (text: string): number => Date.parse(text) / 1000;

test("ticks fall on round UTC times inside the span, never more than asked for", () => {
  const ticks = timeTicks({ minS: at("2026-03-01T07:58:20Z"), maxS: at("2026-03-01T10:10:00Z") }, 4);
  expect(ticks.map((atS) => new Date(atS * 1000).toISOString())).toEqual([
    "2026-03-01T08:00:00.000Z",
    "2026-03-01T09:00:00.000Z",
    "2026-03-01T10:00:00.000Z",
  ]);
  for (const hours of [0.01, 1, 30, 5000, 500_000]) {
    expect(timeTicks({ minS: 0, maxS: hours * 3600 }, 5).length).toBeLessThanOrEqual(6);
  }
});

test("the date stands below the first time of each day", () => {
  const ticks = ["2026-03-01T12:00:00Z", "2026-03-02T00:00:00Z", "2026-03-02T12:00:00Z"].map(at);
  expect(timeTickLabels(ticks)).toEqual(["12:00\n2026-03-01", "00:00\n2026-03-02", "12:00"]);
});

test("days apart, only dates are left; seconds show when steps are that short", () => {
  expect(timeTickLabels([at("2026-03-01T00:00:00Z"), at("2026-03-03T00:00:00Z")])).toEqual([
    "03-01",
    "03-03",
  ]);
  expect(timeTickLabels([at("2026-03-01T08:00:00Z"), at("2026-03-01T08:00:05Z")])[1]).toBe("08:00:05");
});
