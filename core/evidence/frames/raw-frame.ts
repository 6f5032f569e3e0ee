import { fromBase64Url } from "../../encoding/base64.ts";
import { textOf } from "../../encoding/bytes.ts";
import { canonicalText } from "../../encoding/canonical-json.ts";
import type { FrameLine } from "./frames-file.ts";
import { parseCaptureTime } from "../../encoding/instant.ts";
import { JsonFault, jsonLimits, parseJson, type Json, type JsonObject } from "../../encoding/strict-json.ts";

/** The sensors of the contract, which a record's reading repeats under the same names. */
const sensorNames = [
  "camera_rotation_matrix",
  "radar_range_bias_m",
  "lidar_registration_error_m",
  "lidar_confidence",
] as const;

/** What ingest takes: in its metadata a vehicle may call things as it likes, short of what no parser reads alike. */
const rawLimits = { ...jsonLimits, forbiddenNames: ["__proto__"] };

/**
 * Whether the values a frame record says were scored are those of the bytes the vehicle sent: without this the record
 * would only be our own statement of them. Null when they are.
 */
export function rawFrameFault(record: FrameLine): string | null {
  const frame = parseRaw(record.raw);
  if (frame === null) return "raw is not base64url of a JSON object";
  if (frame["vehicle_id"] !== record.vehicle_id) return "raw is another vehicle's frame";
  if (frame["timestamp"] !== record.captured_at) return "raw was captured at another time";
  if (parseCaptureTime(record.captured_at) !== record.reading.captured_at_us) {
    return "captured_at_us is not the time raw states";
  }
  const sensors = frame["sensors"];
  if (!isObject(sensors)) return "raw has no sensors";
  const different = sensorNames.find((name) => !sameValue(sensors[name], record.reading[name]));
  return different === undefined ? null : `raw has another ${different} than was scored`;
}

function parseRaw(raw: string): JsonObject | null {
  const bytes = fromBase64Url(raw);
  const text = bytes === null ? null : textOf(bytes);
  if (text === null) return null;
  try {
    const frame = parseJson(text, rawLimits);
    return isObject(frame) ? frame : null;
  } catch (fault) {
    if (fault instanceof JsonFault) return null;
    throw fault;
  }
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Equal as JSON, where −0 is 0 as the scoring takes it. */
function sameValue(raw: Json | undefined, scored: number | readonly number[] | undefined): boolean {
  if (raw === undefined || scored === undefined) return raw === scored;
  return canonicalText(raw) === canonicalText(scored);
}
