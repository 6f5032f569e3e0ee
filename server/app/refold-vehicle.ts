import { describeState } from "../../core/scoring/describe-state.ts";
import type { ScoringSettings } from "../../core/scoring/settings.ts";
import { packState } from "../../core/scoring/state.ts";
import { anchorEveryEntries } from "./evidence-window.ts";
import type { PackedState, TaughtNoise } from "./ports.ts";
import { rebuildVehicle, type RefoldedEntry, type StoredVehicle } from "./rebuild-vehicle.ts";
import { summaryAfterCommand } from "./summary-after.ts";

/** What a vehicle's journal leads to under other rules or settings than those it was folded by. */
export interface RefoldedVehicle {
  readonly summary: StoredVehicle["summary"];
  readonly snapshot: PackedState;
  readonly anchors: readonly PackedState[];
  readonly taught: readonly TaughtNoise[];
}

/**
 * Folds a vehicle anew after scoring or settings have changed, so that its state is again the fold of its journal.
 * What was said in the past stays said: scores, transitions and evidence are as they were issued, and a breach that
 * only the new rules see opens no evidence in retrospect.
 */
export function refoldVehicle(vehicle: StoredVehicle, settings: ScoringSettings): RefoldedVehicle | null {
  const { vehicleKey, openBreach, organisation, fleetId } = vehicle.summary;
  const anchors: PackedState[] = [];
  const taught: TaughtNoise[] = [];
  let last: RefoldedEntry | null = null;
  for (const refolded of rebuildVehicle(vehicle, settings)) {
    const { seq } = refolded.stored;
    if (seq % anchorEveryEntries === 0) anchors.push({ vehicleKey, seq, state: packState(refolded.state) });
    for (const noise of refolded.taught) {
      // It was another fleet's vehicle then, perhaps.
      const known = vehicle.taught.find((one) => one.noise.name === noise.name);
      taught.push({ organisation, fleetId: known?.fleetId ?? fleetId, vehicleKey, noise });
    }
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
    taught,
  };
}
