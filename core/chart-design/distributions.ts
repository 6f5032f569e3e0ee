/** Densities and probabilities of the normal and chi families, for run lengths (design only: nothing here decides a tier). */

export function normalDensity(z: number): number {
  return Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
}

/** Φ(z), relative accuracy about 1e-15 in both tails. */
export function normalProbability(z: number): number {
  if (z > 0) return 1 - normalProbability(-z);
  // Series near the centre, Lentz's continued fraction of Mills' ratio in the tail.
  return z > -2.5 ? 0.5 - centralArea(-z) : normalDensity(z) * millsRatio(-z);
}

function centralArea(z: number): number {
  let term = z;
  let sum = z;
  for (let i = 1; i < 200; i++) {
    term *= (z * z) / (2 * i + 1);
    sum += term;
    if (term < sum * 1e-17) break;
  }
  return sum * normalDensity(z);
}

/** (1 − Φ(z)) / φ(z) for z ≥ 2.5, by the continued fraction 1/(z + 1/(z + 2/(z + …))). */
function millsRatio(z: number): number {
  let value = z;
  for (let i = 120; i >= 1; i--) value = z + i / value;
  return 1 / value;
}

/** ln Γ(x) for x > 0 (Lanczos, g = 7, n = 9; Godfrey's coefficients), about 1e-15 relative. */
export function logGamma(x: number): number {
  const coefficients = [
    0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
    12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
  ];
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  let sum = coefficients[0]!;
  for (let i = 1; i < coefficients.length; i++) sum += coefficients[i]! / (x - 1 + i);
  const t = x + 6.5;
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}

/**
 * Density at `norm` of ‖y‖ for y ~ N(m, I) in `dimension` dimensions with ‖m‖ = `centre` (non-central chi).
 * Johnson, Kotz & Balakrishnan, Continuous Univariate Distributions 2, chapter 29.
 */
export function noncentralChiDensity(norm: number, dimension: number, centre: number): number {
  if (norm <= 0) return 0;
  if (dimension === 1) return normalDensity(norm - centre) + normalDensity(norm + centre);
  const order = dimension / 2 - 1;
  const argument = norm * centre;
  const distance = norm - centre;
  if (argument < 1e-10) {
    const logDensity =
      (dimension - 1) * Math.log(norm) - 0.5 * (norm * norm + centre * centre) - order * Math.LN2;
    return Math.exp(logDensity - logGamma(dimension / 2));
  }
  const scale = Math.exp(order * Math.log(norm / centre) - 0.5 * distance * distance);
  return norm * scale * scaledBesselI(order, argument);
}

/** e^(−x) · I_order(x), x > 0: all-positive power series, or the large-argument expansion (Abramowitz & Stegun 9.6.10, 9.7.1). */
function scaledBesselI(order: number, x: number): number {
  return x > 60 && x > 6 * order * order ? besselAsymptotic(order, x) : besselSeries(order, x);
}

function besselAsymptotic(order: number, x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; k <= 40; k++) {
    const next = (-term * (4 * order * order - (2 * k - 1) ** 2)) / (8 * k * x);
    if (Math.abs(next) > Math.abs(term)) break;
    term = next;
    sum += term;
    if (Math.abs(term) < 1e-17) break;
  }
  return sum / Math.sqrt(2 * Math.PI * x);
}

function besselSeries(order: number, x: number): number {
  const half = x / 2;
  // Start at the largest term so that nothing underflows, and walk both ways.
  const peak = Math.max(0, Math.floor((Math.sqrt(order * order + x * x) - order) / 2));
  const logPeak = (2 * peak + order) * Math.log(half) - logGamma(peak + 1) - logGamma(peak + order + 1) - x;
  let sum = 1;
  let term = 1;
  for (let m = peak + 1; term > 1e-18; m++) {
    term *= (half * half) / (m * (m + order));
    sum += term;
  }
  term = 1;
  for (let m = peak; m >= 1 && term > 1e-18; m--) {
    term *= (m * (m + order)) / (half * half);
    sum += term;
  }
  return sum * Math.exp(logPeak);
}

/** P(χ² ≤ x) with `dimension` degrees of freedom and noncentrality ‖m‖², `centre` = ‖m‖: Poisson mixture of central chi squares. */
export function noncentralChiSquareProbability(x: number, dimension: number, centre: number): number {
  if (x <= 0) return 0;
  const rate = (centre * centre) / 2;
  const middle = Math.floor(rate);
  const weightAt = (j: number): number => Math.exp(j * Math.log(rate || 1e-300) - rate - logGamma(j + 1));
  let sum = rate === 0 ? gammaProbability(dimension / 2, x / 2) : 0;
  if (rate === 0) return sum;
  for (let j = middle; j >= 0; j--) {
    const weight = weightAt(j);
    sum += weight * gammaProbability(dimension / 2 + j, x / 2);
    if (weight < 1e-18) break;
  }
  for (let j = middle + 1; ; j++) {
    const weight = weightAt(j);
    sum += weight * gammaProbability(dimension / 2 + j, x / 2);
    if (weight < 1e-18) break;
  }
  return Math.min(1, sum);
}

/** Regularised lower incomplete gamma P(a, x): series below a + 1, continued fraction above (Numerical Recipes 6.2). */
export function gammaProbability(a: number, x: number): number {
  if (x <= 0) return 0;
  return x < a + 1 ? lowerGammaSeries(a, x) : 1 - upperGammaFraction(a, x);
}

/** Its complement Q(a, x) = 1 − P(a, x), accurate in the far tail. */
export function gammaTail(a: number, x: number): number {
  if (x <= 0) return 1;
  return x < a + 1 ? 1 - lowerGammaSeries(a, x) : upperGammaFraction(a, x);
}

function lowerGammaSeries(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = 1; n < 10_000 && term > sum * 1e-17; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return sum * Math.exp(a * Math.log(x) - x - logGamma(a));
}

function upperGammaFraction(a: number, x: number): number {
  const tiny = 1e-300;
  let b = x + 1 - a;
  let c = 1 / tiny;
  let d = 1 / b;
  let value = d;
  for (let i = 1; i < 10_000; i++) {
    const an = -i * (i - a);
    b += 2;
    d = 1 / nonZero(an * d + b, tiny);
    c = nonZero(b + an / c, tiny);
    const change = d * c;
    value *= change;
    if (Math.abs(change - 1) < 1e-16) break;
  }
  return value * Math.exp(a * Math.log(x) - x - logGamma(a));
}

function nonZero(value: number, tiny: number): number {
  return Math.abs(value) < tiny ? tiny : value;
}
