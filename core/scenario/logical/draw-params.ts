import { gaussian, uniform } from "../counter-random.ts";
import type { ScenarioParams } from "../drift/drift-formulas.ts";
import type { Distribution, Distributions } from "./distributions-of.ts";

/** Streams of the counter generator, apart from those of formulas, scenes and readings. */
const stream = { uniform: 60, normal: 61 } as const;

/** A cut-off normal number is drawn again so often; then it is put to the end it fell over. */
const mostTries = 64;

/**
 * The parameters of one concrete scenario: each drawn apart from the others, in the order of their names, so that every
 * language draws the same. Sums and products alone, hence the same bits.
 */
export function drawParams(distributions: Distributions, seed: number): ScenarioParams {
  const names = Object.keys(distributions).toSorted();
  return Object.fromEntries(names.map((name, at) => [name, drawn(distributions[name]!, seed, at)]));
}

function drawn(distribution: Distribution, seed: number, at: number): number {
  const { kind, low, high, whole = false } = distribution;
  if (kind === "normal") return drawnNormal(distribution, seed, at);
  const share = uniform(seed, stream.uniform, at);
  return whole ? low + Math.floor(share * (high - low + 1)) : low + share * (high - low);
}

function drawnNormal({ low, high, mean = 0, sd = 0 }: Distribution, seed: number, at: number): number {
  let value = mean;
  for (let attempt = 0; attempt < mostTries; attempt += 1) {
    value = mean + sd * gaussian(seed, stream.normal, mostTries * at + attempt);
    if (value >= low && value <= high) return value;
  }
  return Math.min(high, Math.max(low, value));
}
