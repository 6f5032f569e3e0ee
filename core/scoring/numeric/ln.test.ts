import { expect, test } from "vitest";
import { exp } from "./exp.ts";
import { ln } from "./ln.ts";

// Published digits (OEIS A002162, A002392, A016627).
test.each([
  [2, 0.6931471805599453],
  [10, 2.302585092994046],
  [4, 1.3862943611198906],
  [0.5, -0.6931471805599453],
])("ln %f is %f", (x, published) => {
  expect(Math.abs(ln(x) / published - 1)).toBeLessThan(2.3e-16);
});

test("ln 1 is exactly zero, and beside it nothing is lost", () => {
  expect(ln(1)).toBe(0);
  for (const f of [2 ** -30, -(2 ** -30), 2 ** -50]) {
    expect(Math.abs(ln(1 + f) / (f - (f * f) / 2) - 1)).toBeLessThan(1e-15);
  }
});

test("every power of two is its exponent times ln 2, subnormal ones too", () => {
  for (let exponent = -1074; exponent <= 1023; exponent += 1) {
    expect(Math.abs(ln(2 ** exponent) - exponent * Math.LN2)).toBeLessThanOrEqual(1.2e-13);
  }
});

test("the logarithm of a product is the sum of the logarithms", () => {
  for (let a = 1; a < 1000; a += 37) {
    for (let b = 1; b < 1000; b += 41) expect(ln(a * b)).toBeCloseTo(ln(a) + ln(b), 13);
  }
});

test("it undoes the exponential", () => {
  for (let x = -700; x <= 700; x += 3.7) expect(Math.abs(ln(exp(x)) - x)).toBeLessThan(3e-13);
});

test("zero is infinitely far down, and a negative number has no logarithm", () => {
  expect(ln(0)).toBe(-Infinity);
  expect(ln(-0)).toBe(-Infinity);
  expect(ln(Infinity)).toBe(Infinity);
  expect(ln(-1)).toBeNaN();
  expect(ln(-Infinity)).toBeNaN();
  expect(ln(NaN)).toBeNaN();
});
