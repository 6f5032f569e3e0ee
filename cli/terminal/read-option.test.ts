import { InvalidArgumentError } from "commander";
import { expect, test } from "vitest";
import { readNumber, readTimeUs, readWholeNumber } from "./read-option.ts";

test.each(["1", "007", "10"])("%s is a whole number from 1 to 10", (text) => {
  expect(readWholeNumber(1, 10)(text)).toBe(Number(text));
});

test.each(["0", "11", "", " 1", "1.0", "1e1", "-1", "+1", "0x1", "one"])("%j is none", (text) => {
  expect(() => readWholeNumber(1, 10)(text)).toThrow(InvalidArgumentError);
});

test.each([
  ["0.5", 0.5],
  ["-1e-1", -0.1],
  [" 1 ", 1],
])("%j is a number from -1 to 1", (text, value) => {
  expect(readNumber(-1, 1)(text)).toBe(value);
});

test.each(["", " ", "1.1", "NaN", "Infinity", "1,5"])("%j is no number from -1 to 1", (text) => {
  expect(() => readNumber(-1, 1)(text)).toThrow("It must be a number from -1 to 1.");
});

test("a time is read in microseconds, and refused with a sentence", () => {
  expect(readTimeUs("2026-01-05T08:00:00.000001Z")).toBe(Date.UTC(2026, 0, 5, 8) * 1000 + 1);
  expect(() => readTimeUs("2026-01-05")).toThrow(/^[A-Z].*\.$/u);
});
