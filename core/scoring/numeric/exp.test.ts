import { expect, test } from "vitest";
import { exp, ln2High, ln2Low, powerOfTwo } from "./exp.ts";

// Published digits of the constants (OEIS A001113, A068985, A092554).
test.each([
  [0, 1],
  [1, 2.718281828459045],
  [-1, 0.36787944117144233],
  [0.5, 1.6487212707001282],
  [10, 22026.465794806718],
])("e^%f is %f", (x, published) => {
  expect(Math.abs(exp(x) / published - 1)).toBeLessThan(2.3e-16);
});

test("e^(a + b) is e^a · e^b, from the smallest numbers to the largest", () => {
  for (let at = 0; at < 400; at += 1) {
    // Quarters, so that a + b is exact.
    const [a, b] = [(at % 20) * 16.25 - 160, Math.floor(at / 20) * 32.5 - 300];
    expect(Math.abs(exp(a + b) / (exp(a) * exp(b)) - 1)).toBeLessThan(1e-15);
  }
});

test("near zero it is 1 + x + x²/2", () => {
  for (const x of [1e-3, -1e-3, 1e-5]) {
    expect(Math.abs(exp(x) - (1 + x + (x * x) / 2 + (x * x * x) / 6))).toBeLessThan(5e-14);
  }
});

test("beyond the largest number is infinity, below the smallest zero, and no number stays none", () => {
  expect(exp(709.79)).toBe(Infinity);
  expect(exp(Infinity)).toBe(Infinity);
  expect(exp(709.78)).toBeLessThan(Infinity);
  expect(exp(-745.2)).toBe(0);
  expect(exp(-Infinity)).toBe(0);
  expect(exp(-745.1)).toBe(Number.MIN_VALUE);
  expect(exp(NaN)).toBeNaN();
});

test("subnormal results agree with those a power of two above them", () => {
  for (let x = -744; x < -708; x += 0.5) {
    const lifted = exp(x + 100) / (exp(50) * exp(50));
    // Half a unit of the last place that is left, once for each side.
    expect(Math.abs(exp(x) - lifted)).toBeLessThanOrEqual(Math.max(Number.MIN_VALUE, 1e-15 * lifted));
  }
});

test("every power of two is exact", () => {
  for (let exponent = -1074; exponent <= 1023; exponent += 1)
    expect(powerOfTwo(exponent)).toBe(2 ** exponent);
});

test("ln 2 is the sum of its halves, the first with so few bits that its multiples are exact", () => {
  expect(ln2High + ln2Low).toBe(Math.LN2);
  expect(Number.isInteger(ln2High * 2 ** 21)).toBe(true);
});
