import {
  newlyEstimatedNoise,
  noiseStages,
  type EstimatedNoise,
} from "../../../core/scoring/fleet/fleet-prior.ts";
import { foldOwned } from "../../../core/scoring/fold.ts";
import type { JournalEntry } from "../../../core/scoring/model/journal-entry.ts";
import type { Score, ScoringEvent } from "../../../core/scoring/model/score.ts";
import type { ScoringSettings } from "../../../core/scoring/settings/settings.ts";
import { type VehicleState } from "../../../core/scoring/model/state.ts";
import type { PackedState } from "../ports/journal.ts";
import type { EstimatedNoiseRecord } from "../ports/changes.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";

/** Everything that is stored of one vehicle, as of one moment. */
export interface StoredVehicle {
  readonly summary: VehicleSummary;
  /** Kilometres stored with each breach, by the entry that opened it. */
  readonly odometerAtBreaches: ReadonlyMap<number, number | null>;
  /** Snapshot and anchors, with the scoring that folded each. */
  readonly states: readonly (PackedState & { readonly scoring: string })[];
  readonly estimatedNoise: readonly EstimatedNoiseRecord[];
  /** At most `limit` entries after `afterSeq`, oldest first. */
  readonly entriesAfter: (afterSeq: number, limit: number) => readonly StoredEntry[];
}

export interface StoredEntry {
  readonly seq: number;
  readonly receivedAtUs: number;
  readonly entry: JournalEntry;
  /** Frames only: the text as received, packScore of the verdict they had, and what the row repeats of both. */
  readonly frame: {
    readonly raw: string;
    readonly score: Uint8Array;
    /** `storedDigest` of the sensors. */
    readonly sensorsDigest: number;
  } | null;
}

/** One entry folded once more. */
export interface RefoldedEntry {
  readonly stored: StoredEntry;
  readonly state: VehicleState;
  readonly score: Score | null;
  readonly events: readonly ScoringEvent[];
  /** The noise the vehicle estimated for its fleet with this entry. */
  readonly estimatedNoise: readonly EstimatedNoise[];
}

/** Entries in memory at once; a journal may be longer than memory. */
const entriesAtOnce = 1_000;

/** Folds a vehicle's journal from nothing, entry by entry. The last state is the vehicle's state; one is that of its entry until the next is asked for. */
export function* rebuildVehicle(
  { entriesAfter }: Pick<StoredVehicle, "entriesAfter">,
  settings: ScoringSettings,
): Generator<RefoldedEntry> {
  let state = initialState();
  let seq = 0;
  for (;;) {
    const entries = entriesAfter(seq, entriesAtOnce);
    for (const stored of entries) {
      const noiseBefore = noiseStages(state);
      const folded = foldOwned(state, stored.entry, settings);
      const estimatedNoise = newlyEstimatedNoise(noiseBefore, folded.state);
      state = folded.state;
      seq = stored.seq;
      yield { stored, estimatedNoise, ...folded };
    }
    if (entries.length < entriesAtOnce) return;
  }
}
