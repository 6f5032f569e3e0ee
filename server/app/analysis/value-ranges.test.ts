import { array, assert, double, property } from "fast-check";
import { expect, test } from "vitest";

import { ValueRanges } from "./value-ranges.ts";

const anyNumber = double({ noNaN: true });

test("newest, smallest and largest are those of the values that were added, and of no neighbour's", () => {
  assert(
    property(array(anyNumber, { minLength: 1 }), anyNumber, (values, other) => {
      const ranges = new ValueRanges(2, 2);
      ranges.add(0, 0, other);
      for (const value of values) ranges.add(0, 1, value);
      ranges.add(1, 0, other);
      expect(ranges.newest(0, 1)).toBe(values.at(-1));
      // 0 and −0 are as small as each other.
      expect(ranges.smallest(0, 1)! + 0).toBe(Math.min(...values) + 0);
      expect(ranges.largest(0, 1)! + 0).toBe(Math.max(...values) + 0);
    }),
  );
});

test("where nothing was added there is nothing", () => {
  const ranges = new ValueRanges(1, 1);
  expect([ranges.newest(0, 0), ranges.smallest(0, 0), ranges.largest(0, 0)]).toEqual([null, null, null]);
});
