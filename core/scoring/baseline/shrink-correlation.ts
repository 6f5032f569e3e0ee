/**
 * A correlation matrix shrunk towards independence, Ledoit & Wolf (2004, "A well-conditioned estimator for
 * large-dimensional covariance matrices") with a diagonal target: λ = Σ Var(s_jk) / Σ s_jk² over the off-diagonal
 * entries, then `priorDegrees` blocks of independent noise added.
 * Each row of `scores` holds `order` standardised values.
 */
export function shrinkCorrelation(
  scores: readonly ArrayLike<number>[],
  order: number,
  priorDegrees: number,
): Float64Array {
  const count = scores.length;
  const mean = meanProducts(scores, order);
  let spread = 0;
  let size = 0;
  for (let j = 0; j < order; j += 1) {
    for (let k = 0; k < order; k += 1) {
      if (j === k) continue;
      const entry = mean[j * order + k]!;
      for (const row of scores) {
        const difference = row[j]! * row[k]! - entry;
        spread += (difference * difference) / (count * count);
      }
      size += entry * entry;
    }
  }
  const lambda = size > 0 ? Math.min(1, spread / size) : 1;
  return mean.map((entry, at) => {
    const onDiagonal = at % (order + 1) === 0;
    const shrunk = onDiagonal ? entry : (1 - lambda) * entry;
    return (count * shrunk + (onDiagonal ? priorDegrees : 0)) / (count + priorDegrees);
  });
}

function meanProducts(scores: readonly ArrayLike<number>[], order: number): Float64Array {
  const mean = new Float64Array(order * order);
  for (let j = 0; j < order; j += 1) {
    for (let k = 0; k < order; k += 1) {
      let sum = 0;
      for (const row of scores) sum += row[j]! * row[k]!;
      mean[j * order + k] = sum / scores.length;
    }
  }
  return mean;
}
