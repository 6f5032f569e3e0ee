import { ln2High, ln2Low, powerOfTwo } from "./exp.ts";

/**
 * Natural logarithm in the numeric profile: within 1 ulp, the same 64 bits in every language. ln 0 is −Infinity, a
 * negative argument gives NaN.
 *
 * x = 2^k·(1 + f) with √½ ≤ 1 + f < √2, s = f/(2 + f), ln(1 + f) = 2(s + s³/3 + s⁵/5 + …) written as
 * f − (f²/2 − s·(f²/2 + R)), which loses nothing for small f (Taylor series, truncated below 2^−58).
 */
export function ln(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return x;
  let k = exponentOf(x);
  let mantissa = k < -1022 ? x * powerOfTwo(60) * powerOfTwo(-k - 60) : x * powerOfTwo(-k);
  if (mantissa >= squareRootOf2) {
    mantissa *= 0.5;
    k += 1;
  }
  const f = mantissa - 1;
  const s = f / (2 + f);
  const z = s * s;
  const series =
    2 / 3 +
    z *
      (2 / 5 +
        z *
          (2 / 7 +
            z *
              (2 / 9 +
                z * (2 / 11 + z * (2 / 13 + z * (2 / 15 + z * (2 / 17 + z * (2 / 19 + z * (2 / 21)))))))));
  const halfSquare = 0.5 * f * f;
  return k * ln2High - (halfSquare - (s * (halfSquare + z * series) + k * ln2Low) - f);
}

/** Largest k with 2^k ≤ x, for finite positive x. */
function exponentOf(x: number): number {
  bits.setFloat64(0, x);
  const biased = bits.getUint16(0) >> 4;
  if (biased > 0) return biased - 1023;
  bits.setFloat64(0, x * powerOfTwo(60));
  return (bits.getUint16(0) >> 4) - 1083;
}

/**
 * A register: what a call reads it has just written. Searching the powers of two for the exponent instead takes ln from 17 ns
 * to 25 to 40, and every block takes hundreds of logarithms.
 */
const bits = new DataView(new ArrayBuffer(8));
const squareRootOf2 = 1.4142135623730951;
