/** One mean of a drift over time: when, how far from the reference, and the variance of that mean. */
export interface Observation {
  readonly timeDays: number;
  readonly value: number;
  readonly variance: number;
  /** Blocks it is the mean of. */
  readonly blocks: number;
  /** Far longer has passed since the observation before than their blocks take. */
  readonly afterPause: boolean;
}

/** Weighted least squares: value at `meanDays`, slope a day, and their variances. */
export interface Line {
  readonly meanDays: number;
  readonly meanValue: number;
  readonly meanVariance: number;
  readonly slope: number;
  readonly slopeVariance: number;
}

/** With the straight line through the observations since it began. */
export interface Trend extends Line {
  /** A drift that came at once, or one that grows. */
  readonly shape: "step" | "ramp";
  /** When it began, on the observations' own grid, and the level it began from. */
  readonly beganDays: number;
  readonly level: number;
  /** From then to the last observation, and the blocks in between. */
  readonly spanDays: number;
  readonly blocks: number;
  /** Most of the time since the last observation before it was a pause: what happened in it was not observed. */
  readonly mostlyPause: boolean;
}

/**
 * Step or ramp: y = c before t₀ and c + a since then, or c + b·(t − t₀) since then, t₀ among the observations. Both have
 * three parameters, so the Bayesian information criterion (Schwarz 1978) prefers the smaller weighted sum of squares. A
 * ramp most of which lies in a pause could not be distinguished from a step, and is not tried. The
 * slope comes from the free line through the observations since t₀, which is what a broken line with unknown t₀ leaves of
 * them. Variances are raised to what the line leaves unexplained. Null with fewer than five observations, or when fewer
 * than three are left since the drift began.
 */
export function fitTrend(observations: readonly Observation[]): Trend | null {
  if (observations.length < 5) return null;
  const all = new WeightedSums();
  for (const observation of observations) all.add(observation);
  const since = new WeightedSums();
  let best = { squares: Infinity, level: 0, shape: "step" as Trend["shape"], from: 1, mostlyPause: false };
  let longestPause = 0;
  for (let from = observations.length - 1; from >= 1; from -= 1) {
    since.add(observations[from]!);
    const { timeDays, afterPause } = observations[from]!;
    // A ramp starts from nothing at the observation before the first that has moved.
    const start = observations[from - 1]!.timeDays;
    if (afterPause) longestPause = Math.max(longestPause, timeDays - start);
    const mostlyPause = longestPause > 0.5 * (observations.at(-1)!.timeDays - start);
    const step = all.besideRegressor(since.weights, since.weights, since.values);
    if (step.squares < best.squares) best = { ...step, shape: "step", from, mostlyPause };
    if (mostlyPause) continue;
    const ramp = all.besideRegressor(
      since.times - start * since.weights,
      since.timeSquares - 2 * start * since.times + start * start * since.weights,
      since.products - start * since.values,
    );
    if (ramp.squares < best.squares) best = { ...ramp, shape: "ramp", from, mostlyPause };
  }
  const { shape, level, from, mostlyPause } = best;
  const line = fitLine(observations.slice(from));
  const beganDays = observations[shape === "ramp" ? from - 1 : from]!.timeDays;
  if (line === null) return null;
  return {
    shape,
    beganDays,
    level,
    spanDays: observations.at(-1)!.timeDays - beganDays,
    blocks: observations.slice(from).reduce((sum, { blocks }) => sum + blocks, 0),
    mostlyPause,
    ...line,
  };
}

/** Sums over observations, each weighted with the inverse of its variance. */
class WeightedSums {
  weights = 0;
  times = 0;
  timeSquares = 0;
  values = 0;
  valueSquares = 0;
  products = 0;

  add({ timeDays, value, variance }: Observation): void {
    const weight = 1 / variance;
    this.weights += weight;
    this.times += weight * timeDays;
    this.timeSquares += weight * timeDays * timeDays;
    this.values += weight * value;
    this.valueSquares += weight * value * value;
    this.products += weight * timeDays * value;
  }

  /** Least weighted sum of squares beside c + a·x, and that c; given Σwx, Σwx² and Σwxy. */
  besideRegressor(sumX: number, sumXX: number, sumXY: number): { squares: number; level: number } {
    const meanX = sumX / this.weights;
    const meanY = this.values / this.weights;
    const spread = sumXX - meanX * sumX;
    const product = sumXY - meanX * this.values;
    const size = spread > 0 ? product / spread : 0;
    const squares = this.valueSquares - meanY * this.values;
    return { squares: Math.max(0, squares - size * product), level: meanY - size * meanX };
  }
}

/** Weighted least squares. Null when three observations are not to be had at two different times. */
export function fitLine(
  observations: readonly Pick<Observation, "timeDays" | "value" | "variance">[],
): Line | null {
  if (observations.length < 3) return null;
  let [weights, times, values] = [0, 0, 0];
  for (const { timeDays, value, variance } of observations) {
    weights += 1 / variance;
    times += timeDays / variance;
    values += value / variance;
  }
  const [meanDays, meanValue] = [times / weights, values / weights];
  let [spread, products] = [0, 0];
  for (const { timeDays, value, variance } of observations) {
    const away = timeDays - meanDays;
    spread += (away * away) / variance;
    products += (away * (value - meanValue)) / variance;
  }
  if (!(spread > 0)) return null;
  const slope = products / spread;
  let left = 0;
  for (const { timeDays, value, variance } of observations) {
    const beside = value - meanValue - slope * (timeDays - meanDays);
    left += (beside * beside) / variance;
  }
  const dispersion = Math.max(1, left / (observations.length - 2));
  return {
    meanDays,
    meanValue,
    meanVariance: dispersion / weights,
    slope,
    slopeVariance: dispersion / spread,
  };
}
