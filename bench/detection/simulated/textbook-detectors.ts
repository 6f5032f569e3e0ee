import { channelCount } from "./residual-stream.ts";

/**
 * A detector with one limit: after the baseline it gives one statistic a frame and alarms when that reaches the limit. The limit
 * is not part of it, so that every detector can be set to the same false alarm rate on the same fault-free streams.
 */
export interface Detector {
  readonly name: string;
  /** Learns from `frames` rows and returns a function from the next row to the statistic. Missing values are NaN. */
  start(baseline: Float64Array, frames: number): (row: Float64Array) => number;
}

/**
 * What textbooks do with a finite baseline: take its mean and standard deviation as if they were known (plug-in). Montgomery,
 * Introduction to Statistical Quality Control, chapters 6, 9 and 11. A missing value leaves its channel as it was.
 */
export const textbookDetectors: readonly Detector[] = [
  {
    name: "CUSUM per channel, k 0.5",
    start: (baseline, frames) => {
      const standardise = plugIn(baseline, frames);
      const upper = new Float64Array(channelCount);
      const lower = new Float64Array(channelCount);
      return (row) => {
        let largest = 0;
        forEachPresent(standardise(row), (z, channel) => {
          upper[channel] = Math.max(0, upper[channel]! + z - 0.5);
          lower[channel] = Math.max(0, lower[channel]! - z - 0.5);
        });
        for (let channel = 0; channel < channelCount; channel++) {
          largest = Math.max(largest, upper[channel]!, lower[channel]!);
        }
        return largest;
      };
    },
  },
  {
    name: "Shewhart",
    start: (baseline, frames) => {
      const standardise = plugIn(baseline, frames);
      return (row) => {
        let largest = 0;
        forEachPresent(standardise(row), (z) => (largest = Math.max(largest, Math.abs(z))));
        return largest;
      };
    },
  },
  {
    name: "Hotelling T²",
    start: (baseline, frames) => {
      const whiten = covarianceWhitener(baseline, frames);
      return (row) => squaredLength(whiten(row));
    },
  },
  {
    name: "MEWMA, λ 0.1",
    start: (baseline, frames) => {
      const whiten = covarianceWhitener(baseline, frames);
      const average = new Float64Array(channelCount);
      return (row) => {
        const z = whiten(row);
        for (let channel = 0; channel < channelCount; channel++)
          average[channel] = 0.9 * average[channel]! + 0.1 * z[channel]!;
        return (squaredLength(average) * 1.9) / 0.1;
      };
    },
  },
  {
    name: "MCUSUM (Crosier), k 0.5",
    start: (baseline, frames) => {
      const whiten = covarianceWhitener(baseline, frames);
      const sums = new Float64Array(channelCount);
      return (row) => {
        const z = whiten(row);
        for (let channel = 0; channel < channelCount; channel++) sums[channel]! += z[channel]!;
        const length = Math.sqrt(squaredLength(sums));
        const kept = length <= 0.5 ? 0 : 1 - 0.5 / length;
        for (let channel = 0; channel < channelCount; channel++) sums[channel]! *= kept;
        return Math.max(0, length - 0.5);
      };
    },
  },
];

function forEachPresent(z: Float64Array, visit: (z: number, channel: number) => void): void {
  for (let channel = 0; channel < z.length; channel++)
    if (!Number.isNaN(z[channel]!)) visit(z[channel]!, channel);
}

function plugIn(baseline: Float64Array, frames: number): (row: Float64Array) => Float64Array {
  const { means, deviations } = momentsOf(baseline, frames);
  return (row) => row.map((value, channel) => (value - means[channel]!) / deviations[channel]!);
}

function momentsOf(
  baseline: Float64Array,
  frames: number,
): { means: Float64Array; deviations: Float64Array } {
  const means = new Float64Array(channelCount);
  const deviations = new Float64Array(channelCount);
  for (let channel = 0; channel < channelCount; channel++) {
    const present: number[] = [];
    for (let frame = 0; frame < frames; frame++) {
      const value = baseline[frame * channelCount + channel]!;
      if (!Number.isNaN(value)) present.push(value);
    }
    const mean = present.reduce((total, value) => total + value, 0) / present.length;
    const squares = present.reduce((total, value) => total + (value - mean) ** 2, 0);
    means[channel] = mean;
    deviations[channel] = Math.sqrt(squares / (present.length - 1));
  }
  return { means, deviations };
}

/** z with identity covariance under the baseline's sample covariance (Cholesky); a missing channel counts as its mean. */
function covarianceWhitener(baseline: Float64Array, frames: number): (row: Float64Array) => Float64Array {
  const { means } = momentsOf(baseline, frames);
  const centred = (row: ArrayLike<number>, channel: number): number =>
    Number.isNaN(row[channel]!) ? 0 : row[channel]! - means[channel]!;
  const factor = new Float64Array(channelCount * channelCount);
  for (let frame = 0; frame < frames; frame++) {
    const row = baseline.subarray(frame * channelCount, (frame + 1) * channelCount);
    for (let i = 0; i < channelCount; i++) {
      for (let j = 0; j <= i; j++)
        factor[i * channelCount + j]! += (centred(row, i) * centred(row, j)) / (frames - 1);
    }
  }
  // A sensor that is silent throughout has no spread; any will do, for it never has a value either.
  for (let i = 0; i < channelCount; i++)
    if (!(factor[i * channelCount + i]! > 0)) factor[i * channelCount + i] = 1;
  cholesky(factor);
  return (row) => {
    const z = new Float64Array(channelCount);
    for (let i = 0; i < channelCount; i++) {
      let rest = centred(row, i);
      for (let j = 0; j < i; j++) rest -= factor[i * channelCount + j]! * z[j]!;
      z[i] = rest / factor[i * channelCount + i]!;
    }
    return z;
  };
}

/** Lower triangular factor in place. */
function cholesky(matrix: Float64Array): void {
  for (let i = 0; i < channelCount; i++) {
    for (let j = 0; j <= i; j++) {
      let rest = matrix[i * channelCount + j]!;
      for (let k = 0; k < j; k++) rest -= matrix[i * channelCount + k]! * matrix[j * channelCount + k]!;
      matrix[i * channelCount + j] = i === j ? Math.sqrt(rest) : rest / matrix[j * channelCount + j]!;
    }
  }
}

function squaredLength(vector: Float64Array): number {
  let total = 0;
  for (const value of vector) total += value * value;
  return total;
}
