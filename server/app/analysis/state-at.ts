import { fold } from "../../../core/scoring/fold.ts";
import { FrameTester } from "../../../core/scoring/frame/frame-tester.ts";
import { type VehicleState } from "../../../core/scoring/model/state.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";
import { unpackState } from "../../../core/scoring/model/codec/state-codec.ts";

/** Entries read at once; the loop below yields between two reads. */
const entriesAtOnce = 512;

/**
 * The state of a vehicle at the entry its summary stands for: the newest stored state at or before it, and the fold
 * over what follows. Nothing is stored.
 */
export async function stateAt(
  { vehicleKey, entries }: Pick<VehicleSummary, "vehicleKey" | "entries">,
  needs: Pick<ReadingNeeds, "vehicles" | "settings" | "scoring">,
): Promise<VehicleState> {
  const stored = await needs.vehicles.findState({ vehicleKey, bySeq: entries, scoring: needs.scoring });
  let state = stored === null ? initialState() : unpackState(stored.state);
  let seq = stored?.seq ?? 0;
  const tester = new FrameTester();
  while (seq < entries) {
    const following = await needs.vehicles.listEntries({
      vehicleKey,
      afterSeq: seq,
      throughSeq: entries,
      limit: entriesAtOnce,
    });
    if (following.length === 0) throw new Error(`the journal of vehicle ${vehicleKey} ends at entry ${seq}`);
    for (const { entry } of following) ({ state } = fold(state, entry, needs.settings, tester));
    seq = following.at(-1)!.seq;
  }
  return state;
}
