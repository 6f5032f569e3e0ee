import canonicalize from "canonicalize";

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
  return sha256Hex(canonicalize(sensors) ?? "");
}
