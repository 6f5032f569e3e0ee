/**
 * What one frame says about the sensors, already checked: finite numbers within the ranges of the contract.
 * Absent means the sensor did not report; it never means zero.
 */
export interface SensorReading {
  /** Capture time, microseconds since 1970-01-01T00:00:00Z. */
  readonly timestampUs: number;
  /** Rotation matrix, row-major, 9 numbers, as received: close to SO(3), not yet projected onto it. */
  readonly cameraRotation?: readonly number[];
  /** Radar range bias, metres. */
  readonly radarRangeBiasM?: number;
  /** Lidar registration error, metres, never negative. */
  readonly lidarRegistrationErrorM?: number;
  /** Lidar confidence, 0 to 1. */
  readonly lidarConfidence?: number;
}

export const baselineActions = ["learn", "freeze", "unfreeze"] as const;
export type BaselineAction = (typeof baselineActions)[number];

/** Everything that may move a vehicle's state, in commit order. The journal is nothing but these. */
export type JournalEntry =
  | { readonly kind: "frame"; readonly reading: SensorReading }
  | { readonly kind: "baseline"; readonly action: BaselineAction; readonly atUs: number }
  | {
      readonly kind: "reference";
      /** Registered camera extrinsics, row-major 3×3, or null to withdraw them. */
      readonly cameraRotation: readonly number[] | null;
      readonly validFromUs: number;
    };
