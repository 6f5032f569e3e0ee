import { expect, test } from "vitest";
import { joinPairs } from "./join-pairs.ts";
import type { Block } from "../model/state.ts";
import { testNoise } from "../vehicle-journal.ts";

const blockAt = (at: number, values: readonly number[], weight = 1): Block => ({
  seq: 10 * at,
  atUs: 1000 * at,
  weight,
  values,
});

test("two blocks are one with their mean, the time of the newer, and the squares about it", () => {
  const { blocks, within } = joinPairs([blockAt(1, [1, 5, 0]), blockAt(2, [2, 5, -1])], 3);
  expect(blocks).toEqual([{ seq: 20, atUs: 2000, weight: 1, values: [1.5, 5, -0.5] }]);
  expect([...within]).toEqual([0.5, 0, 0.5]);
});

test("the heavier block counts for more", () => {
  const { blocks } = joinPairs([blockAt(1, [0], 0.25), blockAt(2, [1], 0.75)], 1);
  expect(blocks[0]).toMatchObject({ weight: 0.5, values: [0.75] });
});

test("of an odd count the oldest is left out", () => {
  const { blocks, within } = joinPairs(
    [9, 1, 1, 4, 4].map((value, at) => blockAt(at, [value])),
    1,
  );
  expect(blocks.map(({ values }) => values[0])).toEqual([1, 4]);
  expect(within[0]).toBe(0);
});

test("none, and one alone, make none", () => {
  expect(joinPairs([], 2)).toEqual({ blocks: [], within: Float64Array.of(0, 0) });
  expect(joinPairs([blockAt(1, [3])], 1).blocks).toEqual([]);
});

test("squares within the pairs and between them are all the squares there were", () => {
  const values = Array.from({ length: 32 }, (_, at) => Math.fround(testNoise(2, 0, at)));
  const { blocks, within } = joinPairs(
    values.map((value, at) => blockAt(at, [value])),
    1,
  );
  const squares = (list: readonly number[]) => list.reduce((sum, value) => sum + value * value, 0);
  expect(within[0]! + 2 * squares(blocks.map((block) => block.values[0]!))).toBeCloseTo(squares(values), 5);
});
