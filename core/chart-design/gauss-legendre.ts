/** A rule that turns an integral into a weighted sum: ∫ f ≈ Σ weights[i] · f(nodes[i]). */
export interface Quadrature {
  readonly nodes: Float64Array;
  readonly weights: Float64Array;
}

/**
 * Gauss–Legendre nodes and weights on [from, to], exact for polynomials of degree 2·count − 1.
 * Nodes by Newton's method on the Legendre polynomial (Press et al., Numerical Recipes, 4.6).
 */
export function gaussLegendre(count: number, from: number, to: number): Quadrature {
  const nodes = new Float64Array(count);
  const weights = new Float64Array(count);
  const middle = (from + to) / 2;
  const half = (to - from) / 2;
  for (let i = 0; i < Math.ceil(count / 2); i++) {
    const { root, slope } = legendreRoot(count, Math.cos((Math.PI * (i + 0.75)) / (count + 0.5)));
    const weight = (2 * half) / ((1 - root * root) * slope * slope);
    nodes[i] = middle - half * root;
    nodes[count - 1 - i] = middle + half * root;
    weights[i] = weight;
    weights[count - 1 - i] = weight;
  }
  return { nodes, weights };
}

const maxNewtonSteps = 60;

function legendreRoot(degree: number, guess: number): { root: number; slope: number } {
  let root = guess;
  let slope = 1;
  for (let step = 0; step < maxNewtonSteps; step++) {
    let before = 0;
    let value = 1;
    for (let j = 0; j < degree; j++) {
      const next = ((2 * j + 1) * root * value - j * before) / (j + 1);
      before = value;
      value = next;
    }
    slope = (degree * (root * value - before)) / (root * root - 1);
    const change = value / slope;
    root -= change;
    if (Math.abs(change) < 1e-15) break;
  }
  return { root, slope };
}
