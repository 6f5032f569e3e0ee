import type { BaselineState, Channel } from "./score.ts";
import type { Action, FaultSource, Tier } from "./tier.ts";

/** What can be told of a vehicle from its state alone, in domain units. */
export interface VehicleView {
  readonly entries: number;
  readonly frames: number;
  readonly newestUs: number | null;
  readonly tier: Tier;
  readonly tierSinceSeq: number;
  readonly tierSinceUs: number | null;
  readonly healthScore: number;
  readonly recommendedAction: Action;
  readonly probableFaultSource: FaultSource;
  readonly baseline: BaselineView;
  readonly live: LiveExtrinsics;
  /** Registered reference extrinsics, row-major. */
  readonly reference: { readonly cameraRotation: readonly number[]; readonly validFromUs: number } | null;
  readonly breach: BreachView | null;
  readonly sensors: readonly SensorView[];
}

export interface BaselineView {
  readonly state: BaselineState;
  /** Usable frames of the furthest sensor, and how many it needs for a first score. */
  readonly frames: number;
  readonly needed: number;
  /** Mean camera rotation, row-major; null until learnt. */
  readonly cameraRotation: readonly number[] | null;
  readonly channels: readonly ChannelBaseline[];
}

export interface ChannelBaseline {
  readonly channel: Channel;
  /** Degrees (relative to `cameraRotation`) or metres. */
  readonly location: number;
  /** Standard deviation of one block, degrees or metres. */
  readonly scale: number;
  readonly blocks: number;
  readonly framesPerBlock: number;
  /** Smallest lasting shift that 20 further blocks would reveal, degrees or metres. */
  readonly minimumDetectableShift: number;
}

/** Where the sensors stand now: the estimate over the newest blocks. Null: never learnt. */
export interface LiveExtrinsics {
  readonly cameraRotation: readonly number[] | null;
  readonly cameraDriftDeg: number | null;
  readonly cameraDriftSdDeg: number | null;
  /** Drift vector in the axes of the baseline pose, degrees. */
  readonly cameraDriftVectorDeg: readonly [number, number, number] | null;
  readonly radarBiasM: number | null;
  readonly radarDriftM: number | null;
  readonly radarDriftSdM: number | null;
  readonly lidarErrorM: number | null;
  readonly lidarDriftM: number | null;
  readonly lidarDriftSdM: number | null;
}

export interface BreachView {
  readonly openedSeq: number;
  readonly openedUs: number;
  readonly statistic: number;
  readonly channel: Channel;
  readonly side: "upper" | "lower";
  readonly changePointSeq: number;
}

export interface SensorView {
  readonly sensor: "camera" | "radar" | "lidar";
  readonly frames: number;
  readonly baseline: "learning" | "provisional" | "established";
  /** False once a learnt sensor has all but fallen silent: its absence is no good news. */
  readonly monitored: boolean;
}
