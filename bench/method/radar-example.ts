import type { SensorReading } from "../../core/scoring/model/journal-entry.ts";
import { clearNats } from "../../core/scoring/breach/open-breach.ts";
import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import { maxBeyondZone, maxValue } from "../../core/scoring/blocks/score-block.ts";
import { fewestSettled } from "../../core/scoring/change/compare-window.ts";
import { settledSize } from "../../core/scoring/change/change-sums.ts";
import {
  holdOfLonger,
  holdOfSingles,
  longestMemory,
  mostOfBend,
  shareOfSample,
} from "../../core/scoring/scatter/mean-scatter.ts";
import {
  independentProbability,
  negligibleNats,
  rarityScale,
} from "../../core/scoring/scatter/noise-family.ts";
import {
  certain,
  familyDegrees,
  fewSamples,
  known,
  leastDegrees,
  outermost,
  wanderAllowance,
} from "../../core/scoring/scatter/variance-curve.ts";
import type { Numbers } from "./work-by-hand.ts";

/** Range bias of one radar, metres, a frame a minute: twenty frames of baseline, then it stands further out. */
export const radarReadings: readonly number[] = [
  0.02, -0.08, -0.05, 0.02, 0.13, 0.15, 0.04, -0.02, 0.09, -0.03, 0.06, -0.02, 0.05, 0.09, -0.14, 0.03, -0.05,
  -0.03, 0.1, -0.06, 0.54, 0.68, 0.53, 0.55, 0.51, 0.69, 0.56, 0.43, 0.49, 0.62,
];

/** The same as a vehicle sends it. */
export function exampleFrames(readings = radarReadings): readonly SensorReading[] {
  return readings.map((radarRangeBiasM, at) => ({
    timestampUs: startUs + at * minuteUs,
    radarRangeBiasM,
  }));
}

/** 2026-03-02, eight in the morning (UTC). */
const startUs = 1_772_438_400_000_000;
const minuteUs = 60_000_000;

/** The settings of today under the page's names: the formulas are worked out anew, the numbers are the product's. */
export function exampleNumbers(): Numbers {
  const { evidence, baseline, prior, limits } = defaultSettings;
  return {
    provisionalBlocks: baseline.provisionalBlocks,
    establishedBlocks: baseline.establishedBlocks,
    priorSigma: prior.radarM,
    priorBlocks: prior.degrees,
    harmless: evidence.indifferenceShare * limits.radarM.caution,
    widestZone: evidence.widestZone,
    leastZoneSigma: evidence.indifferenceSigma,
    clipDegrees: evidence.clipDegrees,
    maxValue,
    maxBeyondZone,
    maximumCorrelation: baseline.maximumBlockCorrelation,
    correlationAllowance: baseline.correlationAllowance,
    priorCorrelation: prior.correlation,
    priorCorrelationBlocks: prior.correlationWeight,
    told: prior.curves.radar,
    toldSamples: known,
    minimumReference: evidence.minimumReference,
    varianceFloor: evidence.varianceFloor,
    shiftVariances: evidence.shiftVariances,
    shiftWeights: evidence.shiftWeights,
    bucketsPerLevel: evidence.bucketsPerLevel,
    settledSize,
    fewestSettled,
    cautionNats: evidence.cautionNats,
    suspectedNats: baseline.changeNats,
    clearNats,
    shareOfSample,
    mostOfBend,
    holdOfSingles,
    holdOfLonger,
    longestMemory,
    fewSamples,
    independentProbability,
    rareAt: 2 ** rarityScale,
    negligibleNats,
    kindSamples: familyDegrees,
    mostDegrees: certain,
    wanderAllowance,
    outermost,
    leastDegrees,
  };
}
