import { exp, ln, PI } from "./numeric.ts";

/**
 * Fisher's F distribution in the numeric profile, through the regularised incomplete beta function. Tails are within 1e−12,
 * relative, from 1e−300 to 1 for up to 2,000 degrees of freedom in all.
 */

const HALF_LN_TWO_PI: f64 = 0.9189385332046728;

/**
 * ln Γ(x) for x > 0, within 1e−14 absolute or relative, whichever is more: Stirling's formula (Abramowitz & Stegun 6.1.40) and
 * its remainder.
 */
export function lnGamma(x: f64): f64 {
  return (x - 0.5) * ln(x) - x + HALF_LN_TWO_PI + stirlingRemainder(x);
}
/**
 * ln Γ(x) − ((x − ½)·ln x − x + ½ ln 2π). From 10 up the series to the term in x^−15, whose error there is below 1e−17; below,
 * arguments are lifted by Γ(x + 1) = x·Γ(x).
 */
function stirlingRemainder(x: f64): f64 {
  // Not defined there, and numbers of a state that somebody made up must not lift without end.
  if (!(x > 0)) return 0;
  let product: f64 = 1;
  let lifted: f64 = x;
  while (lifted < 10) {
    product *= lifted;
    lifted += 1;
  }
  const z: f64 = 1 / (lifted * lifted);
  let series: f64 = -3617.0 / 122400.0;
  series = 1.0 / 156.0 + z * series;
  series = -691.0 / 360360.0 + z * series;
  series = 1.0 / 1188.0 + z * series;
  series = -1.0 / 1680.0 + z * series;
  series = 1.0 / 1260.0 + z * series;
  series = -1.0 / 360.0 + z * series;
  series = 1.0 / 12.0 + z * series;
  const remainder: f64 = series / lifted;
  if (lifted === x) return remainder;
  return remainder + (lifted - 0.5) * ln(lifted) - lifted - ln(product) - ((x - 0.5) * ln(x) - x);
}

/** What the newest tail was computed with: f times the density at f. */
let front: f64 = 0;

/**
 * P(F ≥ f) with d and e degrees of freedom. The density is Loader's (2000), Fast and accurate computation of binomial
 * probabilities: of a difference of ln Γ, thousands of degrees of freedom would leave 11 digits.
 */
export function fisherTail(f: f64, d: f64, e: f64): f64 {
  if (!(f > 0)) return 1;
  const total: f64 = d * f + e;
  const ratio: f64 = (d + e) / total;
  const a: f64 = 0.5 * e;
  const b: f64 = 0.5 * d;
  const remainders: f64 = stirlingRemainder(a + b) - stirlingRemainder(a) - stirlingRemainder(b);
  const power: f64 = a * ln(ratio) + b * ln(f * ratio) + remainders;
  front = exp(power) * Math.sqrt((a * b) / (2 * PI * (a + b)));
  const x: f64 = e / total;
  // The fraction converges fast only below its mean.
  if (x * (a + b + 2) < a + 1) return (front * continuedFraction(x, a, b)) / a;
  return 1 - (front * continuedFraction((d * f) / total, b, a)) / b;
}
/** Of the incomplete beta function (Abramowitz & Stegun 26.5.8), by the modified Lentz method. */
function continuedFraction(x: f64, a: f64, b: f64): f64 {
  let c: f64 = 1;
  let d: f64 = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let value: f64 = d;
  for (let m: f64 = 1; m <= 300; m += 1) {
    const even: f64 = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / awayFromZero(1 + even * d);
    c = awayFromZero(1 + even / c);
    value *= d * c;
    const odd: f64 = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / awayFromZero(1 + odd * d);
    c = awayFromZero(1 + odd / c);
    value *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return value;
}
function awayFromZero(value: f64): f64 {
  return Math.abs(value) < 1e-300 ? 1e-300 : value;
}

/**
 * The value that F exceeds with probability `rate` (down to 1e−150), by Newton's method on ln P over ln f. That curve is
 * concave: from above each step stays above, until rounding alone is left.
 */
export function fisherQuantile(rate: f64, d: f64, e: f64): f64 {
  let f: f64 = 1;
  while (fisherTail(f, d, e) > rate) f *= 2;
  for (let step: i32 = 0; step < 60; step++) {
    const tail: f64 = fisherTail(f, d, e);
    const next: f64 = f * exp((ln(tail / rate) * tail) / front);
    if (next >= f) break;
    f = next;
  }
  return f;
}
