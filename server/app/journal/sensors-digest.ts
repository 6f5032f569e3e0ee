import canonicalize from "canonicalize";

import { canonicalSensors, type SensorMembers } from "../../../core/contract/requests/parse-frame.ts";
import { sha256Hex } from "../sha256.ts";

/** What is stored of the digest that names a frame's sensors: it finds the frame, and its text says whether it is the one. */
export function storedDigest(sensorsSha256: string): number {
  return Buffer.from(sensorsSha256, "hex").readInt32BE();
}

/** The digest of a received text's sensors, hex; null for a text that the disk has damaged. */
export function sensorsSha256In(raw: string): string | null {
  try {
    const { sensors } = JSON.parse(raw) as { readonly sensors?: unknown };
    return sensorsSha256(sensors);
  } catch {
    return null;
  }
}

/** The digest of sensors as they were read from a text, hex: that of their canonical JSON (RFC 8785). */
export function sensorsSha256(sensors: unknown): string {
  return sha256Hex(isOfContract(sensors) ? canonicalSensors(sensors) : (canonicalize(sensors) ?? ""));
}

/** As every frame that was counted has them; not those of a text that was damaged since. */
function isOfContract(sensors: unknown): sensors is SensorMembers {
  if (typeof sensors !== "object" || sensors === null || Array.isArray(sensors)) return false;
  for (const [name, value] of Object.entries(sensors)) {
    const isHeld = name === rotation ? isNumbers(value) : numbers.has(name) && Number.isFinite(value);
    if (!isHeld) return false;
  }
  return true;
}

const rotation = "camera_rotation_matrix";
const numbers: ReadonlySet<string> = new Set([
  "lidar_confidence",
  "lidar_registration_error_m",
  "radar_range_bias_m",
]);

function isNumbers(value: unknown): boolean {
  return Array.isArray(value) && value.every(Number.isFinite);
}
