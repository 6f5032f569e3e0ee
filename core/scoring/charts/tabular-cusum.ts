import type { ChannelChart, ChartBench, RunningNoise } from "../model/rows/channel-charts.ts";
import { ln } from "../numeric/ln.ts";

/**
 * One step of the two-sided tabular CUSUM, where its sums stand: C⁺ ← max(0, C⁺ + z − k), C⁻ ← max(0, C⁻ − z − k).
 * Page, E. S. (1954), "Continuous inspection schemes", Biometrika 41.
 */
export function stepCusum(sums: Pick<ChartBench, "upper" | "lower">, z: number, k: number): void {
  sums.upper = Math.max(0, sums.upper + z - k);
  sums.lower = Math.max(0, sums.lower - z - k);
}

export const noChart: ChannelChart = { upper: 0, lower: 0, count: 0, mean: 0, squares: 0 };

/**
 * The value as a standard normal score that needs no known mean or σ (Hawkins 1987, "Self-starting CUSUM charts"):
 * the Student score of its distance from the mean so far, turned normal by Wallace's formula. 0 before the third value.
 */
export function selfStartingScore(noise: RunningNoise, value: number): number {
  const { count, mean, squares } = noise;
  if (count < 2 || !(squares > 0)) return 0;
  const t = ((value - mean) / Math.sqrt(squares / (count - 1))) * Math.sqrt(count / (count + 1));
  const degrees = count - 1;
  const size = Math.sqrt(degrees * ln(1 + (t * t) / degrees)) * ((8 * degrees + 1) / (8 * degrees + 3));
  return t < 0 ? -size : size;
}

/** Welford's update, in place. */
export function addToNoise(noise: NoiseBench, value: number): void {
  const before = value - noise.mean;
  noise.count += 1;
  noise.mean += before / noise.count;
  noise.squares += before * (value - noise.mean);
}

type NoiseBench = Pick<ChartBench, keyof RunningNoise>;
