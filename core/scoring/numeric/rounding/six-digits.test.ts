import * as fc from "fast-check";
import { expect, test } from "vitest";

import { ofSixDigitCode, sixDigitCode, sixDigits } from "./six-digits.ts";

/** Of either sign, as many in each decade. */
const spread = (from: number, to: number) =>
  fc
    .tuple(fc.double({ min: from, max: to, noNaN: true }), fc.boolean())
    .map(([exponent, isNegative]) => (isNegative ? -1 : 1) * 10 ** exponent);

test("it is the number that the language finds by exact decimal arithmetic, and has no more to lose", () => {
  fc.assert(
    fc.property(spread(-14.99, 20.99), (value) => {
      const stated = sixDigits(value);
      expect(stated).toBe(Number(value.toPrecision(6)));
      expect(sixDigits(stated)).toBe(stated);
    }),
    { seed: 41, numRuns: 5000 },
  );
});

test("halves go up, nines carry on, and what is short already stays", () => {
  const cases = [
    [0.1 + 0.2, 0.3],
    [1000000.5, 1000000],
    [1000005, 1000010],
    [-123456.5, -123457],
    [9.999996, 10],
    [999.9995, 1000],
    [0.0009999995, 0.001],
    [1, 1],
    [7.75, 7.75],
    [1e-15, 1e-15],
    [2 ** 69, 5.90296e20],
  ] as const;
  for (const [value, stated] of cases) expect(sixDigits(value), String(value)).toBe(stated);
});

test("next to nothing, the immense and no number at all stay what they are; there is one zero", () => {
  for (const value of [9.87654321e-16, 5e-324, -1.23456789e-33, 1.23456789e21, Infinity, NaN])
    expect(sixDigits(value)).toBe(value);
  expect([0, -0].map(sixDigits)).toEqual([0, 0]);
});

test("numbers never change their order", () => {
  fc.assert(
    fc.property(spread(-6, 3), fc.double({ min: 0.999, max: 1.001, noNaN: true }), (value, factor) => {
      const [low, high] = [value, value * factor].toSorted((left, right) => left - right) as [number, number];
      expect(sixDigits(low)).toBeLessThanOrEqual(sixDigits(high));
    }),
    { seed: 42, numRuns: 2000 },
  );
});

test("a number with six digits between a millionth and a thousand has a code of three bytes, from which it comes back", () => {
  fc.assert(
    fc.property(spread(-6, 3), (value) => {
      const stated = sixDigits(value);
      fc.pre(Math.abs(stated) < 1000 && Math.abs(stated) >= 1e-6);
      const code = sixDigitCode(stated);
      expect(Number.isInteger(code) && code >= 0 && code < 2 ** 24).toBe(true);
      expect(ofSixDigitCode(code)).toBe(stated);
    }),
    { seed: 43, numRuns: 5000 },
  );
});

test("every code is of one number: first and last of each decade and sign", () => {
  const edges = Array.from({ length: 18 }, (_, decade) => [decade * 900_000, decade * 900_000 + 899_999]);
  for (const code of edges.flat()) expect(sixDigitCode(ofSixDigitCode(code)), String(code)).toBe(code);
});

test("other numbers have none, and other codes are no numbers", () => {
  for (const value of [0, -0, 1 / 3, 1.0000001, 9.9e-7, 1000, -1000, 1e9, NaN, Infinity])
    expect(sixDigitCode(value), String(value)).toBe(-1);
  for (const code of [16_200_000, 2 ** 24 - 1]) expect(() => ofSixDigitCode(code)).toThrow(RangeError);
});
