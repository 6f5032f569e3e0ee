/** The middle value, or the mean of the two middle ones; 0 of nothing. The values are left as they are. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const upper = sorted[sorted.length >> 1] ?? 0;
  return sorted.length % 2 === 1 ? upper : 0.5 * (upper + (sorted[(sorted.length >> 1) - 1] ?? 0));
}

/** Median absolute deviation from the given centre, scaled to the standard deviation of a normal distribution. */
export function robustSpread(values: readonly number[], centre: number): number {
  return 1.4826 * median(values.map((value) => Math.abs(value - centre)));
}
