export interface WeightedValue {
  readonly value: number;
  readonly weight: number;
}

/**
 * The closest sequence that never falls, in weighted least squares, by pooling adjacent violators (Ayer et al. 1955, "An
 * empirical distribution function for sampling with incomplete information").
 */
export function isotonic(values: readonly WeightedValue[]): number[] {
  const pools: { value: number; weight: number; count: number }[] = [];
  for (const { value, weight } of values) {
    pools.push({ value, weight, count: 1 });
    for (let last = pools.length - 1; last > 0 && pools[last - 1]!.value > pools[last]!.value; last -= 1) {
      const [lower, upper] = [pools[last - 1]!, pools[last]!];
      const total = lower.weight + upper.weight;
      pools.splice(last - 1, 2, {
        value: (lower.weight * lower.value + upper.weight * upper.value) / total,
        weight: total,
        count: lower.count + upper.count,
      });
    }
  }
  return pools.flatMap(({ value, count }) => Array.from({ length: count }, () => value));
}
