/** Middle value, or the mean of the two middle ones, of the first so many; 0 of nothing. The values are left as they are. */
export function median(values: ArrayLike<number>, size = values.length): number {
  if (size === 0) return 0;
  const lower = (size >> 1) + 1;
  const sorted = lower <= register.length ? register : new Float64Array(lower);
  sortLower(sorted, values, size);
  const upper = sorted[size >> 1]!;
  return size % 2 === 1 ? upper : 0.5 * (sorted[(size >> 1) - 1]! + upper);
}

/** Median absolute deviation from the given centre, scaled to the standard deviation of a normal distribution. */
export function robustSpread(values: ArrayLike<number>, centre: number): number {
  const size = values.length;
  const away = size <= distances.length ? distances : new Float64Array(size);
  for (let at = 0; at < size; at += 1) away[at] = Math.abs(values[at]! - centre);
  return 1.4826 * median(away, size);
}

/**
 * Huber's M-estimate of location: values further than 2.5 σ from the centre pull no harder than at 2.5 σ. It starts at
 * the median; four rounds bring it to rest within a thousandth of σ. 0 of nothing.
 */
export function huberMean(values: ArrayLike<number>, sigma: number): number {
  return huberMeanFrom(median(values), values, sigma);
}

/** Which values of a list are meant: every so many, from a place on. */
export interface Column {
  readonly first: number;
  readonly step: number;
}

const everyOne: Column = { first: 0, step: 1 };

/** The same of values whose median is known. */
export function huberMeanFrom(
  middle: number,
  values: ArrayLike<number>,
  sigma: number,
  { first, step }: Column = everyOne,
): number {
  const reach = 2.5 * sigma;
  const size = Math.ceil((values.length - first) / step);
  let centre = middle;
  if (!(size > 0 && reach > 0)) return centre;
  for (let round = 0; round < 4; round += 1) {
    let sum = 0;
    for (let at = first; at < values.length; at += step) {
      const distance = values[at]! - centre;
      sum += distance > reach ? reach : distance < -reach ? -reach : distance;
    }
    centre += sum / size;
  }
  return centre;
}

/** The median of five values, by comparisons alone: every block of every channel asks for it. */
export function medianOfFive(values: ArrayLike<number>, { first, step }: Column = everyOne): number {
  const a = values[first]!;
  const b = values[first + step]!;
  const c = values[first + 2 * step]!;
  const d = values[first + 3 * step]!;
  const lower = Math.max(Math.min(a, b), Math.min(c, d));
  const upper = Math.min(Math.max(a, b), Math.max(c, d));
  return Math.max(Math.min(lower, upper), Math.min(Math.max(lower, upper), values[first + 4 * step]!));
}

/** Registers, written over by the next call: what is sorted is mostly half of the values of 20 blocks. */
const register = new Float64Array(64);
const distances = new Float64Array(64);

/** The lowest of so many values, as many as their middle takes, by insertion, because there are eleven of them. */
function sortLower(sorted: Float64Array, values: ArrayLike<number>, size: number): void {
  const most = (size >> 1) + 1;
  for (let at = 0; at < size; at += 1) {
    const value = values[at]!;
    let hole = at;
    if (at >= most) {
      // No lower than all that are kept: it is one of the upper ones.
      if (value >= sorted[most - 1]!) continue;
      hole = most - 1;
    }
    for (; hole > 0 && sorted[hole - 1]! > value; hole -= 1) sorted[hole] = sorted[hole - 1]!;
    sorted[hole] = value;
  }
}
