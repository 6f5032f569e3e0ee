import { logGamma } from "../../core/chart-design/distributions.ts";

/**
 * The exact 95 % confidence interval of a share of which `hits` of `trials` were seen: Clopper & Pearson (1934), The use of
 * confidence or fiducial limits illustrated in the case of the binomial, Biometrika 26.
 */
export function clopperPearson(hits: number, trials: number): readonly [from: number, to: number] {
  const from = hits === 0 ? 0 : shareAt((p) => tail(hits, trials, p) < 0.025);
  const to = hits === trials ? 1 : shareAt((p) => 1 - tail(hits + 1, trials, p) > 0.025);
  return [from, to];
}

/** As in "3 of 40 (2–20 %)". */
export function shareOf(hits: number, trials: number): string {
  if (trials === 0) return "";
  const [from, to] = clopperPearson(hits, trials).map((share) => (100 * share).toFixed(0));
  return `${hits} of ${trials} (${from}–${to} %)`;
}

/** By bisection, the share up to which something holds. */
function shareAt(holds: (p: number) => boolean): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** P(X ≥ hits) of a binomial. */
function tail(hits: number, trials: number, p: number): number {
  let sum = 0;
  for (let k = hits; k <= trials; k += 1) {
    const ways = logGamma(trials + 1) - logGamma(k + 1) - logGamma(trials - k + 1);
    sum += Math.exp(ways + k * Math.log(p) + (trials - k) * Math.log1p(-p));
  }
  return sum;
}
