import type { ChannelChart, RunningNoise } from "../model/rows/channel-charts.ts";
import { ln } from "../numeric/ln.ts";

type CusumSums = Pick<ChannelChart, "upper" | "lower">;

/**
 * One step of the two-sided tabular CUSUM: C⁺ ← max(0, C⁺ + z − k), C⁻ ← max(0, C⁻ − z − k).
 * Page, E. S. (1954), "Continuous inspection schemes", Biometrika 41.
 */
export function stepCusum(sums: CusumSums, z: number, k: number): CusumSums {
  return { upper: Math.max(0, sums.upper + z - k), lower: Math.max(0, sums.lower - z - k) };
}

export const noNoise: RunningNoise = { count: 0, mean: 0, squares: 0 };
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

/** Welford's update. */
export function addToNoise(noise: RunningNoise, value: number): RunningNoise {
  const count = noise.count + 1;
  const mean = noise.mean + (value - noise.mean) / count;
  return { count, mean, squares: noise.squares + (value - noise.mean) * (value - mean) };
}
