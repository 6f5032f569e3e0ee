import { ln } from "./ln.ts";

/** ψ(x) = d ln Γ(x)/dx for x > 0: recurrence up to 10, then the asymptotic series (Abramowitz & Stegun 6.3.5, 6.3.18). */
export function digamma(x: number): number {
  let below = 0;
  let at = x;
  for (; at < 10; at += 1) below -= 1 / at;
  const inverse = 1 / (at * at);
  const series =
    inverse * (1 / 12 - inverse * (1 / 120 - inverse * (1 / 252 - inverse * (1 / 240 - inverse / 132))));
  return below + ln(at) - 0.5 / at - series;
}

/** ψ′(x) for x > 0, in the same way (6.4.6, 6.4.12). */
export function trigamma(x: number): number {
  let above = 0;
  let at = x;
  for (; at < 10; at += 1) above += 1 / (at * at);
  const inverse = 1 / (at * at);
  const series = 1 / 6 - inverse * (1 / 30 - inverse * (1 / 42 - inverse * (1 / 30 - inverse * (5 / 66))));
  return above + 1 / at + 0.5 * inverse + (inverse / at) * series;
}

/** The x > 0 with ψ′(x) = value, by halving: ψ′ falls from infinity to 0. */
export function inverseTrigamma(value: number): number {
  let [low, high] = [1e-9, 1e9];
  for (let step = 0; step < 200; step += 1) {
    const middle = Math.sqrt(low * high);
    if (trigamma(middle) > value) low = middle;
    else high = middle;
  }
  return Math.sqrt(low * high);
}
