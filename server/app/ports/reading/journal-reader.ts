import type { JournalEntry } from "../../../../core/scoring/model/journal-entry.ts";
import type { PackedState } from "../journal.ts";

/**
 * The journals of vehicles with their states and scores, as they are stored. Asked beside the database, where they are
 * folded and unpacked (vehicle-analysis.ts), never by who answers requests.
 */
export interface JournalReader {
  /** The newest stored state that stands for at most entry `bySeq` and was folded by this `scoring`. */
  findState(ask: {
    readonly vehicleKey: number;
    readonly bySeq: number;
    readonly scoring: string;
  }): Promise<PackedState | null>;

  /** Entries `afterSeq` + 1 to `throughSeq`, oldest first, at most `limit`. */
  listEntries(ask: {
    readonly vehicleKey: number;
    readonly afterSeq: number;
    readonly throughSeq: number;
    readonly limit: number;
  }): Promise<readonly NumberedEntry[]>;

  /** What the newest `limit` frames of the span cover. */
  measureSpan(ask: SpanRequest & { readonly limit: number }): Promise<MeasuredSpan>;

  /** Frames of the span in order of capture time, at most `limit`, after `after`. */
  listScores(
    ask: SpanRequest & { readonly after: ScorePlace | null; readonly limit: number },
  ): Promise<StoredScores>;
}

export interface NumberedEntry {
  readonly seq: number;
  readonly entry: JournalEntry;
}

/** Capture times from `fromUs` to `toUs`, both included. */
export interface SpanRequest {
  readonly vehicleKey: number;
  readonly fromUs: number;
  readonly toUs: number;
}

export interface MeasuredSpan {
  readonly frames: number;
  /** Null when there are no frames. */
  readonly fromUs: number | null;
  readonly toUs: number | null;
}

export interface ScorePlace {
  readonly timestampUs: number;
  readonly seq: number;
}

/** Scores read together, as columns: a series reads 100,000, and an object for each would be most of the work. */
export interface StoredScores {
  readonly seqs: readonly number[];
  readonly timesUs: readonly number[];
  /** Where each ends in `bytes`; it begins where the one before ends. */
  readonly ends: readonly number[];
  /** packScore bytes, one after another. */
  readonly bytes: Uint8Array;
}

export interface StoredScore extends ScorePlace {
  /** packScore bytes. */
  readonly score: Uint8Array;
}
