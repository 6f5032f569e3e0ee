import { toSixteenBits } from "../numeric/rounding/sixteen-bits.ts";

/**
 * Sums as a bucket keeps them: the weight of each channel as binary32; its sum, and the squares about its mean, with sixteen
 * significant bits each. That is to 1.5·10⁻⁵ of either, and far from zero the scatter is still told from the shift, which a
 * rounded Σwy² would not do. What follows the channels is kept as it is.
 */
export function keptSums(sums: readonly number[], channels: number): readonly number[] {
  const kept = sums.slice();
  keepSums(kept, 0, channels);
  return kept;
}

/** The same, of sums that begin at a place of a list of the caller's own. */
export function keepSums(sums: number[], first: number, channels: number): void {
  for (let at = first; at < first + 3 * channels; at += 3) {
    const about = squaresAboutMean(sums, at);
    // Of a single block nothing is left but the error of the arithmetic.
    const squares = about > leastShare * sums[at + 2]! ? toSixteenBits(about) : 0;
    const weight = Math.fround(sums[at]!);
    const sum = weight === 0 ? 0 : toSixteenBits(sums[at + 1]!);
    sums[at] = weight;
    sums[at + 1] = sum;
    sums[at + 2] = weight === 0 ? 0 : squaresWith(weight, sum, squares);
  }
}

const leastShare = 2 ** -30;

/** Σwy² of the weight, the sum and the squares about the mean. */
export function squaresWith(weight: number, sum: number, aboutMean: number): number {
  return (sum * sum) / weight + aboutMean;
}

/** The squares about the mean that kept sums were made of, to the bit once rounded; a little off where sums were not kept. */
export function squaresAboutMean(sums: readonly number[], at: number): number {
  return aboutMean(sums[at]!, sums[at + 1]!, sums[at + 2]!);
}

export function aboutMean(weight: number, sum: number, squares: number): number {
  return weight > 0 ? squares - (sum * sum) / weight : 0;
}
