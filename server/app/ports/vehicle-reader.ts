import type { VisibilityScope } from "../visibility-scope.ts";
import type { JournalEntry } from "../../../core/scoring/model/journal-entry.ts";
import type { Reason } from "../../../core/scoring/model/score.ts";
import type { Tier } from "../../../core/scoring/model/tier.ts";
import type { PackedState } from "./journal.ts";
import type { VehicleSummary } from "./vehicle-summary.ts";

/** What is known of one vehicle. A vehicle key comes from `openVehicle` alone, so no other method needs a scope. */
export interface VehicleReader {
  /** Null for a vehicle that does not exist or is out of scope: the caller cannot tell which. */
  openVehicle(ask: {
    readonly scope: VisibilityScope;
    readonly vehicleId: string;
  }): Promise<VehicleSummary | null>;

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

  /** Tier history, latest first, and the first capture time. */
  readHistory(ask: { readonly vehicleKey: number; readonly limit: number }): Promise<VehicleHistory>;

  /** What the newest `limit` frames of the span cover. */
  measureSpan(ask: SpanRequest & { readonly limit: number }): Promise<MeasuredSpan>;

  /** Frames of the span in order of capture time, at most `limit`, after `after`. */
  listScores(
    ask: SpanRequest & { readonly after: ScorePlace | null; readonly limit: number },
  ): Promise<readonly StoredScore[]>;

  /** Null when that entry is not a frame. */
  findFrame(ask: { readonly vehicleKey: number; readonly seq: number }): Promise<StoredFrame | null>;
}

export interface NumberedEntry {
  readonly seq: number;
  readonly entry: JournalEntry;
}

export interface VehicleHistory {
  readonly firstTimestampUs: number | null;
  readonly tierChanges: readonly TierChange[];
  /** The newest registered reference; null when none was ever registered or the newest withdrew it. */
  readonly reference: RegisteredReference | null;
}

export interface TierChange {
  readonly seq: number;
  readonly atUs: number;
  readonly from: Tier;
  readonly to: Tier;
  readonly reason: Reason;
}

export interface RegisteredReference {
  readonly cameraRotation: readonly number[];
  readonly source: string;
  readonly validFromUs: number;
  readonly registeredAtUs: number;
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

export interface StoredScore extends ScorePlace {
  /** packScore bytes. */
  readonly score: Uint8Array;
}

export interface StoredFrame extends StoredScore {
  /** The frame's JSON text exactly as received. */
  readonly raw: string;
}
