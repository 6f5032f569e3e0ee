import { ln } from "./ln.ts";

/**
 * ln Γ(x) for x > 0 in the numeric profile. Arguments below 10 are lifted by Γ(x + 1) = x·Γ(x); above, Stirling's
 * series to the term in x^−15 (Abramowitz & Stegun 6.1.40), whose error there is below 1e−17.
 */
export function lnGamma(x: number): number {
  let product = 1;
  let lifted = x;
  while (lifted < 10) {
    product *= lifted;
    lifted += 1;
  }
  const z = 1 / (lifted * lifted);
  const series =
    1 / 12 +
    z *
      (-1 / 360 +
        z *
          (1 / 1260 +
            z * (-1 / 1680 + z * (1 / 1188 + z * (-691 / 360360 + z * (1 / 156 + z * (-3617 / 122400)))))));
  return (lifted - 0.5) * ln(lifted) - lifted + halfLnTwoPi + series / lifted - ln(product);
}

const halfLnTwoPi = 0.9189385332046728;
