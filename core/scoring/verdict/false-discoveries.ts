import { exp } from "../numeric/exp.ts";

/**
 * How surely a vehicle has changed, as an e-value: without a change the likelihood ratio, summed over the blocks that a change may
 * have begun at and averaged over the channels, has mean at most the number of blocks, of which there are no more than frames. 0
 * while it is not known.
 */
export function changeEValue(nats: number | null, frames: number): number {
  return nats === null ? 0 : exp(Math.min(maxNats, nats)) / Math.max(1, frames);
}

/** e^600 is still finite. */
const maxNats = 600;

/**
 * The e-BH rule (Wang & Ramdas 2022, "False discovery rate control with e-values", J. R. Stat. Soc. B 84): the k largest of
 * `hypotheses` e-values, with the largest k for which k times the k-th largest reaches hypotheses/rate. Among them the
 * expected share of false ones is at most `rate`, however the vehicles depend on each other. E-values that are not given
 * count as none. Returns the smallest e-value of those chosen; Infinity when none is.
 */
export function discoveryThreshold(eValues: readonly number[], hypotheses: number, rate: number): number {
  const descending = eValues.toSorted((one, other) => other - one);
  for (let k = descending.length; k > 0; k -= 1) {
    if (k * descending[k - 1]! >= hypotheses / rate) return descending[k - 1]!;
  }
  return Infinity;
}
