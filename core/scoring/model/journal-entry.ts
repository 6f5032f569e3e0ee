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

/** What the settled vehicles of a fleet teach about one sensor's noise. */
export interface SensorNoise {
  /** Standard deviation: camera, degrees an axis; radar, metres; lidar, in ln(error + offset); confidence, in logits. */
  readonly sd: number;
  /** Vehicles it rests on. */
  readonly vehicles: number;
}

/** The prior of a vehicle's noise, taken from its fleet in place of the settings' prior. */
export interface StartingPrior {
  /** Null: too few vehicles of the fleet have the sensor, and the settings' prior holds for it. */
  readonly sensors: {
    readonly camera: SensorNoise | null;
    readonly radar: SensorNoise | null;
    readonly lidar: SensorNoise | null;
    readonly confidence: SensorNoise | null;
  };
  /** When the fleet was asked. */
  readonly atUs: number;
}

/** What somebody asks of a vehicle. */
export type Command = Extract<JournalEntry, { readonly kind: "baseline" | "reference" }>;

/** Everything that may move a vehicle's state, in commit order. The journal is nothing but these. */
export type JournalEntry =
  | { readonly kind: "frame"; readonly reading: SensorReading }
  | { readonly kind: "baseline"; readonly action: BaselineAction; readonly atUs: number }
  | {
      readonly kind: "reference";
      /** Registered camera extrinsics, row-major 3×3, or null to withdraw them. */
      readonly cameraRotation: readonly number[] | null;
      readonly validFromUs: number;
    }
  | ({ readonly kind: "prior" } & StartingPrior);
