import { expect, test } from "vitest";
import { joinPairs } from "./join-pairs.ts";

const block = (seq: number, value: number) => ({ seq, atUs: 10 * seq, weight: 1, values: [value] });

test("neighbours become one block with their mean, and the oldest of an odd count is left out", () => {
  const { blocks, within } = joinPairs([block(1, 9), block(2, 0), block(3, 1), block(4, 4), block(5, 2)], 1);
  expect(blocks).toEqual([
    { seq: 3, atUs: 30, weight: 1, values: [0.5] },
    { seq: 5, atUs: 50, weight: 1, values: [3] },
  ]);
  // 2·0.5² + 2·1².
  expect([...within]).toEqual([2.5]);
});

test("nothing joins to nothing", () => {
  expect(joinPairs([], 3)).toEqual({ blocks: [], within: new Float64Array(3) });
});
