import * as fc from "fast-check";
import { expect, test } from "vitest";
import { median, robustSpread } from "./median.ts";

const values = fc.array(fc.double({ min: -100, max: 100, noNaN: true }), { minLength: 1, maxLength: 60 });

test("half of the values lie on either side of the median", () => {
  fc.assert(
    fc.property(values, (list) => {
      const middle = median(list);
      expect(list.filter((value) => value < middle).length).toBeLessThanOrEqual(list.length / 2);
      expect(list.filter((value) => value > middle).length).toBeLessThanOrEqual(list.length / 2);
    }),
    { seed: 3 },
  );
});

test("the spread of 1, 2, 3, 4, 100 about 3 is that of a normal with median deviation 1", () => {
  expect(robustSpread([1, 2, 3, 4, 100], 3)).toBe(1.4826);
});

test("spreads and medians of many values", () => {
  const many = Array.from({ length: 201 }, (_, at) => ((at * 73) % 201) - 100);
  expect(median(many)).toBe(0);
  expect(robustSpread(many, 0)).toBe(1.4826 * 50);
});
