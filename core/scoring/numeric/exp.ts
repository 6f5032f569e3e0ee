/**
 * e^x in the numeric profile: within 1 ulp of the true value, and the same 64 bits in every language, because it is
 * made of + − × and exact powers of two only. Overflow gives Infinity, underflow 0 (exp.test.ts).
 *
 * x = k·ln 2 + r with |r| ≤ ½ ln 2; e^r by its Taylor polynomial of degree 13, whose truncation is below 2^−57.
 */
export function exp(x: number): number {
  if (x > 709.782712893384) return Infinity;
  if (x < -745.1332191019412) return 0;
  if (x !== x) return x;
  const k = Math.floor(x * inverseLn2 + 0.5);
  const r = x - k * ln2High - k * ln2Low;
  const tail =
    0.5 +
    r *
      (1 / 6 +
        r *
          (1 / 24 +
            r *
              (1 / 120 +
                r *
                  (1 / 720 +
                    r *
                      (1 / 5040 +
                        r *
                          (1 / 40320 +
                            r *
                              (1 / 362880 +
                                r *
                                  (1 / 3628800 +
                                    r * (1 / 39916800 + r * (1 / 479001600 + r * (1 / 6227020800)))))))))));
  const power = 1 + (r + r * r * tail);
  if (k > -1022 && k < 1024) return power * powerOfTwo(k);
  // 2^1024 is no double and 2^−1080 is none either: both halves of k are.
  const half = Math.floor(k / 2);
  return power * powerOfTwo(half) * powerOfTwo(k - half);
}

const inverseLn2 = 1.4426950408889634;
/** ln 2 cut after 21 bits, so that k·ln2High is exact, and the rest. */
export const ln2High = 0.6931467056274414;
export const ln2Low = 4.7493250390316726e-7;

/** 2^exponent, exact, for whole exponents from −1074 to 1023. */
export function powerOfTwo(exponent: number): number {
  return powers[exponent + 1074]!;
}

const powers = new Float64Array(2098);
for (let exponent = 0, power = 1; exponent <= 1023; exponent += 1, power *= 2)
  powers[exponent + 1074] = power;
for (let exponent = -1, power = 0.5; exponent >= -1074; exponent -= 1, power /= 2) {
  powers[exponent + 1074] = power;
}
