import { filled, zeros } from "../numeric/doubles.ts";
import { withBuckets } from "../change/change-sums.ts";
import { blockVariance } from "../scatter/mean-scatter.ts";
import type { ScatterModel } from "../scatter/mean-scatter.ts";
import { scales } from "../scatter/noise-family.ts";
import { curveAtLevel } from "../model/curve-at-level.ts";
import type { FleetCurve } from "../model/journal-entry.ts";
import type { CurvePrior } from "../settings/settings.ts";
import type { ChangeSums } from "../model/state.ts";

/** The channels of a sensor whose curves are to be kept. */
export interface KeptChannels {
  readonly first: number;
  readonly width: number;
  /** 2^level frames make a block. */
  readonly level: number;
  /** Whether what is in the buckets is as good a reference as what is older. */
  readonly referenceMoves: boolean;
}

/**
 * What a sensor that is taught anew keeps of how the variance of its means grows: ratios, and how many samples each rests on.
 * They have no unit: what a repair changes of the noise itself, its new blocks tell soon, and what they tell of the curve takes
 * hundreds. They count as so many samples at most, so that new ones soon outweigh them.
 */
export function curvesToInherit(
  { scatter, past, buckets }: ChangeSums,
  model: Pick<ScatterModel, "priorVariances" | "priorDegrees">,
  { first, width, level, referenceMoves }: KeptChannels,
): readonly FleetCurve[] {
  const reference = referenceMoves ? withBuckets(past, buckets) : past;
  return Array.from({ length: width }, (_, axis) => {
    const variance = blockVariance(reference, first + axis, model);
    const ratios: number[] = [];
    const degrees: number[] = [];
    for (let scale = 0; scale < scales; scale += 1) {
      const at = scales * (first + axis) + scale;
      const count = scatter.counts[at]!;
      // A scale that was not heard is as the one before: nothing rests on it.
      ratios.push(Math.fround(count > 0 ? scatter.squares[at]! / (count * variance) : (ratios.at(-1) ?? 1)));
      degrees.push(Math.fround(Math.min(mostInherited, count)));
    }
    return { level, ratios, degrees };
  });
}

/** As of the scale of the noise: what was learnt before a repair counts as at most this many blocks. */
export const mostInherited = 50;

/** The curves for blocks of another length; of shorter ones nothing is known. */
export function curvesInherited(curves: readonly FleetCurve[] | null, level: number): readonly CurvePrior[] {
  return (curves ?? []).map((curve) => curveAtLevel(curve, level, unheard));
}

const unheard: CurvePrior = { ratios: filled(zeros(scales), 1), degrees: zeros(scales) };
