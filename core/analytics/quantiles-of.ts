/**
 * Quantiles by linear interpolation between the sorted values: type 7 of Hyndman & Fan (1996), "Sample quantiles in statistical
 * packages", The American Statistician 50, which is what R and numpy compute by default. Null where there are no values.
 */
export function quantilesOf(values: readonly number[], shares: readonly number[]): readonly number[] | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  return shares.map((share) => {
    const place = share * (sorted.length - 1);
    const below = Math.floor(place);
    const low = sorted[below]!;
    const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
    return low + (place - below) * (high - low);
  });
}
