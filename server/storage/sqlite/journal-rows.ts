import type { SQLInputValue, SQLOutputValue } from "node:sqlite";

import type { JournalEntry, SensorReading } from "../../../core/scoring/model/journal-entry.ts";
import type { CommandRecord, FrameRecord, JournalRecord } from "../../app/ports/transaction.ts";
import { float64Blob, float64sOf } from "./float64-blob.ts";

type Row = Readonly<Record<string, SQLOutputValue>>;

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

/** A row with the columns of the reading, `seq`, `received_us` and `raw`. */
function recordOfFrameRow(row: Row): JournalRecord {
  const raw = row["raw"] as string;
  return {
    seq: row["seq"] as number,
    receivedAtUs: row["received_us"] as number,
    timestamp: (JSON.parse(raw) as { timestamp: string }).timestamp,
    raw,
    entry: { kind: "frame", reading: readingOfRow(row) },
  };
}

/** What the frame said, from its columns: binary64 exactly as folded. */
export function readingOfRow(row: Row): SensorReading {
  const cameraRotation = row["camera_rotation"] as Uint8Array | null;
  const radarRangeBiasM = row["radar_range_bias_m"] as number | null;
  const lidarRegistrationErrorM = row["lidar_registration_error_m"] as number | null;
  const lidarConfidence = row["lidar_confidence"] as number | null;
  return {
    timestampUs: row["timestamp_us"] as number,
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

export function recordOfCommandRow(row: Row): JournalRecord {
  return {
    seq: row["seq"] as number,
    receivedAtUs: row["received_us"] as number,
    timestamp: null,
    raw: null,
    entry: JSON.parse(row["entry"] as string) as JournalEntry,
  };
}

/** Frames and commands share one numbering, so two sorted lists of rows make one journal. */
export function journalOf(frames: readonly Row[], commands: readonly Row[]): JournalRecord[] {
  return [...frames.map(recordOfFrameRow), ...commands.map(recordOfCommandRow)].sort(
    (one, other) => one.seq - other.seq,
  );
}
