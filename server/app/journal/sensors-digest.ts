import canonicalize from "canonicalize";

import { takeSensors } from "../../../core/encoding/take-sensors.ts";
import { members, type SensorMembers } from "../../../core/sensors/sensor-lists.ts";
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

/** The digest of sensors as they were read from a text, hex: that of the canonical JSON (RFC 8785) of what counts of them. */
export function sensorsSha256(received: unknown): string {
  const sensors = countedIn(received);
  return sha256Hex(sensors === null ? (canonicalize(received) ?? "") : JSON.stringify(sensors));
}

/** Null for what no counted frame has: its text was damaged since. */
function countedIn(received: unknown): SensorMembers | null {
  if (typeof received !== "object" || received === null || Array.isArray(received)) return null;
  if (Object.keys(received).some((name) => !names.has(name))) return null;
  const { sensors, misshapen } = takeSensors(received as Readonly<Record<string, unknown>>);
  return misshapen.length > 0 ? null : sensors;
}

const names: ReadonlySet<string> = new Set(members.map(({ name }) => name));
