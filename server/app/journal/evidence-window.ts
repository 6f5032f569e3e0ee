import { foldOwned } from "../../../core/scoring/fold.ts";
import type { ScoringSettings } from "../../../core/scoring/settings/settings.ts";
import { type VehicleState } from "../../../core/scoring/model/state.ts";
import type { JournalRecord, JournalTail } from "../ports/journal.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";
import { packState, unpackState } from "../../../core/scoring/model/codec/state-codec.ts";

/** States are kept for good at every multiple of this many entries. */
export const anchorEveryEntries = 256;
/** What a reader of the evidence sees of the time before the change. */
const entriesBeforeChange = 128;
/** A slow change may have begun long ago; the window then shows its newest part. */
const longestWindow = 1_000;

/** The part of a journal a bundle shows: the state before its first record, and the records up to the breach. */
export interface EvidenceWindow {
  /** Entry the initial state stands for; 0 for the empty state. */
  readonly initialSeq: number;
  readonly initialState: Uint8Array | null;
  readonly records: readonly JournalRecord[];
}

/** The anchor a window begins at: the newest with enough before the change, unless that makes the window too long. */
export function windowStart(changePointSeq: number, breachSeq: number): number {
  const start = anchorAtOrBefore(Math.max(0, changePointSeq - entriesBeforeChange));
  if (breachSeq - start <= longestWindow) return start;
  return anchorAtOrBefore(breachSeq - longestWindow + anchorEveryEntries - 1);
}

function anchorAtOrBefore(seq: number): number {
  return seq - (seq % anchorEveryEntries);
}

/**
 * The window beginning right after `initialSeq`, out of a tail that begins at or before it. Where no state is stored
 * at that very entry it is folded once more, which by the ledger's first invariant gives the same bytes.
 */
export function windowFrom(tail: JournalTail, initialSeq: number, settings: ScoringSettings): EvidenceWindow {
  const before = tail.records.filter(({ seq }) => seq <= initialSeq);
  const records = tail.records.slice(before.length);
  if (initialSeq === 0) return { initialSeq, initialState: null, records };
  if (before.length === 0 && tail.from !== null) {
    return { initialSeq, initialState: tail.from.state, records };
  }
  const start = tail.from === null ? null : unpackState(tail.from.state);
  return { initialSeq, initialState: packState(foldRecords(start, before, settings)), records };
}

/** The state after these records, folded onto `from` (null: the empty state), which is used up by it. */
export function foldRecords(
  from: VehicleState | null,
  records: readonly JournalRecord[],
  settings: ScoringSettings,
): VehicleState {
  let state = from ?? initialState();
  for (const { entry } of records) ({ state } = foldOwned(state, entry, settings));
  return state;
}
