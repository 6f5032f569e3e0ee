import type { DriftColumn, Sensor } from "../../../../core/sensors/sensor-lists.ts";
import type { RescoredVehicle, VehicleSeries } from "../../../../core/contract/types.ts";
import type { BaselinePlace } from "../../../../core/scoring/verdict/baseline-places.ts";
import type { PlaceComparison } from "../../../../core/scoring/verdict/compare-places.ts";
import type { VehicleView } from "../../../../core/scoring/verdict/describe-state.ts";
import type { VerdictNote } from "../../../../core/scoring/verdict/explain-verdict.ts";
import type { Channel } from "../../../../core/scoring/model/sensors.ts";
import type { ScoringSettings } from "../../../../core/scoring/settings/settings.ts";
import type { MeasuredSpan, ScorePlace, SpanRequest } from "./journal-reader.ts";

/**
 * What a vehicle's journal comes to under the settings in force. Its entries are folded and its scores unpacked where they
 * are read, so that whoever answers requests goes on meanwhile; what comes back is what an answer shows. A vehicle key
 * comes from `openVehicle` alone, so no method needs a scope.
 */
export interface VehicleAnalysis {
  /** The state at one entry: the newest stored state at or before it, and the fold over what follows. */
  describeState(ask: { readonly vehicleKey: number; readonly bySeq: number }): Promise<DescribedState>;

  /** The scores of a span, gathered into at most so many points; of a longer span the newest it covers. */
  gatherSeries(ask: SpanRequest & { readonly points: number }): Promise<GatheredSeries>;

  /**
   * The scores of exactly the `frames` frames up to entry `throughSeq` that come after a place in time; null when they
   * are not all behind it.
   */
  followSeries(ask: FollowRequest): Promise<GatheredSeries | null>;

  /** Residuals of one channel in order of capture time, of the first `limit` frames of the span, up to an entry. */
  listResiduals(ask: ResidualsRequest): Promise<readonly number[]>;

  /** The whole journal folded by the settings in force and by others. */
  compareSettings(ask: {
    readonly vehicleKey: number;
    readonly entries: number;
    readonly proposed: ScoringSettings;
  }): Promise<SettingsComparison>;
}

/** What a repair came to, read where journals are. A vehicle key comes from `openVehicle` alone. */
export interface RepairAnalysis {
  /** How the baselines at one entry stand to those of before a repair. */
  compareRepair(ask: {
    readonly vehicleKey: number;
    readonly bySeq: number;
    readonly before: readonly BaselinePlace[];
  }): Promise<readonly PlaceComparison[]>;
}

export interface DescribedState {
  readonly view: VehicleView;
  /** Null when no breach is open. */
  readonly changeBegan: ChangeTimes | null;
  readonly notes: readonly VerdictNote[];
  /** Newest capture time of each sensor, by its own clock; null before two readings agree. */
  readonly newestUs: Readonly<Record<Sensor, number | null>>;
}

/** When a change began: the likeliest frame's capture time, and the 50 % and 90 % intervals. */
export interface ChangeTimes {
  readonly atUs: number;
  readonly likelyUs: readonly [number, number];
  readonly widelyUs: readonly [number, number];
}

export interface FollowRequest {
  readonly vehicleKey: number;
  readonly after: ScorePlace;
  readonly throughSeq: number;
  readonly frames: number;
}

export interface GatheredSeries {
  readonly covered: MeasuredSpan;
  /** Where the last of them stands; null when there is none. */
  readonly last: ScorePlace | null;
  readonly isDownsampled: boolean;
  /** The JSON text of `SeriesValues`, UTF-8: whoever answers requests would stand still while it is written. */
  readonly columnsJson: Uint8Array<ArrayBuffer>;
  /** Hex SHA-256 of that, for the same reason. */
  readonly columnsSha256: string;
}

/** The JSON text of a `VehicleSeries`, UTF-8, and what differs (hex) where the text does. */
export interface WrittenSeries {
  readonly json: Uint8Array;
  readonly sha256: string;
}

/** The points of a series as the contract shows them. */
export type SeriesValues = Pick<
  VehicleSeries,
  | "timestamps"
  | "frame_seqs"
  | "tiers"
  | "decided_by"
  | "channels"
  | "cusum_statistic"
  | "cusum_statistic_max"
  | DriftColumn
  | "t2"
  | "t2_max"
  | "t2_limit"
>;

export interface ResidualsRequest extends SpanRequest {
  readonly channel: Channel;
  readonly throughSeq: number;
  readonly limit: number;
}

export type SettingsComparison = Omit<RescoredVehicle, "vehicle_id">;
