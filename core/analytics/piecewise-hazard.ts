/** Kilometres on the odometer, or days since the first frame. */
export type AgeUnit = "kilometres" | "days";

/** A life as far as it was watched: from one age to another, at which something happened or the watching ended. */
export interface WatchedLife {
  readonly from: number;
  readonly to: number;
  readonly happened: boolean;
}

/** Stretches of age from one edge to the next; the last is open when `isOpen`. Edges ascend. */
export interface AgeBins {
  readonly edges: readonly number[];
  readonly isOpen: boolean;
}

/**
 * What is needed of lives for a hazard that is constant within each stretch of age: how often it happened there, and how long
 * lives were watched there. Their quotient is the maximum-likelihood hazard, and given the time watched the count is as if it
 * were Poisson (Holford 1980, "The analysis of rates and of survivorship using log-linear models", Biometrics 36; Laird & Olivier
 * 1981, J. Am. Stat. Assoc. 76), so that a Poisson interval is its interval. A life that was not watched from its beginning counts
 * from where it was (left truncation).
 */
export class HazardCounts {
  readonly #bins: AgeBins;
  readonly happened: Float64Array;
  readonly exposure: Float64Array;

  constructor(bins: AgeBins) {
    this.#bins = bins;
    this.happened = new Float64Array(countBins(bins));
    this.exposure = new Float64Array(countBins(bins));
  }

  /** What happens at an edge belongs to the stretch that ends there. */
  add({ from, to, happened }: WatchedLife): void {
    for (let bin = 0; bin < this.happened.length; bin += 1) {
      const begin = this.#bins.edges[bin]!;
      const end = this.#bins.edges[bin + 1] ?? Infinity;
      this.exposure[bin]! += Math.max(0, Math.min(to, end) - Math.max(from, begin));
      if (happened && to > begin && to <= end) this.happened[bin]! += 1;
    }
  }
}

export function countBins({ edges, isOpen }: AgeBins): number {
  return Math.max(0, edges.length - (isOpen ? 0 : 1));
}

/** Enough to see a course, few enough to have something in each. */
const binsWanted = 10;
/** Up to where most ages are; the few beyond have one stretch together, or one wild odometer would leave all others in the first. */
const shareInside = 0.99;

/** Stretches of one round length, from 0 on, that hold the ages at which lives ended. None without a positive age. */
export function binsOfAges(ages: readonly number[]): AgeBins {
  const sorted = Float64Array.from(ages).sort();
  const longest = sorted.at(-1) ?? 0;
  if (longest <= 0) return { edges: [], isOpen: false };
  const most = sorted[Math.ceil(shareInside * sorted.length) - 1]!;
  const length = roundLength((most > 0 ? most : longest) / binsWanted);
  const bins = Math.max(1, Math.ceil((most > 0 ? most : longest) / length));
  const edges = Array.from({ length: bins + 1 }, (_, bin) => bin * length);
  return { edges, isOpen: longest > edges.at(-1)! };
}

/** The smallest of 1, 2, 5, 10, 20 … (of 0.1 at least) that is no less. */
function roundLength(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 0.1)));
  const factor = [1, 2, 5, 10].find((one) => one * power >= least * (1 - 1e-12)) ?? 10;
  return factor * power;
}
