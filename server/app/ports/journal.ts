import type { MemberName } from "../../../core/sensors/sensor-lists.ts";
import type { JournalEntry } from "../../../core/scoring/model/journal-entry.ts";

/** One entry of a vehicle's journal as stored. `raw` and `timestamp` are null for entries that are not frames. */
export interface JournalRecord {
  readonly seq: number;
  readonly receivedAtUs: number;
  /** The same as `formatInstant` writes it, where it is at hand. */
  readonly receivedAt?: string;
  /** Capture time in UTC, as the vehicle wrote it where it wrote it so. */
  readonly timestamp: string | null;
  /** The frame's JSON text exactly as received. */
  readonly raw: string | null;
  /** Canonical JSON of a frame's sensors, where it is at hand: of what was just received. */
  readonly sensors?: string;
  /** Readings of a frame that were left out, in the order of canonical JSON; left out where there are none. */
  readonly dropped?: readonly MemberName[];
  readonly entry: JournalEntry;
}

/** A packed state of the fold: what entries 1 to `seq` lead to. */
export interface PackedState {
  readonly vehicleKey: number;
  readonly seq: number;
  readonly state: Uint8Array;
}

/** Where a tail begins: right after an entry, or at the newest stored state that stands for at most that entry. */
export type TailRequest =
  | { readonly kind: "after"; readonly vehicleKey: number; readonly seq: number }
  | { readonly kind: "from-state"; readonly vehicleKey: number; readonly bySeq: number };

/** A starting point and what follows it, up to the journal's end. */
export interface JournalTail {
  /** Null when the ask was for records only, or when no state is stored that early: then the first record is entry 1. */
  readonly from: PackedState | null;
  /** Contiguous, oldest first, beginning right after the starting point. */
  readonly records: readonly JournalRecord[];
}

/** What makes two frames the same frame. */
export interface FrameIdentity {
  readonly vehicleKey: number;
  readonly timestampUs: number;
  readonly sensorsSha256: string;
}

/** A frame that counted, as it was scored then. */
export interface CountedFrame {
  readonly seq: number;
  /** packScore bytes. */
  readonly score: Uint8Array;
  /** The breach it opened or fell into. */
  readonly evidenceId: string | null;
}
