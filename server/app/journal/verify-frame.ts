import { parseZonedTime } from "../../../core/encoding/instant.ts";
import { takeSensors } from "../../../core/encoding/take-sensors.ts";
import { type MemberName, members } from "../../../core/sensors/sensor-lists.ts";
import type { ByteSink } from "../../../core/scoring/model/codec/binary-codec.ts";
import { isPackedScore } from "../../../core/scoring/model/codec/score-codec.ts";
import type { SensorReading } from "../../../core/scoring/model/journal-entry.ts";
import type { Difference } from "./difference-tally.ts";
import { sensorsSha256, storedDigest } from "./sensors-digest.ts";
import type { RefoldedEntry, StoredEntry } from "./rebuild-vehicle.ts";

/** Where a stored frame differs from its own text, and its score from what comes out. Nothing for other entries. */
export function verifyFrame(
  { stored, score }: RefoldedEntry,
  vehicleId: string,
  sink?: ByteSink,
): readonly Pick<Difference, "what" | "detail">[] {
  const { frame } = stored;
  if (frame === null) return [];
  const differences: Pick<Difference, "what" | "detail">[] = [];
  if (score === null || !isPackedScore(score, frame.score, sink)) {
    differences.push({ what: "score", detail: "the stored score is another one" });
  }
  const contradiction = contradictionIn(stored, vehicleId);
  if (contradiction !== null) differences.push({ what: "reading", detail: contradiction });
  return differences;
}

/** Where the columns of a frame do not say what its text says; null where they do. */
function contradictionIn({ entry, frame }: StoredEntry, vehicleId: string): string | null {
  if (frame === null || entry.kind !== "frame") return null;
  const text = receivedIn(frame.raw);
  if (text === null) return "the received text (table frame, text) is no JSON";
  if (text.vehicleId !== vehicleId || !isSaid(entry.reading, text)) {
    return "the stored numbers are not those of the received text";
  }
  return text.digest === frame.sensorsDigest
    ? null
    : "the stored sensors_digest is not that of the received text";
}

/** The readings of a received text that were left out; none of a text that the disk has damaged. */
export function droppedIn(raw: string): readonly MemberName[] {
  const text = receivedIn(raw);
  return text === null ? [] : takeSensors(text.received).dropped;
}

function isSaid(reading: SensorReading, { timestamp, received }: ReceivedText): boolean {
  const time = parseZonedTime(String(timestamp));
  const { sensors } = takeSensors(received);
  return (
    time.kind === "time" &&
    time.timestampUs === reading.timestampUs &&
    members.every(({ name, reading: field }) => isSame(reading[field], sensors[name]))
  );
}

type Value = number | readonly number[] | undefined;

function isSame(stored: Value, received: Value): boolean {
  if (typeof stored !== "object" || typeof received !== "object") return stored === received;
  return stored.length === received.length && received.every((number, at) => number === stored[at]);
}

interface ReceivedText {
  readonly vehicleId: unknown;
  readonly timestamp: unknown;
  /** Its member `sensors`. */
  readonly received: Readonly<Record<string, unknown>>;
  readonly digest: number;
}

/** Null for a text that the disk has damaged. */
function receivedIn(raw: string): ReceivedText | null {
  try {
    const text: unknown = JSON.parse(raw);
    if (!isObject(text) || !isObject(text["sensors"])) return null;
    const { vehicle_id: vehicleId, timestamp, sensors: received } = text;
    return { vehicleId, timestamp, received, digest: storedDigest(sensorsSha256(received)) };
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
