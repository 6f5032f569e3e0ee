import { exp } from "./exp.ts";
import { lnGamma } from "./ln-gamma.ts";
import { ln } from "./ln.ts";

/** Fisher's F with d1 and d2 degrees of freedom, and what each of its tails is computed from. */
export interface FisherDistribution {
  readonly d1: number;
  readonly d2: number;
  /** ln B(d2/2, d1/2). */
  readonly lnBeta: number;
}

export function fisherDistribution(d1: number, d2: number): FisherDistribution {
  return { d1, d2, lnBeta: lnGamma(d2 / 2) + lnGamma(d1 / 2) - lnGamma(d2 / 2 + d1 / 2) };
}

/** P(F > f). */
export function fisherTail(f: number, { d1, d2, lnBeta }: FisherDistribution): number {
  const total = d1 * f + d2;
  return regularisedBeta(d2 / total, (d1 * f) / total, { a: d2 / 2, b: d1 / 2, lnBeta });
}

interface BetaShape {
  readonly a: number;
  readonly b: number;
  /** ln B(a, b). */
  readonly lnBeta: number;
}

/**
 * Regularised incomplete beta function I_x(a, b) in the numeric profile, with x given as x and 1 − x so that neither
 * tail loses digits. Continued fraction of Abramowitz & Stegun 26.5.8, evaluated by the modified Lentz method.
 */
function regularisedBeta(x: number, oneMinusX: number, { a, b, lnBeta }: BetaShape): number {
  if (!(x > 0)) return 0;
  if (!(oneMinusX > 0)) return 1;
  const front = exp(a * ln(x) + b * ln(oneMinusX) - lnBeta);
  // The fraction converges fast only below its mean.
  if (x * (a + b + 2) < a + 1) return (front * continuedFraction(x, a, b)) / a;
  return 1 - (front * continuedFraction(oneMinusX, b, a)) / b;
}

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
