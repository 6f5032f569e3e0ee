import { exp } from "./exp.ts";

/** Density of the standard normal distribution. */
export function normalDensity(x: number): number {
  return exp(-0.5 * x * x) * inverseRootTwoPi;
}

/**
 * P(Z ≤ x) of the standard normal distribution in the numeric profile, to 1e−15 absolute: the series
 * ½ + φ(x)·(x + x³/3 + x⁵/(3·5) + …) of Marsaglia (2004), "Evaluating the normal distribution", J. Stat. Softw. 11(4).
 */
export function normalCdf(x: number): number {
  if (x > 8.5) return 1;
  if (x < -8.5) return 0;
  const square = x * x;
  let term = x;
  let sum = x;
  for (let odd = 3; Math.abs(term) > 1e-18 * Math.abs(sum) && odd < 400; odd += 2) {
    term = (term * square) / odd;
    sum += term;
  }
  return 0.5 + sum * normalDensity(x);
}

const inverseRootTwoPi = 0.3989422804014327;
