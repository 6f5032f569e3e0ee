import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { huberMean, huberMeanFrom, median, medianOfFive, robustSpread } from "./robust.ts";

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

describe("the median of five", () => {
  test("is the third of them in order, whatever order they come in", () => {
    const number = fc.double({ noNaN: true, min: -100, max: 100 });
    fc.assert(
      fc.property(fc.tuple(number, number, number, number, number), (five) => {
        const sorted = five.toSorted((one, other) => one - other);
        expect(medianOfFive(five)).toBe(sorted[2]);
      }),
      { seed: 11 },
    );
  });

  test("of equal values is that value", () => {
    expect(medianOfFive([3, 3, 3, 3, 3])).toBe(3);
    expect(medianOfFive([2, 3, 2, 3, 3])).toBe(3);
  });
});

test("a column of a list is asked as a list of its own would be", () => {
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 4 }), fc.nat(5), (list, step, first) => {
      const own = list.filter((_, at) => at >= first && (at - first) % step === 0);
      const column = { first, step };
      expect(huberMeanFrom(0.5, list, 2, column)).toBe(huberMeanFrom(0.5, own, 2));
      if (own.length >= 5) expect(medianOfFive(list, column)).toBe(medianOfFive(own));
    }),
    { seed: 12 },
  );
});

test("spreads and medians of more values than the registers hold are those of any others", () => {
  const many = Array.from({ length: 201 }, (_, at) => ((at * 73) % 201) - 100);
  expect(median(many)).toBe(0);
  expect(robustSpread(many, 0)).toBe(1.4826 * 50);
  expect(median([9, 1, 2, 3], 3)).toBe(2);
});
