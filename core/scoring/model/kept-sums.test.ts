import * as fc from "fast-check";
import { expect, test } from "vitest";
import { keptSums, squaresAboutMean } from "./kept-sums.ts";

/** Blocks of one channel, far from zero at times: a shift of a hundred times the scatter. */
const blocks = fc.record({
  shift: fc.constantFrom(0, 1, 100, -1000),
  values: fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 2, maxLength: 40 }),
  weights: fc.array(fc.double({ min: 0.1, max: 1, noNaN: true }), { minLength: 40, maxLength: 40 }),
});

test("what is kept says where the blocks lie and how they scatter to sixteen bits, however far off they are", () => {
  fc.assert(
    fc.property(blocks, ({ shift, values, weights }) => {
      const of = (power: number) =>
        values.reduce((sum, value, at) => sum + weights[at]! * (value + shift) ** power, 0);
      const kept = keptSums([of(0), of(1), of(2)], 1);
      const mean = of(1) / of(0);
      const scatter = values.reduce((sum, value, at) => sum + weights[at]! * (value + shift - mean) ** 2, 0);
      expect(kept[0]).toBeCloseTo(of(0), 4);
      expect(Math.abs(kept[1]! - of(1))).toBeLessThanOrEqual(2 ** -16 * Math.abs(of(1)) + 1e-30);
      expect(Math.abs(squaresAboutMean(kept, 0) - scatter)).toBeLessThanOrEqual(
        2 ** -16 * scatter + 1e-8 * of(2) + 1e-30,
      );
    }),
    { seed: 32 },
  );
});

test("kept once, sums are kept: nothing drifts where they are kept again and again", () => {
  fc.assert(
    fc.property(blocks, ({ shift, values }) => {
      const once = keptSums(
        [
          values.length,
          values.reduce((sum, value) => sum + value + shift, 0),
          values.reduce((sum, value) => sum + (value + shift) ** 2, 0),
        ],
        1,
      );
      expect(keptSums(once, 1)).toEqual(once);
    }),
    { seed: 33 },
  );
});

test("a single block scatters not at all, a channel without weight is nothing, and marks stay as they are", () => {
  const kept = keptSums([0.3, 0.3 * Math.PI, 0.3 * Math.PI * Math.PI, 0, 0, 0, 12_345_677, 3], 2);
  expect(squaresAboutMean(kept, 0)).toBe(0);
  expect(kept.slice(3)).toEqual([0, 0, 0, 12_345_677, 3]);
});
