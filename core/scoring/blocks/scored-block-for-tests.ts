import type { ScoredBlock } from "./score-block.ts";

/** A block of one value, a minute after the one before, that says the same in every unit. */
export function blockOf(seq: number, value: number): ScoredBlock {
  return {
    seq,
    atUs: 60e6 * seq,
    weight: 1,
    placed: [value],
    standardised: [value],
    score: [value],
    whitened: [value],
  };
}
