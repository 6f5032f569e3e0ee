import { fisherDistribution, fisherTail } from "../../../core/scoring/numeric/beta-tail.ts";
import { cholesky, forwardSolve } from "../../../core/scoring/numeric/symmetric-matrix.ts";

/**
 * The leaderboard's Hotelling T² entry, step by step as its notebook does it: plain standardisation and covariance of the
 * training rows, the median of the last five T², twice the F limit at 0.999. It is here because its scores are published:
 * they prove that the metric beside it is the leaderboard's. Answers for each row whether it is called anomalous.
 */
export function tSquaredCalls(rows: readonly (readonly number[])[], trainingRows: number): boolean[] {
  const training = rows.slice(0, trainingRows);
  const moving = training[0]!
    .map((_, channel) => channel)
    .filter((channel) => training.some((row) => row[channel] !== training[0]![channel]));
  const width = moving.length;
  const means = moving.map((channel) => mean(training.map((row) => row[channel]!)));
  const covariance = new Float64Array(width * width);
  for (const row of training) {
    const centred = moving.map((channel, at) => row[channel]! - means[at]!);
    for (let i = 0; i < width; i++)
      for (let j = 0; j < width; j++)
        covariance[i * width + j]! += (centred[i]! * centred[j]!) / (trainingRows - 1);
  }
  const factor = cholesky(covariance, width)!;
  const distances = rows.map((row) => {
    const solved = forwardSolve(
      factor,
      moving.map((channel, at) => row[channel]! - means[at]!),
    );
    return solved.reduce((total, value) => total + value * value, 0);
  });
  const limit = 2 * upperLimit(width, trainingRows);
  return distances.map((_, row) => row >= 4 && median5(distances.slice(row - 4, row + 1)) > limit);
}

/** The published code reads the quantile off a grid of 10,000 points from 0 to 15: the last one below it. */
function upperLimit(width: number, rows: number): number {
  const step = 15 / 9_999;
  let [below, above] = [0, 9_999];
  while (above - below > 1) {
    const middle = (below + above) >> 1;
    if (1 - fisherTail(middle * step, fisherDistribution(width, rows - width)) < 0.999) below = middle;
    else above = middle;
  }
  return ((width * (rows - 1) * (rows + 1)) / (rows * (rows - width))) * below * step;
}

function median5(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[2]!;
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}
