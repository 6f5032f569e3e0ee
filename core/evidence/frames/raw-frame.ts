import { fromBase64Url } from "../../encoding/base64.ts";
import { textOf } from "../../encoding/bytes.ts";
import { canonicalText } from "../../encoding/canonical-json.ts";
import type { FrameLine } from "./frames-file.ts";
import { inUtc, parseCaptureTime } from "../../encoding/instant.ts";
import { JsonFault, jsonLimits, parseJson, type Json, type JsonObject } from "../../encoding/strict-json.ts";
import { takeSensors } from "../../encoding/take-sensors.ts";
import { canonicalMembers } from "../../sensors/sensor-lists.ts";

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
  if (utcOf(frame["timestamp"]) !== record.captured_at) return "raw was captured at another time";
  if (parseCaptureTime(record.captured_at) !== record.reading.captured_at_us) {
    return "captured_at_us is not the time raw states";
  }
  const received = frame["sensors"];
  if (!isObject(received)) return "raw has no sensors";
  const { sensors, dropped, misshapen } = takeSensors(received);
  const [unread] = misshapen;
  if (unread !== undefined) return `raw has a ${unread} that is no reading`;
  const different = canonicalMembers.find(({ name }) => !sameValue(sensors[name], record.reading[name]));
  if (different !== undefined) return `raw has another ${different.name} than was scored`;
  const listed = record.dropped ?? [];
  return dropped.join() === listed.join() ? null : "raw has other impossible readings than are listed";
}

function utcOf(timestamp: Json | undefined): Json | undefined {
  return typeof timestamp === "string" ? inUtc(timestamp) : timestamp;
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
function sameValue(
  received: number | readonly number[] | undefined,
  scored: number | readonly number[] | undefined,
): boolean {
  if (received === undefined || scored === undefined) return received === scored;
  return canonicalText(received) === canonicalText(scored);
}
