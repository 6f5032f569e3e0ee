import { normalProbability } from "../../../core/chart-design/distributions.ts";

/**
 * NAB's own baseline detector: how improbable a value is under the normal distribution of the last 6,400, renewed every 100.
 * It is here because its scores are published per file: they prove that the scorer beside it is NAB's.
 */
export function windowedGaussianRows(values: readonly number[]): number[] {
  let window: number[] = [];
  let waiting: number[] = [];
  let moments = noMoments;
  const rows: number[] = [];
  values.forEach((value, row) => {
    if (window.length > 0 && isCertain(value, moments)) rows.push(row);
    if (window.length < windowLength) {
      window.push(value);
      moments = withValue(moments, value);
      return;
    }
    waiting.push(value);
    if (waiting.length < stepLength) return;
    window = [...window.slice(stepLength), ...waiting];
    waiting = [];
    moments = window.reduce(withValue, noMoments);
  });
  return rows;
}

const windowLength = 6_400;
const stepLength = 100;

interface Moments {
  readonly count: number;
  readonly mean: number;
  /** Sum of squares about the mean. */
  readonly squares: number;
}

const noMoments: Moments = { count: 0, mean: 0, squares: 0 };

/** Welford (1962), "Note on a method for calculating corrected sums of squares and products". */
function withValue({ count, mean, squares }: Moments, value: number): Moments {
  const next = mean + (value - mean) / (count + 1);
  return { count: count + 1, mean: next, squares: squares + (value - mean) * (value - next) };
}

/** The published threshold is 1.0 on scores written with twelve digits, so a tail below 5e-13 counts as certain. */
function isCertain(value: number, { count, mean, squares }: Moments): boolean {
  const deviation = Math.sqrt(squares / count);
  // The published code divides by 1.4142, not by the root of two, and takes a hair for no deviation.
  const z = (Math.abs(value - mean) / (deviation === 0 ? 1e-6 : deviation)) * (Math.SQRT2 / 1.4142);
  return normalProbability(-z) < 5e-13;
}
