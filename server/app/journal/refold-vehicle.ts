import { describeState } from "../../../core/scoring/verdict/describe-state.ts";
import type { FrameTester } from "../../../core/scoring/frame/frame-tester.ts";
import type { ScoringSettings } from "../../../core/scoring/model/settings.ts";
import { ByteSink } from "../../../core/scoring/model/codec/binary-codec.ts";
import { packScore } from "../../../core/scoring/model/codec/score-codec.ts";
import type { Tier } from "../../../core/scoring/model/tier.ts";
import { anchorEveryEntries } from "./evidence-window.ts";
import type { PackedState } from "../ports/journal.ts";
import type { EstimatedNoiseRecord } from "../ports/changes.ts";
import { rebuildVehicle, type RefoldedEntry, type StoredVehicle } from "./rebuild-vehicle.ts";
import { summaryAfterCommand } from "./summary-after.ts";
import { packState } from "../../../core/scoring/model/codec/state-codec.ts";

/** What a vehicle's journal leads to under other rules or settings than those it was folded by. */
export interface RefoldedVehicle {
  readonly summary: StoredVehicle["summary"];
  readonly snapshot: PackedState;
  readonly anchors: readonly PackedState[];
  readonly estimatedNoise: readonly EstimatedNoiseRecord[];
}

/** A frame's verdict under the present rules. */
export interface RefoldedFrame {
  readonly vehicleKey: number;
  readonly seq: number;
  readonly tier: Tier;
  /** packScore bytes. */
  readonly score: Uint8Array;
}

/**
 * Folds a vehicle anew after scoring or settings have changed, so that its state, and the score beside each frame, are
 * again the fold of its journal: a score of other rules could be neither compared nor, perhaps, read. What was reported in
 * the past stays reported: tier changes and evidence are as they were issued, with the scores that led to them, and a breach
 * that only the new rules see opens no evidence in retrospect. `keep` gets each frame as it is folded: all of a long
 * journal would not fit into memory.
 */
export function refoldVehicle(
  vehicle: StoredVehicle,
  { settings, tester }: { readonly settings: ScoringSettings; readonly tester: FrameTester },
  keep: (frame: RefoldedFrame) => void,
): RefoldedVehicle | null {
  const { vehicleKey, openBreach, organisation, fleetId } = vehicle.summary;
  const anchors: PackedState[] = [];
  const estimatedNoise: EstimatedNoiseRecord[] = [];
  const sink = new ByteSink();
  let last: RefoldedEntry | null = null;
  for (const refolded of rebuildVehicle(vehicle, settings, tester)) {
    const { seq } = refolded.stored;
    if (seq % anchorEveryEntries === 0) anchors.push({ vehicleKey, seq, state: packState(refolded.state) });
    for (const noise of refolded.estimatedNoise) {
      // It was another fleet's vehicle then, perhaps.
      const known = vehicle.estimatedNoise.find((one) => one.noise.name === noise.name);
      estimatedNoise.push({ organisation, fleetId: known?.fleetId ?? fleetId, vehicleKey, noise });
    }
    const { score } = refolded;
    if (score !== null) keep({ vehicleKey, seq, tier: score.tier, score: packScore(score, sink) });
    last = refolded;
  }
  if (last === null) return null;
  const view = describeState(last.state, settings);
  return {
    summary: summaryAfterCommand(vehicle.summary, {
      state: last.state,
      view,
      tierSinceUs: view.tierSinceUs ?? vehicle.summary.tierSinceUs,
      openBreach: view.breach === null ? null : openBreach,
    }),
    snapshot: { vehicleKey, seq: last.stored.seq, state: packState(last.state) },
    anchors,
    estimatedNoise,
  };
}
