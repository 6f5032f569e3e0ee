import type { JournalEntry } from "../../../core/scoring/model/journal-entry.ts";

/** A journal entry as a frames file writes it. */
export function entryToJson(entry: JournalEntry): unknown {
  switch (entry.kind) {
    case "frame": {
      const { timestampUs, cameraRotation, radarRangeBiasM, lidarRegistrationErrorM, lidarConfidence } =
        entry.reading;
      const reading = {
        captured_at_us: timestampUs,
        camera_rotation_matrix: cameraRotation,
        radar_range_bias_m: radarRangeBiasM,
        lidar_registration_error_m: lidarRegistrationErrorM,
        lidar_confidence: lidarConfidence,
      };
      return { kind: "frame", reading };
    }
    case "baseline":
      return { kind: "baseline", action: entry.action, at_us: entry.atUs };
    case "reference":
      return {
        kind: "reference",
        camera_rotation_matrix: entry.cameraRotation,
        valid_from_us: entry.validFromUs,
      };
    case "prior": {
      const { kind, sensors, atUs } = entry;
      return { kind, sensors, at_us: atUs };
    }
  }
}
