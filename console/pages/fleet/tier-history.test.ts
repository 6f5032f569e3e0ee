import { expect, test } from "vitest";
import { changeToday } from "./tier-history.ts";

const over = (critical: number[], caution: number[]) => ({
  critical,
  caution,
  nominal: critical.map(() => 9),
  unknown: critical.map(() => 0),
});

test("what changed today is the newest day against the one before", () => {
  expect(changeToday(over([1, 2, 7], [4, 4, 1]))).toEqual({ CRITICAL: 5, CAUTION: -3 });
});

test("of one day, and of none, nothing is said to have changed", () => {
  expect(changeToday(over([7], [1]))).toEqual({ CRITICAL: 0, CAUTION: 0 });
  expect(changeToday(over([], []))).toEqual({ CRITICAL: 0, CAUTION: 0 });
});
