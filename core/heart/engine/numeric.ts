/**
 * The numeric profile: + − × ÷ and square roots of IEEE 754 are the same on every machine; what else the engine needs is
 * built of them here, so that Node, a browser, Python and Go come to the same bits.
 */

const inverseLn2: f64 = 1.4426950408889634;
/** ln 2 in two parts; the first has so few digits that a product with an exponent is exact. */
const ln2High: f64 = 0.6931467056274414;
const ln2Low: f64 = 4.7493250390316726e-7;

/**
 * Eight bytes through which the exponent of a double is read, and the powers of two from 2^−1022 to 2^1023. The engine's own
 * memory begins here; the next tables follow from where these end.
 */
const BITS: usize = 1024;
const POWERS: usize = BITS + 8;
export const POWERS_END: usize = POWERS + 8 * 2046;
const POWER_OF_NOUGHT: usize = POWERS + 8 * 1022;

/** Lays the powers of two into memory; called once an instance. */
export function layPowersOfTwo(): void {
  let power: f64 = 1;
  for (let k: i32 = 0; k <= 1023; k++) {
    f64.store(POWER_OF_NOUGHT + (usize(k) << 3), power);
    if (k <= 1022) f64.store(POWER_OF_NOUGHT - (usize(k) << 3), 1 / power);
    power *= 2;
  }
}
/** 2^k, for −1022 ≤ k ≤ 1023. */
function powerOfTwo(k: i32): f64 {
  return f64.load(POWERS + (usize(k + 1022) << 3));
}

/** e^x to less than one unit in the last place; 0 below −708, where results would lose digits. */
export function exp(x: f64): f64 {
  if (x < -708) return 0;
  if (x > 709) return Infinity;
  const k: f64 = Math.floor(x * inverseLn2 + 0.5);
  const r: f64 = x - k * ln2High - k * ln2Low;
  // The Taylor series to r¹³; |r| is at most half of ln 2.
  let sum: f64 = 1.0 / 6227020800.0;
  sum = 1.0 / 479001600.0 + r * sum;
  sum = 1.0 / 39916800.0 + r * sum;
  sum = 1.0 / 3628800.0 + r * sum;
  sum = 1.0 / 362880.0 + r * sum;
  sum = 1.0 / 40320.0 + r * sum;
  sum = 1.0 / 5040.0 + r * sum;
  sum = 1.0 / 720.0 + r * sum;
  sum = 1.0 / 120.0 + r * sum;
  sum = 1.0 / 24.0 + r * sum;
  sum = 1.0 / 6.0 + r * sum;
  sum = 0.5 + r * sum;
  const power: f64 = 1 + (r + r * r * sum);
  const whole: i32 = i32(k);
  return whole > 1023 ? power * powerOfTwo(1023) * 2 : power * powerOfTwo(whole);
}

/** The natural logarithm of a normal x > 0, to less than one unit in the last place; −∞ of what is not above 0. */
export function ln(x: f64): f64 {
  if (!(x >= 2.2250738585072014e-308)) return -Infinity;
  if (x > 1.7976931348623157e308) return x;
  f64.store(BITS, x);
  const high: i32 = i32.load(BITS, 4);
  let exponent: i32 = (high >> 20) - 1023;
  let mantissa: f64 = exponent < 1023 ? x * powerOfTwo(-exponent) : x * 0.5 * powerOfTwo(-1022);
  if (mantissa >= 1.4142135623730951) {
    mantissa *= 0.5;
    exponent += 1;
  }
  // ln(1 + f) = 2 artanh(q), q = f / (2 + f)
  const f: f64 = mantissa - 1;
  const q: f64 = f / (2 + f);
  const z: f64 = q * q;
  let series: f64 = 2.0 / 21.0;
  series = 2.0 / 19.0 + z * series;
  series = 2.0 / 17.0 + z * series;
  series = 2.0 / 15.0 + z * series;
  series = 2.0 / 13.0 + z * series;
  series = 2.0 / 11.0 + z * series;
  series = 2.0 / 9.0 + z * series;
  series = 2.0 / 7.0 + z * series;
  series = 2.0 / 5.0 + z * series;
  series = 2.0 / 3.0 + z * series;
  const halfSquare: f64 = 0.5 * f * f;
  const digits: f64 = f64(exponent);
  return digits * ln2High - (halfSquare - (q * (halfSquare + z * series) + digits * ln2Low) - f);
}

export const PI: f64 = 3.141592653589793;

/**
 * Angle of the point (x, y) in radians, −π to π, within 2 units in the last place; arguments are finite, and (0, 0) has the
 * angle 0. The argument is halved twice, arctan t = 2 arctan(t / (1 + √(1 + t²))), then the Taylor series to t²⁵.
 */
export function atan2(y: f64, x: f64): f64 {
  const up: f64 = Math.abs(y);
  const along: f64 = Math.abs(x);
  if (up === 0 && along === 0) return 0;
  let t: f64 = up > along ? along / up : up / along;
  t = t / (1 + Math.sqrt(1 + t * t));
  t = t / (1 + Math.sqrt(1 + t * t));
  const z: f64 = t * t;
  let sum: f64 = 1.0 / 25.0;
  for (let odd: i32 = 23; odd > 0; odd -= 2) sum = 1 / f64(odd) - z * sum;
  let angle: f64 = 4 * t * sum;
  if (up > along) angle = PI / 2 - angle;
  if (x < 0) angle = PI - angle;
  return y < 0 ? -angle : angle;
}

/**
 * P(Z ≤ x) of the standard normal distribution, to 1e−15: the series ½ + φ(x)·(x + x³/3 + x⁵/(3·5) + …) of Marsaglia (2004),
 * Evaluating the normal distribution, Journal of Statistical Software 11(4).
 */
export function normalCdf(x: f64): f64 {
  if (x > 8.5) return 1;
  if (x < -8.5) return 0;
  const square: f64 = x * x;
  let term: f64 = x;
  let sum: f64 = x;
  for (let odd: i32 = 3; odd < 400; odd += 2) {
    if (Math.abs(term) <= 1e-18 * Math.abs(sum)) break;
    term = (term * square) / f64(odd);
    sum += term;
  }
  return 0.5 + sum * exp(-0.5 * square) * 0.3989422804014327;
}
