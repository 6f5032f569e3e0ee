import { cosSinOfTurns } from "../numeric/cos-sin-of-turns.ts";

/**
 * What a sinusoid adds, on average over its phase, to a sample u = η(Ā − B̄)² of an Allan curve: two neighbouring means of
 * n blocks each, η = n/2. With θ = π·spacing/period it is amplitude²·sin⁴(nθ)/(n·sin²θ): the difference of the two means
 * is again a sinusoid, 2·sin(nθ) times as large as each of them, and a mean of n blocks is sin(nθ)/(n·sinθ) as large as
 * the wave (the kernel of Dirichlet).
 */
export function waveContrast(
  blocks: number,
  wave: { readonly amplitude: number; readonly spacingUs: number; readonly periodUs: number },
): number {
  const halfTurns = (0.5 * wave.spacingUs) / wave.periodUs;
  const step = cosSinOfTurns(halfTurns)[1];
  const window = cosSinOfTurns(blocks * halfTurns)[1];
  const square = window * window;
  const power = wave.amplitude * wave.amplitude;
  // Blocks a whole number of periods apart all say the same.
  if (step * step < 1e-24) return 0;
  return (power * square * square) / (blocks * step * step);
}
