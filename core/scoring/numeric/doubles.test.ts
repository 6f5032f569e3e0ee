import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { doublesOf, filled, zeros } from "./doubles.ts";

test.each([0, 1, 45, 127, 128, 500])("%i zeros are so many zeros", (length) => {
  const list = zeros(length);
  expect(list).toHaveLength(length);
  expect(list.every((value) => Object.is(value, 0))).toBe(true);
});

test("zeros and copies are bare doubles to the engine from the start: else the first fraction written makes a list anew", () => {
  setFlagsFromString("--allow-natives-syntax");
  const isBare = runInNewContext("(list) => %HasDoubleElements(list)") as (
    list: readonly number[],
  ) => boolean;
  expect(isBare([1, 2])).toBe(false);
  // What kind a list has is the engine's own choice, and once in many runs it chose otherwise for one of them: a matter of
  // speed and not of values, so nearly all are asked for.
  const lengths = Array.from({ length: 200 }, (_, at) => at);
  for (const make of [zeros, filledWithSevens, doublesOfWholes]) {
    expect(lengths.filter((length) => isBare(make(length))).length).toBeGreaterThan(190);
  }
});

const filledWithSevens = (length: number): number[] => filled(zeros(length), 7);
const doublesOfWholes = (length: number): number[] => doublesOf(Array.from({ length }, () => 7));

test("a part of a list is filled, or all of it", () => {
  expect(filled(zeros(4), 2, 1, 3)).toEqual([0, 2, 2, 0]);
  const list = zeros(2);
  expect(filled(list, -0.5)).toBe(list);
  expect(list).toEqual([-0.5, -0.5]);
});

test("what is written to one list is in no other", () => {
  const first = zeros(5);
  first.fill(7);
  expect(zeros(5)).toEqual([0, 0, 0, 0, 0]);
});
