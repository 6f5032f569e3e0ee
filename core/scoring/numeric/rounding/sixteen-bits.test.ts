import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toSixteenBits } from "./sixteen-bits.ts";

const ordinary = fc
  .double({ min: -(2 ** 90), max: 2 ** 90, noNaN: true })
  .filter((value) => Math.abs(value) > 2 ** -99);

test("a number comes to the nearest of its size with sixteen bits, found by counting them out", () => {
  fc.assert(
    fc.property(ordinary, (value) => {
      let unit = 1;
      while (Math.abs(value) / unit >= 2 ** 16) unit *= 2;
      while (Math.abs(value) / unit < 2 ** 15) unit /= 2;
      const kept = toSixteenBits(value);
      expect(Number.isInteger(kept / unit)).toBe(true);
      expect(Math.abs(kept - value)).toBeLessThanOrEqual(unit / 2);
      expect(toSixteenBits(kept)).toBe(kept);
    }),
    { seed: 31, numRuns: 1000 },
  );
});

test("whole numbers up to 65,536, halves and powers of two are what they were; next to nothing is nothing", () => {
  for (const value of [0, 1, 3, 0.5, -2.25, 65_535, 65_536, 2 ** -99, -(2 ** 80)]) {
    expect(toSixteenBits(value)).toBe(value);
  }
  expect([-0, 2 ** -101, -1e-310].map(toSixteenBits)).toEqual([0, 0, 0]);
  expect(toSixteenBits(65_537)).not.toBe(65_537);
});
