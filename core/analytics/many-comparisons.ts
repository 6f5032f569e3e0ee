/** A p-value in the light of all others that were looked at with it. */
export interface AdjustedPValue {
  /** Chosen up to this value, the expected share of false ones among those chosen is at most it. */
  readonly falseDiscoveryRate: number;
  /** The chance that any comparison of as many gives as small a p-value, at most. */
  readonly familywise: number;
  /** How many comparisons of as many give as small a p-value by chance. */
  readonly expectedByChance: number;
}

/**
 * Adjusts p-values, in the order given. False discovery rates are those of Benjamini & Hochberg (1995), "Controlling the false
 * discovery rate", J. R. Stat. Soc. B 57; the familywise ones those of Bonferroni.
 */
export function adjustForMany(pValues: readonly number[]): readonly AdjustedPValue[] {
  const comparisons = pValues.length;
  const ascending = pValues
    .map((pValue, at) => ({ pValue, at }))
    .sort((one, other) => one.pValue - other.pValue);
  const rates = new Float64Array(comparisons);
  let least = 1;
  for (let rank = comparisons; rank > 0; rank -= 1) {
    const { pValue, at } = ascending[rank - 1]!;
    least = Math.min(least, (pValue * comparisons) / rank);
    rates[at] = least;
  }
  return pValues.map((pValue, at) => ({
    falseDiscoveryRate: rates[at]!,
    familywise: Math.min(1, pValue * comparisons),
    expectedByChance: pValue * comparisons,
  }));
}
