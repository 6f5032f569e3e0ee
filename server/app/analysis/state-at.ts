import { foldOwned } from "../../../core/scoring/fold.ts";
import type { FrameTester } from "../../../core/scoring/frame/frame-tester.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";
import { unpackState } from "../../../core/scoring/model/codec/state-codec.ts";
import type { ScoringSettings } from "../../../core/scoring/settings/settings.ts";
import type { VehicleState } from "../../../core/scoring/model/state.ts";
import type { JournalReader } from "../ports/reading/journal-reader.ts";

/** Entries read at once. */
const entriesAtOnce = 512;

/**
 * The state of a vehicle at one entry: the newest stored state at or before it, and the fold over what follows. Nothing is
 * stored.
 */
export async function stateAt(
  ask: {
    readonly vehicleKey: number;
    readonly bySeq: number;
    readonly scoring: string;
    readonly settings: ScoringSettings;
    readonly tester: FrameTester;
  },
  journal: JournalReader,
): Promise<VehicleState> {
  const { vehicleKey, bySeq, scoring, settings, tester } = ask;
  const stored = await journal.findState({ vehicleKey, bySeq, scoring });
  let state = stored === null ? initialState() : unpackState(stored.state);
  let seq = stored?.seq ?? 0;
  while (seq < bySeq) {
    const following = await journal.listEntries({
      vehicleKey,
      afterSeq: seq,
      throughSeq: bySeq,
      limit: entriesAtOnce,
    });
    const last = following.at(-1);
    if (last === undefined) throw new Error(`the journal of vehicle ${vehicleKey} ends at entry ${seq}`);
    for (const { entry } of following) ({ state } = foldOwned(state, entry, settings, tester));
    seq = last.seq;
  }
  return state;
}
