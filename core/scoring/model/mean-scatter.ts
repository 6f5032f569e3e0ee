/**
 * By how much neighbouring means of 2^k blocks have differed, k = 0 … 9, channel by channel: sums of η(Ā − B̄)², whose mean is
 * the variance of a block where blocks are independent, and how many they are. η = n_A·n_B/(n_A + n_B). Binary32 numbers.
 */
export interface MeanScatter {
  readonly squares: number[];
  readonly counts: number[];
}
