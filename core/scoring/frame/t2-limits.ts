import { fisherDistribution, fisherTail } from "../numeric/beta-tail.ts";
import type { FisherDistribution } from "../numeric/beta-tail.ts";

/** The limit of T² for some degrees of freedom, and the distribution it comes from. */
export interface T2Limit {
  readonly limit: number;
  readonly distribution: FisherDistribution;
}

/** Each limit takes a search, and the same few thousand serve every vehicle: they are kept, for one rate at a time. */
export class T2Limits {
  #rate = NaN;
  readonly #known = new Map<number, T2Limit>();

  /** Of a phase II frame with d channels and ν degrees of freedom, without the factor (m + 1)/m. */
  of(rate: number, d: number, nu: number): T2Limit {
    if (rate !== this.#rate) {
      this.#rate = rate;
      this.#known.clear();
    }
    // One number for both: ν is a whole number, and d far below 2^10.
    const key = 1024 * nu + d;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const distribution = fisherDistribution(d, nu - d + 1);
    const limit = (fisherQuantile(rate, distribution) * (nu * d)) / (nu - d + 1);
    const found = { limit, distribution };
    if (this.#known.size < maxKnown) this.#known.set(key, found);
    return found;
  }
}

const maxKnown = 50_000;

/** The value a Fisher variable exceeds with probability `rate`, by bisection to the last bits. */
function fisherQuantile(rate: number, distribution: FisherDistribution): number {
  let low = 0;
  let high = 1;
  while (fisherTail(high, distribution) > rate && high < 1e12) high *= 2;
  for (let step = 0; step < 60; step += 1) {
    const middle = 0.5 * (low + high);
    if (fisherTail(middle, distribution) > rate) low = middle;
    else high = middle;
  }
  return 0.5 * (low + high);
}
