import { exp } from "./exp.ts";
import { lnGamma } from "./ln-gamma.ts";
import { ln } from "./ln.ts";

/**
 * Regularised incomplete beta function I_x(a, b) in the numeric profile, with x given as x and 1 − x so that neither
 * tail loses digits. Continued fraction of Abramowitz & Stegun 26.5.8, evaluated by the modified Lentz method.
 */
export function regularisedBeta(x: number, oneMinusX: number, shape: BetaShape): number {
  if (!(x > 0)) return 0;
  if (!(oneMinusX > 0)) return 1;
  const { a, b } = shape;
  const front = exp(a * ln(x) + b * ln(oneMinusX) - lnBeta(a, b));
  // The fraction converges fast only below its mean.
  if (x * (a + b + 2) < a + 1) return (front * continuedFraction(x, a, b)) / a;
  return 1 - (front * continuedFraction(oneMinusX, b, a)) / b;
}

export interface BetaShape {
  readonly a: number;
  readonly b: number;
}

/** P(F > f) for F with d1 and d2 degrees of freedom. */
export function fisherTail(f: number, d1: number, d2: number): number {
  const total = d1 * f + d2;
  return regularisedBeta(d2 / total, (d1 * f) / total, { a: d2 / 2, b: d1 / 2 });
}

/** Degrees of freedom are whole, so both shapes are halves, and the same few thousand pairs serve every frame. */
function lnBeta(a: number, b: number): number {
  const key = 2 * a * widestPair + 2 * b;
  const isKept =
    2 * b < widestPair && 2 * a <= maxDegrees && Number.isInteger(2 * a) && Number.isInteger(2 * b);
  if (!isKept) return lnGamma(a) + lnGamma(b) - lnGamma(a + b);
  const known = knownLnBeta.get(key);
  if (known !== undefined) return known;
  const value = lnGamma(a) + lnGamma(b) - lnGamma(a + b);
  knownLnBeta.set(key, value);
  return value;
}

const widestPair = 16;
const maxDegrees = 4096;
const knownLnBeta = new Map<number, number>();

function continuedFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = awayFromZero(1 - ((a + b) * x) / (a + 1));
  d = 1 / d;
  let value = d;
  for (let m = 1; m <= maximumTerms; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / awayFromZero(1 + even * d);
    c = awayFromZero(1 + even / c);
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / awayFromZero(1 + odd * d);
    c = awayFromZero(1 + odd / c);
    const step = d * c;
    value *= step;
    if (Math.abs(step - 1) < 1e-15) break;
  }
  return value;
}

const maximumTerms = 300;

function awayFromZero(value: number): number {
  return Math.abs(value) < 1e-300 ? 1e-300 : value;
}
