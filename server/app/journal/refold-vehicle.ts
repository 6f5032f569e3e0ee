import {
  newlyEstimatedNoise,
  noiseStages,
  type EstimatedNoise,
} from "../../../core/scoring/fleet/fleet-prior.ts";
import { foldOwned } from "../../../core/scoring/fold.ts";
import { ByteSink } from "../../../core/scoring/model/codec/binary-codec.ts";
import { packScore } from "../../../core/scoring/model/codec/score-codec.ts";
import type { ScoringSettings } from "../../../core/scoring/settings/settings.ts";
import type { VehicleState } from "../../../core/scoring/model/state.ts";
import { describeState } from "../../../core/scoring/verdict/describe-state.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import type { StoredEntry } from "./rebuild-vehicle.ts";
import { summaryAfterCommand } from "./summary-after.ts";

/** How far a journal is folded. */
export interface FoldedPlace {
  readonly state: VehicleState;
  readonly seq: number;
}

/** A frame's verdict under the present rules. */
export interface RefoldedFrame {
  readonly seq: number;
  /** packScore bytes. */
  readonly score: Uint8Array;
}

/** Where a piece of the journal leads to under other rules or settings than those it was folded by. */
export interface RefoldedPiece extends FoldedPlace {
  readonly frames: readonly RefoldedFrame[];
  /** Of a sensor the newest comes last. */
  readonly estimatedNoise: readonly EstimatedNoise[];
}

/**
 * Folds the entries after a place anew, once scoring or settings have changed, so that a vehicle's state, and the score
 * beside each frame, are again the fold of its journal: a score of other rules could be neither compared nor, perhaps, read.
 * The state it begins from moves on.
 */
export function refoldEntries(
  from: FoldedPlace,
  entries: readonly StoredEntry[],
  { settings }: { readonly settings: ScoringSettings },
): RefoldedPiece {
  const sink = new ByteSink();
  const frames: RefoldedFrame[] = [];
  const estimatedNoise: EstimatedNoise[] = [];
  let { state, seq } = from;
  for (const entry of entries) {
    const noiseBefore = noiseStages(state);
    const folded = foldOwned(state, entry.entry, settings);
    estimatedNoise.push(...newlyEstimatedNoise(noiseBefore, folded.state));
    ({ state } = folded);
    ({ seq } = entry);
    const { score } = folded;
    if (score !== null) frames.push({ seq, score: packScore(score, sink) });
  }
  return { state, seq, frames, estimatedNoise };
}

/**
 * The vehicle once its whole journal is folded anew. What was reported in the past stays reported: tier changes and
 * evidence are as they were issued, with the scores that led to them, and a breach that only the new rules see opens no
 * evidence in retrospect.
 */
export function refoldedSummary(
  summary: VehicleSummary,
  state: VehicleState,
  settings: ScoringSettings,
): VehicleSummary {
  const view = describeState(state, settings);
  return summaryAfterCommand(summary, {
    state,
    view,
    tierSinceUs: view.tierSinceUs ?? summary.tierSinceUs,
    openBreach: view.breach === null ? null : summary.openBreach,
  });
}
