import type { SQLInputValue } from "node:sqlite";

import type { JournalEntry, SensorReading } from "../../../core/scoring/model/journal-entry.ts";
import type { CommandRecord, FrameRecord } from "../../app/ports/changes.ts";
import type { JournalRecord, PackedState } from "../../app/ports/journal.ts";
import { parseStored } from "./prepare-query.ts";

export const frameColumns = [
  "vehicle_key",
  "seq",
  "timestamp_us",
  "sensors_sha256",
  "received_us",
  "camera_rotation",
  "radar_range_bias_m",
  "lidar_registration_error_m",
  "lidar_confidence",
  "tier",
  "evidence_id",
  "score",
  "raw",
] as const;

/** A frame in the order of `frameColumns`. */
export function rowOfFrame({ frame, ...record }: FrameRecord): SQLInputValue[] {
  const { cameraRotation, radarRangeBiasM, lidarRegistrationErrorM, lidarConfidence } = frame.reading;
  return [
    record.vehicleKey,
    record.seq,
    frame.timestampUs,
    Buffer.from(frame.sensorsSha256, "hex"),
    record.receivedAtUs,
    cameraRotation === undefined ? null : float64Blob(cameraRotation),
    radarRangeBiasM ?? null,
    lidarRegistrationErrorM ?? null,
    lidarConfidence ?? null,
    record.tier,
    record.evidenceId,
    record.score,
    frame.raw,
  ];
}

/** The columns of a reading. */
export interface ReadingRow {
  readonly timestamp_us: number;
  readonly camera_rotation: Uint8Array | null;
  readonly radar_range_bias_m: number | null;
  readonly lidar_registration_error_m: number | null;
  readonly lidar_confidence: number | null;
}

export interface FrameRow extends ReadingRow {
  readonly seq: number;
  readonly received_us: number;
  readonly raw: string;
}

function recordOfFrameRow(row: FrameRow): JournalRecord {
  const { seq, received_us: receivedAtUs, raw } = row;
  const { timestamp } = parseStored<{ readonly timestamp: string }>(raw);
  return { seq, receivedAtUs, timestamp, raw, entry: { kind: "frame", reading: readingOfRow(row) } };
}

/** The reading of a frame, from its columns: binary64 exactly as folded. */
export function readingOfRow(row: ReadingRow): SensorReading {
  const {
    camera_rotation: cameraRotation,
    radar_range_bias_m: radarRangeBiasM,
    lidar_registration_error_m: lidarRegistrationErrorM,
    lidar_confidence: lidarConfidence,
  } = row;
  return {
    timestampUs: row.timestamp_us,
    ...(cameraRotation !== null && { cameraRotation: float64sOf(cameraRotation) }),
    ...(radarRangeBiasM !== null && { radarRangeBiasM }),
    ...(lidarRegistrationErrorM !== null && { lidarRegistrationErrorM }),
    ...(lidarConfidence !== null && { lidarConfidence }),
  };
}

export const commandColumns = [
  "vehicle_key",
  "seq",
  "received_us",
  "key_id",
  "request_id",
  "reason",
  "entry",
] as const;

/** A command in the order of `commandColumns`. */
export function rowOfCommand(command: CommandRecord): SQLInputValue[] {
  const { vehicleKey, seq, receivedAtUs, keyId, requestId, reason, entry } = command;
  return [vehicleKey, seq, receivedAtUs, keyId, requestId, reason, JSON.stringify(entry)];
}

export interface CommandRow {
  readonly seq: number;
  readonly received_us: number;
  /** JSON. */
  readonly entry: string;
}

export function recordOfCommandRow({ seq, received_us: receivedAtUs, entry }: CommandRow): JournalRecord {
  return { seq, receivedAtUs, timestamp: null, raw: null, entry: parseStored<JournalEntry>(entry) };
}

/** The newest stored state of a vehicle at or before an entry, of one scoring: its number and its bytes. */
export const newestState = `SELECT seq, state FROM (
    SELECT * FROM snapshot WHERE vehicle_key = :vehicleKey
    UNION ALL SELECT * FROM anchor WHERE vehicle_key = :vehicleKey)
  WHERE seq <= :bySeq AND scoring = :scoring ORDER BY seq DESC LIMIT 1`;

/** A row of `newestState`. */
export type StateRow = Omit<PackedState, "vehicleKey">;

/** Frames and commands share one numbering, so two sorted lists of rows make one journal. */
export function journalOf(frames: readonly FrameRow[], commands: readonly CommandRow[]): JournalRecord[] {
  return [...frames.map(recordOfFrameRow), ...commands.map(recordOfCommandRow)].sort(
    (one, other) => one.seq - other.seq,
  );
}

/** Binary64 numbers as a blob, little-endian whatever the machine. */
function float64Blob(numbers: readonly number[]): Uint8Array {
  const blob = Buffer.allocUnsafe(numbers.length * 8);
  numbers.forEach((number, at) => blob.writeDoubleLE(number, at * 8));
  return blob;
}

function float64sOf(blob: Uint8Array): number[] {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
  return Array.from({ length: blob.byteLength / 8 }, (_, at) => view.getFloat64(at * 8, true));
}
