import { normalProbability } from "../../../core/scoring/run-length/distributions.ts";

/**
 * NAB's own baseline detector: how improbable a value is under the normal distribution of the last 6,400, renewed every 100.
 * It is here because its scores are published per file: they prove that the scorer beside it is NAB's.
 */
export function windowedGaussianRows(values: readonly number[]): number[] {
  let window: number[] = [];
  let waiting: number[] = [];
  let moments = { mean: 0, deviation: 1 };
  const rows: number[] = [];
  values.forEach((value, row) => {
    if (window.length > 0 && isCertain(value, moments)) rows.push(row);
    if (window.length < windowLength) {
      window.push(value);
      moments = momentsOf(window);
      return;
    }
    waiting.push(value);
    if (waiting.length < stepLength) return;
    window = [...window.slice(stepLength), ...waiting];
    waiting = [];
    moments = momentsOf(window);
  });
  return rows;
}

const windowLength = 6_400;
const stepLength = 100;

/** The published threshold is 1.0 on scores written with twelve digits, so a tail below 5e-13 counts as certain. */
function isCertain(value: number, { mean, deviation }: { mean: number; deviation: number }): boolean {
  // The published code divides by 1.4142, not by the root of two.
  const z = (Math.abs(value - mean) / deviation) * (Math.SQRT2 / 1.4142);
  return normalProbability(-z) < 5e-13;
}

function momentsOf(window: readonly number[]): { mean: number; deviation: number } {
  let sum = 0;
  for (const value of window) sum += value;
  const mean = sum / window.length;
  let squares = 0;
  for (const value of window) squares += (value - mean) ** 2;
  const deviation = Math.sqrt(squares / window.length);
  return { mean, deviation: deviation === 0 ? 1e-6 : deviation };
}
