/**
 * Readings between two false signals of a two-sided tabular CUSUM, for independent normal readings without a change:
 * Siegmund's approximation (Siegmund 1985, Sequential Analysis, 2.5; Montgomery, Introduction to Statistical Quality
 * Control, 9.1.8). Both sums have the same run length, so that the two together have half of it.
 */
export function falseSignalEvery({ k, h }: { readonly k: number; readonly h: number }): number {
  const height = h + 1.166;
  return (Math.exp(2 * k * height) - 2 * k * height - 1) / (4 * k * k);
}
