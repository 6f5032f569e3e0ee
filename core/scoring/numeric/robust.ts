/** Middle value, or the mean of the two middle ones; 0 of nothing. The values are left as they are. */
export function median(values: ArrayLike<number>): number {
  const size = values.length;
  if (size === 0) return 0;
  const lower = (size >> 1) + 1;
  const sorted = lower <= register.length ? register : new Float64Array(lower);
  sortLower(sorted, values, lower);
  const upper = sorted[size >> 1]!;
  return size % 2 === 1 ? upper : 0.5 * (sorted[(size >> 1) - 1]! + upper);
}

/** Median absolute deviation from the given centre, scaled to the standard deviation of a normal distribution. */
export function robustSpread(values: ArrayLike<number>, centre: number): number {
  return 1.4826 * median(Float64Array.from(values, (value) => Math.abs(value - centre)));
}

/**
 * Huber's M-estimate of location: values further than 2.5 σ from the centre pull no harder than at 2.5 σ. It starts at
 * the median; four rounds bring it to rest within a thousandth of σ. 0 of nothing.
 */
export function huberMean(values: ArrayLike<number>, sigma: number): number {
  return huberMeanFrom(median(values), values, sigma);
}

/** The same of values whose median is known. */
export function huberMeanFrom(middle: number, values: ArrayLike<number>, sigma: number): number {
  const reach = 2.5 * sigma;
  const size = values.length;
  let centre = middle;
  if (size === 0 || !(reach > 0)) return centre;
  for (let round = 0; round < 4; round += 1) {
    let sum = 0;
    for (let at = 0; at < size; at += 1) {
      const distance = values[at]! - centre;
      sum += distance > reach ? reach : distance < -reach ? -reach : distance;
    }
    centre += sum / size;
  }
  return centre;
}

/** What is sorted is mostly half of the values of 20 blocks; written over by the next. */
const register = new Float64Array(64);

/** The lowest so many, by insertion, because there are eleven of them. */
function sortLower(sorted: Float64Array, values: ArrayLike<number>, most: number): void {
  for (let at = 0; at < values.length; at += 1) {
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
