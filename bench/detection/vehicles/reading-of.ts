import type { TelemetryFrame } from "../../../core/contract/types.ts";
import type { SensorReading } from "../../../core/scoring/model/journal-entry.ts";

/** What the scoring reads of a simulated frame. */
export function readingOf({ timestamp, sensors }: TelemetryFrame): SensorReading {
  const {
    camera_rotation_matrix: cameraRotation,
    radar_range_bias_m: radarRangeBiasM,
    lidar_registration_error_m: lidarRegistrationErrorM,
    lidar_confidence: lidarConfidence,
  } = sensors;
  return {
    timestampUs: Date.parse(timestamp) * 1000,
    ...(cameraRotation !== undefined && { cameraRotation }),
    ...(radarRangeBiasM !== undefined && { radarRangeBiasM }),
    ...(lidarRegistrationErrorM !== undefined && { lidarRegistrationErrorM }),
    ...(lidarConfidence !== undefined && { lidarConfidence }),
  };
}
