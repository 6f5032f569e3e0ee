import { clearNats } from "../../core/scoring/breach/open-breach.ts";
import { maxBeyondZone, maxValue } from "../../core/scoring/blocks/score-block.ts";
import { fewestSettled } from "../../core/scoring/change/compare-window.ts";
import { settledSize } from "../../core/scoring/change/change-sums.ts";
import {
  holdOfLonger,
  holdOfSingles,
  longestMemory,
  mostOfBend,
  shareOfOthers,
} from "../../core/scoring/scatter/mean-scatter.ts";
import {
  independentProbability,
  mostResemblance,
  negligibleNats,
  rarityScale,
  wanderingCorrelations,
  wanderingShares,
} from "../../core/scoring/scatter/noise-family.ts";
import {
  familyDegrees,
  known,
  leastDegrees,
  outermost,
  wanderAllowance,
} from "../../core/scoring/scatter/variance-curve.ts";
import { defaultSettings } from "../../core/scoring/settings/settings.ts";

const { evidence, baseline, chart, prior, early, tiers } = defaultSettings;

/** Numbers that stand in the page's own sentences: the words before each, the number of today, and the words after it. */
export const statedNumbers: readonly (readonly [before: string, value: number, after: string])[] = [
  ["2. From ", baseline.provisionalBlocks, " blocks on a baseline is tried"],
  ["too correlated if r > ", baseline.maximumBlockCorrelation, " + "],
  [`r > ${baseline.maximumBlockCorrelation} + `, baseline.correlationAllowance, "·max(0, 1/√n"],
  ["1/√n − 1/√", baseline.establishedBlocks, "):"],
  ["told by ", known, " samples of each scale"],
  ["(5.3.6). From ", baseline.changeNats, " nats there is one"],
  ["exceeds the CAUTION limit with probability ", tiers.cautionProbability, ". Another restarts"],
  ["8. From ", baseline.establishedBlocks, " blocks the baseline is established"],
  ["When W is at ", baseline.changeNats, " nats without any single block"],
  ["W has to be at ", clearNats, " nats at least"],
  ["3. Blocks beyond ", baseline.screenSigma, " σ̂ are left out"],
  ["c = max(1, (δ/σ̂)/", evidence.widestZone, ")"],
  ["7. **Zone.** Δ₀ = max(", evidence.indifferenceSigma, "/c,"],
  ["8. **Bound.** |y| ≤ min(", maxValue, ", Δ₀"],
  [", Δ₀ + ", maxBeyondZone, "/c)"],
  ["no block counts for more than ", maxBeyondZone, " σ beyond"],
  ["φ = (N·r + ", prior.correlationWeight, "·φ₀)"],
  [")/(N + ", prior.correlationWeight, "), from 0"],
  ["6. **W** = ln Σ max(0, L − 1) over the splits. The limit is ", early.limitNats, " nats"],
  ["2. There are at most ", evidence.bucketsPerLevel, " buckets each"],
  ["1, 2, 4 … ", 2 ** (evidence.levels - 1), " blocks (an exponential"],
  ["compared if n ≥ 1 and m ≥ ", evidence.minimumReference, "."],
  ["over the blocks before, at least ", evidence.varianceFloor, "·τ"],
  ["A sample counts as at most ", holdOfLonger.mostSquares, " times the larger"],
  ["(", holdOfSingles.mostSquares, " times from buckets of one block"],
  ["a double as at most ", mostOfBend, " times the larger"],
  ["Divided by ", holdOfLonger.heldShare, " ("],
  ["(", holdOfSingles.heldShare, "), with weight ⅔"],
  ["At most ", longestMemory, " samples of a scale"],
  ...statedList("with correlation φ; f = ", wanderingShares, " and φ"),
  ...statedList(" and φ = ", wanderingCorrelations, " (f·φ"),
  ["(f·φ at most ", mostResemblance, ")"],
  ["independent blocks have probability ", independentProbability, "; the others"],
  ["in proportion to 1/√A(", 2 ** rarityScale, ")"],
  ["of the lidar's confidence: ", prior.curves.confidence.degrees[0]!, " samples of 1"],
  ["Kinds more than ", negligibleNats, " nats below"],
  ["Of each kind ρₖ = (", familyDegrees, "·rₖ"],
  ["S′ₖ)/(", familyDegrees, " + c′ₖ): the kind"],
  ["the kind counts as ", familyDegrees, " samples of each scale"],
  ["2S′ₖ²/(c′ₖ(", familyDegrees, " + c′ₖ)²)"],
  ["Its variance is ω = ", wanderAllowance, "·(V₀"],
  ["The factor ", wanderAllowance, " makes up"],
  ["followed out to ", outermost, " standard deviations"],
  ["standard deviations, ", outermost, "√ω − z₀"],
  ["1 − z₀/(", outermost, "√ω)"],
  ["1/max(", leastDegrees, ", degrees of a(n))"],
  ["Fewer than ", leastDegrees, " would keep"],
  ["past and buckets of ", settledSize, " blocks and more"],
  ["if they hold ", fewestSettled, " blocks, else"],
  ["of a channel ", shareOfOthers, " of those of every other"],
  ["W must have been at ", baseline.changeNats, " nats, by 1 and 3"],
  ["the Huber mean (2.5 σ̂) of the newest ", tiers.driftBlocks, " blocks"],
  ["The chart's limit h = ", chart.h, " is where"],
  ["at a prior of one in ", Math.round(1 / prior.changeRate), " blocks"],
];

/** Numbers with commas between. */
function statedList(before: string, values: readonly number[], after: string) {
  return values.map((value, at) => {
    const told = values.slice(0, at).map((one) => `${one}, `);
    return [before + told.join(""), value, at === values.length - 1 ? after : ", "] as const;
  });
}
