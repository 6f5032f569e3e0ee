import { expect, test } from "vitest";

import { dayUs, fullOn, nearlyFullBytes } from "./storage-forecast.ts";

const today = Date.UTC(2026, 2, 10) / 86_400_000;
const nowUs = today * dayUs + dayUs / 2;
const onDay = (daysAgo: number, storedBytes: number) => ({
  day: today - daysAgo,
  atUs: (today - daysAgo) * dayUs + dayUs / 2,
  storedBytes,
});

test("storage is nearly full from 80 % on", () => {
  expect([nearlyFullBytes(100), nearlyFullBytes(101)]).toEqual([80, 81]);
});

test.each([
  ["without history", [], 500, null],
  ["after less than a day", [{ ...onDay(0, 100), atUs: nowUs - dayUs / 2 }], 500, null],
  ["after a day, at its pace", [onDay(1, 400), onDay(0, 490)], 500, "2026-03-15"],
  ["after a week, at the pace of the week", [onDay(7, 150), onDay(1, 490)], 500, "2026-03-20"],
  ["with what is older left out", [onDay(30, 0), onDay(5, 450)], 500, "2026-04-29"],
  ["where nothing is added", [onDay(7, 500)], 500, null],
  ["where something was erased", [onDay(7, 900)], 500, null],
  ["where it would take decades", [onDay(7, 499.5)], 500, null],
  ["where it is full", [], 1_000, "2026-03-10"],
] as const)("%s the day it will be full is as it is", (_when, days, storedBytes, expected) => {
  expect(fullOn({ storedBytes, days }, { limitBytes: 1_000, nowUs })).toBe(expected);
});
