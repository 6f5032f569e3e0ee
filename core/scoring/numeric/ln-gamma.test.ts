import { expect, test } from "vitest";
import { lnGamma } from "./ln-gamma.ts";

test("of a whole number it is the logarithm of a factorial", () => {
  let factorial = 1;
  for (let n = 1; n <= 100; n += 1) {
    expect(Math.abs(lnGamma(n) - Math.log(factorial))).toBeLessThan(1e-14 * Math.max(1, Math.log(factorial)));
    factorial *= n;
  }
});

test("of halves it is what √π and Γ(x + 1) = x·Γ(x) make of it", () => {
  let gamma = Math.sqrt(Math.PI);
  for (let x = 0.5; x < 60; x += 1) {
    expect(Math.abs(lnGamma(x) - Math.log(gamma))).toBeLessThan(
      1e-14 * Math.max(1, Math.abs(Math.log(gamma))),
    );
    gamma *= x;
  }
});

test("Legendre's duplication formula holds on both sides of 10, where the series begins", () => {
  for (const x of [0.1, 1.3, 4.9, 5.1, 9.4, 9.6, 10, 33.3, 4000]) {
    const doubled = (1 - 2 * x) * Math.LN2 + 0.5 * Math.log(Math.PI) + lnGamma(2 * x);
    expect(Math.abs(lnGamma(x) + lnGamma(x + 0.5) - doubled)).toBeLessThan(2e-15 * Math.max(20, doubled));
  }
});

test("near zero it is −ln x, less Euler's constant times x", () => {
  const x = 1e-6;
  expect(lnGamma(x)).toBeCloseTo(-Math.log(x) - 0.5772156649015329 * x, 11);
});
