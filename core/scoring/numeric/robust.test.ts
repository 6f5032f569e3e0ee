import * as fc from "fast-check";
import { expect, test } from "vitest";
import { huberMean, median, robustSpread } from "./robust.ts";

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

test("without outliers the Huber mean is the mean; one outlier moves it by at most 2.5 σ over n", () => {
  const steady = [-1, -0.5, 0, 0.25, 0.5, 1, -0.75, 0.5];
  const mean = steady.reduce((sum, value) => sum + value, 0) / steady.length;
  expect(huberMean(steady, 1)).toBeCloseTo(mean, 3);
  expect(Math.abs(huberMean([...steady, 1e9], 1))).toBeLessThan(0.5);
});
