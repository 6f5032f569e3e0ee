import { calibrationWith } from "../baseline/calibration-for-tests.ts";
import type { CompletedBlock, ScoredBlock } from "./score-block.ts";

/** A block of one value, a minute after the one before, that says the same in every unit. */
export function blockOf(seq: number, value: number): ScoredBlock {
  return blockOfValues(seq, [value]);
}

/** The first one of a sensor whose blocks say the same in every unit. */
export function completedBlock(values: readonly number[]): CompletedBlock {
  return { ...blockOfValues(7, values), calibration: calibrationWith(), newest: null };
}

function blockOfValues(seq: number, values: readonly number[]): ScoredBlock {
  return {
    seq,
    atUs: 60e6 * seq,
    weight: 1,
    placed: values,
    standardised: values,
    score: values,
    whitened: values,
  };
}
