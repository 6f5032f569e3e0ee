import type { SQLInputValue } from "node:sqlite";

import { inUtc } from "../../../core/encoding/instant.ts";
import { readingOf, takeSensors } from "../../../core/encoding/take-sensors.ts";
import type { JournalEntry, SensorReading } from "../../../core/scoring/model/journal-entry.ts";
import { storedDigest } from "../../app/journal/sensors-digest.ts";
import type { CommandRecord, FrameRecord } from "../../app/ports/changes.ts";
import type { JournalRecord, PackedState } from "../../app/ports/journal.ts";
import { ownInRange, withOwnFrames } from "./linked-frames.ts";
import { parseStored } from "./prepare-query.ts";

export const frameColumns = [
  "position",
  "vehicle_key",
  "seq",
  "back",
  "timestamp_us",
  "behind_us",
  "sensors_digest",
  "received_us",
  "evidence_id",
  "like_back",
  "text",
  "score",
] as const;

/** How a text is stored: as it came, or as numbers beside the text of the frame at position `like`. */
export type StoredText =
  | { readonly like: null; readonly text: string }
  | { readonly like: number; readonly text: Uint8Array };

/** A frame as its row needs it; without a position it is the next. */
export type FrameToStore = Omit<FrameRecord, "frame"> & {
  readonly position?: number;
  readonly frame: Pick<FrameRecord["frame"], "raw" | "timestampUs" | "sensorsSha256">;
};

/** What is stored of a frame beside what it says. */
export interface FramePlace {
  readonly position: number;
  /** Of the vehicle's frame before it. */
  readonly before: number | null;
  /** How far behind the newest before it; null: not at all. */
  readonly behindUs: number | null;
}

/** A frame in the order of `frameColumns`. */
export function rowOfFrame(
  record: FrameToStore,
  { like, text }: StoredText,
  { position, before, behindUs }: FramePlace,
): SQLInputValue[] {
  const { frame } = record;
  return [
    position,
    record.vehicleKey,
    record.seq,
    before === null ? null : position - before,
    frame.timestampUs,
    behindUs,
    storedDigest(frame.sensorsSha256),
    record.receivedAtUs,
    record.evidenceId,
    like === null ? null : position - like,
    text,
    record.score,
  ];
}

const withModel = `LEFT JOIN frame AS model
  ON model.position = frame.position - frame.like_back AND model.vehicle_key = frame.vehicle_key`;

/** Where rows of frames with their texts come from: each with the text its own leans on. */
export const framesWithTexts = `frame ${withModel}`;
/** The same of `own` frames (linked-frames.ts). */
export const ownFrames = "own CROSS JOIN frame USING (position)";
export const ownFramesWithTexts = `${ownFrames} ${withModel}`;

/** A frame's text as received. Empty, hence no JSON, where the disk has damaged it. (REAL: no time is too wide for it.) */
export const receivedText = "frame_text(frame.text, model.text, CAST(frame.timestamp_us AS REAL))";

/** The columns of `FrameRow`. */
export const frameRowColumns = `frame.seq, frame.timestamp_us, frame.received_us, ${receivedText} AS raw`;

/** Frames of a range of a vehicle's entries, the oldest first. */
export const framesInRange = `${withOwnFrames} SELECT ${frameRowColumns} FROM ${ownFramesWithTexts}
  WHERE ${ownInRange} ORDER BY own.seq`;

/** The columns of a reading. */
export interface ReadingRow {
  readonly timestamp_us: number;
  readonly raw: string;
}

export interface FrameRow extends ReadingRow {
  readonly seq: number;
  readonly received_us: number;
}

function recordOfFrameRow(row: FrameRow): JournalRecord {
  const { seq, received_us: receivedAtUs, raw } = row;
  const said = parseStored<ReceivedFrame>(raw);
  const { sensors, dropped } = takeSensors(said.sensors);
  const entry = { kind: "frame", reading: readingOf(sensors, row.timestamp_us) } as const;
  const timestamp = inUtc(said.timestamp);
  return { seq, receivedAtUs, timestamp, raw, entry, ...(dropped.length > 0 && { dropped }) };
}

/** The reading of a frame, from its text: binary64 exactly as folded. */
export function readingOfRow({ raw, timestamp_us: timestampUs }: ReadingRow): SensorReading {
  return readingOf(takeSensors(parseStored<ReceivedFrame>(raw).sensors).sensors, timestampUs);
}

/** What a counted frame's text says. */
interface ReceivedFrame {
  readonly timestamp: string;
  readonly sensors: Readonly<Record<string, unknown>>;
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
