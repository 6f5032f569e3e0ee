import type { SensorReading } from "../model/journal-entry.ts";
import { ln } from "../numeric/ln.ts";
import { isCoarselyRounded, orthonormalityError, projectRotation } from "./project-rotation.ts";
import type { Quaternion } from "../numeric/quaternion.ts";
import type { ScoringSettings } from "../settings/settings.ts";

/** One frame in the units the detectors work in. Null: the sensor said nothing usable. */
export interface Measurement {
  readonly seq: number;
  readonly timestampUs: number;
  readonly camera: Quaternion | null;
  /** Largest entry of |RᵀR − I| of the matrix as received. */
  readonly orthonormalityError: number;
  readonly coarselyRounded: boolean;
  /** Metres. */
  readonly radar: number | null;
  /** ln(registration error + offset): the logarithm takes the skew out, limits stay in metres. */
  readonly lidar: number | null;
  /** Weight of the lidar value, 0 to 1: the lidar's own confidence, 1 when it gave none. */
  readonly lidarWeight: number;
  readonly lidarConfidence: number | null;
  /** Logit of the lidar confidence. */
  readonly confidence: number | null;
}

export function measure(reading: SensorReading, seq: number, settings: ScoringSettings): Measurement {
  const { cameraRotation, radarRangeBiasM, lidarConfidence } = reading;
  return {
    seq,
    timestampUs: reading.timestampUs,
    camera: cameraRotation === undefined ? null : projectRotation(cameraRotation),
    orthonormalityError: cameraRotation === undefined ? 0 : orthonormalityError(cameraRotation),
    coarselyRounded: cameraRotation !== undefined && isCoarselyRounded(cameraRotation),
    // JSON has −0, which sensors that round send: adding 0 makes 0 of it, the same reading.
    radar: radarRangeBiasM === undefined ? null : radarRangeBiasM + 0,
    lidar: measureLidar(reading, settings),
    lidarWeight: lidarConfidence ?? 1,
    lidarConfidence: lidarConfidence ?? null,
    confidence: lidarConfidence === undefined ? null : logit(lidarConfidence),
  };
}

function measureLidar(
  { lidarRegistrationErrorM, lidarConfidence }: SensorReading,
  { lidar }: ScoringSettings,
): number | null {
  const isTrusted = lidarConfidence === undefined || lidarConfidence >= lidar.confidenceFloor;
  return lidarRegistrationErrorM === undefined || !isTrusted
    ? null
    : ln(lidarRegistrationErrorM + lidar.offsetM);
}

/** ln(c/(1 − c)), with c kept half a percent away from certainty. */
export function logit(confidence: number): number {
  const inside = Math.max(0.005, Math.min(0.995, confidence));
  return ln(inside / (1 - inside));
}
