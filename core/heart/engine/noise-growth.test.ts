import { expect, test } from "vitest";

import { normals } from "../heart-for-tests.ts";
import { freeMemory as at } from "../open-heart.ts";
import { plainHeart } from "../plain/plain-heart.ts";
import { followNoise, grownSince, hasGrown, keepValue } from "./noise-growth.ts";

/** Follows values, a block a minute, after so many; says at which indices the noise has grown. */
function grownAt(values: readonly number[], after = 0): readonly number[] {
  return [...values.keys()].filter((i) => {
    followNoise(at, values[i]!, 60 * (after + i), after + i);
    return hasGrown(at) === 1;
  });
}
const inTurn = (size: number, count: number) =>
  Array.from({ length: count }, (_, i) => (i % 2 === 0 ? size : -size));

/*
 * ±1 in turn: five squares of 1, as they count from the baseline, and 45 of 2² beside the median, so 3.7 is the variance. Blocks
 * that count for nine variances exceed the ordinary 1.848 by 7.152: the limit of 128 takes 18. But then (a = 50/3, b = 6, s = 54)
 * fifty blocks of reference leave ½((a + b)·ln((a + s)/(a + s/4)) − b·ln 4) = 5.49 nats of 5.5, and with one more 5.60.
 */
test("noise far out is found with the nineteenth block after a reference of fifty, and dated by the first", () => {
  expect(grownAt(inTurn(1, 50))).toEqual([]);
  expect(grownAt(inTurn(100, 19), 50)).toEqual([18]);
  expect(grownSince(at)).toBe(3000);
});

/* Held at an excess of 192, which blocks of nothing take down by 1.848 each: after 70 it is below half of the limit, 64. */
test("it is over with the seventieth block of calm, and only the next one joins the reference", () => {
  grownAt([...inTurn(1, 50), ...inTurn(100, 60)]);
  const reference = new Float64Array(plainHeart.memory.buffer, at, 2);
  expect(grownAt(Array<number>(70).fill(-100), 110)).toHaveLength(69);
  expect([...reference]).toEqual([50, 3.7]);
  followNoise(at, -100, 1, 180);
  expect([...reference]).toEqual([51, (3.7 * 50) / 51]);
});

test("a shift and a slow drift scatter nothing, nor does a value beside others that were only kept", () => {
  const normal = normals(3);
  expect(grownAt(Array.from({ length: 999 }, (_, i) => normal() + (i > 300 ? 20 : 0) + 0.01 * i))).toEqual(
    [],
  );
  for (let i = 0; i < 5; i += 1) keepValue(at, 1e6);
  followNoise(at, 1e6, 1, 999);
  expect(grownSince(at)).toBe(0);
});
