import { cosSinOfTurns } from "../numeric/cos-sin-of-turns.ts";

/** A sinusoid heard in blocks. */
export interface HeardWave {
  readonly amplitude: number;
  /** Between the middles of neighbouring blocks. */
  readonly spacingUs: number;
  readonly periodUs: number;
}

/**
 * What a sinusoid adds, on average over its phase, to a sample u = η(Ā − B̄)² of an Allan curve: two neighbouring means of
 * n blocks each, η = n/2. With θ = π·spacing/period it is amplitude²·sin⁴(nθ)/(n·sin²θ): the difference of the two means
 * is again a sinusoid, 2·sin(nθ) times as large as each of them, and a mean of n blocks is sin(nθ)/(n·sinθ) as large as
 * the wave (the kernel of Dirichlet).
 */
export function waveContrast(blocks: number, wave: HeardWave, sines = new WaveSines()): number {
  const halfTurns = (0.5 * wave.spacingUs) / wave.periodUs;
  const step = sines.of(1, halfTurns);
  const window = sines.of(blocks, halfTurns);
  const square = window * window;
  const power = wave.amplitude * wave.amplitude;
  // Blocks a whole number of periods apart all say the same.
  if (step * step < 1e-24) return 0;
  return (power * square * square) / (blocks * step * step);
}

/** sin(nθ) by n, each looked for once as long as θ stays: the values of a vehicle mostly share their times. */
export class WaveSines {
  readonly #known = new Map<number, number>();
  #halfTurns = Number.NaN;

  of(blocks: number, halfTurns: number): number {
    if (halfTurns !== this.#halfTurns) {
      this.#halfTurns = halfTurns;
      this.#known.clear();
    }
    let sine = this.#known.get(blocks);
    if (sine === undefined) {
      [, sine] = cosSinOfTurns(blocks * halfTurns);
      this.#known.set(blocks, sine);
    }
    return sine;
  }
}
