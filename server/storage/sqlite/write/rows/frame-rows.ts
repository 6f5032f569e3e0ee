import type { DatabaseSync, StatementSync } from "node:sqlite";

import { sensorsSha256In, storedDigest } from "../../../../app/journal/sensors-digest.ts";
import type { CountedFrame, FrameIdentity } from "../../../../app/ports/journal.ts";
import { FramesInTime } from "../../frames-in-time.ts";
import { TextPattern } from "../../texts/text-pattern.ts";
import {
  frameColumns,
  framesWithTexts,
  receivedText,
  rowOfFrame,
  type FrameToStore,
  type StoredText,
} from "../../journal-rows.ts";
import { prepareQuery, type Query } from "../../prepare-query.ts";

/** A text leans on one at most this many entries before it, so that no range of a journal needs one far from it. */
const longestLean = 256;
/** Patterns of one vehicle at hand: one for each set of sensors that reports at once. */
const patternsOfVehicle = 8;
/** Vehicles whose ends are at hand; that of another is read again from its newest frame. */
const vehiclesAtHand = 20_000;

interface Model {
  readonly seq: number;
  readonly pattern: TextPattern;
}

/** What the next row of a vehicle needs of those before it. */
interface VehicleEnd {
  /** The newest first. */
  readonly models: Model[];
  newestUs: number | null;
}

/** Frames into their table, and the one a new frame may be the same as. */
export class FrameRows {
  readonly #addFrame: StatementSync;
  readonly #inOrder: Query<Candidate>;
  readonly #outOfOrder: Query<Candidate>;
  readonly #inTime: FramesInTime;
  readonly #newestModel: Query<{ seq: number; text: string | Uint8Array }>;
  /** By vehicle; the one used last at the end. */
  readonly #ends = new Map<number, VehicleEnd>();

  constructor(database: DatabaseSync) {
    this.#addFrame = database.prepare(
      `INSERT INTO frame (${frameColumns.join(", ")}) VALUES (${frameColumns.map(() => "?").join(", ")})`,
    );
    const candidates = `SELECT frame.seq, frame.score, frame.evidence_id AS evidenceId, ${receivedText} AS raw FROM ${framesWithTexts}
       WHERE frame.vehicle_key = :vehicleKey AND frame.timestamp_us = :timestampUs AND frame.sensors_digest = :digest`;
    this.#inOrder = prepareQuery(database, `${candidates} AND frame.seq = :seq AND frame.behind_us IS NULL`);
    this.#outOfOrder = prepareQuery(database, `${candidates} AND frame.behind_us IS NOT NULL`);
    this.#inTime = new FramesInTime((sql) => prepareQuery(database, sql));
    this.#newestModel = prepareQuery(
      database,
      `SELECT coalesce(model.seq, frame.seq) AS seq, coalesce(model.text, frame.text) AS text FROM ${framesWithTexts}
       WHERE frame.vehicle_key = ? ORDER BY frame.seq DESC LIMIT 1`,
    );
  }

  /** Returns the length of its text as received, in bytes. */
  add(frame: FrameToStore): number {
    const end = this.#endOf(frame.vehicleKey);
    const { timestampUs } = frame.frame;
    const isNewest = end.newestUs === null || timestampUs > end.newestUs;
    const behindUs = isNewest ? null : (end.newestUs ?? 0) - timestampUs;
    if (isNewest) end.newestUs = timestampUs;
    const textBytes = Buffer.byteLength(frame.frame.raw);
    this.#addFrame.run(...rowOfFrame(frame, textOf(frame, end.models), { textBytes, behindUs }));
    return textBytes;
  }

  /** The frame that counted with this very identity; null for none. One whose text is damaged is taken for it. */
  find({ vehicleKey, timestampUs, sensorsSha256 }: FrameIdentity): CountedFrame | null {
    const identity = { vehicleKey, timestampUs, digest: storedDigest(sensorsSha256) };
    const seq = this.#inTime.firstReaching(vehicleKey, timestampUs);
    if (seq === null) return null;
    const rows = [...this.#inOrder.all({ ...identity, seq }), ...this.#outOfOrder.all(identity)];
    const found = rows.find(({ raw }) => [sensorsSha256, null].includes(sensorsSha256In(raw)));
    return found === undefined ? null : { seq: found.seq, score: found.score, evidenceId: found.evidenceId };
  }

  /** Forgets the frames of a transaction that was undone. */
  forget(): void {
    this.#ends.clear();
  }

  #endOf(vehicleKey: number): VehicleEnd {
    const end = this.#ends.get(vehicleKey) ?? this.#storedEnd(vehicleKey);
    this.#ends.delete(vehicleKey);
    this.#ends.set(vehicleKey, end);
    const [oldest] = this.#ends.keys();
    if (this.#ends.size > vehiclesAtHand && oldest !== undefined) this.#ends.delete(oldest);
    return end;
  }

  #storedEnd(vehicleKey: number): VehicleEnd {
    const newestUs = this.#inTime.newestUs(vehicleKey);
    const newest = this.#newestModel.get(vehicleKey);
    if (newest === undefined || typeof newest.text !== "string") return { models: [], newestUs };
    return { models: [{ seq: newest.seq, pattern: new TextPattern(newest.text) }], newestUs };
  }
}

type Candidate = CountedFrame & { readonly raw: string };

/** The text beside one of these; or as it is, and then it is one of them. */
function textOf({ seq, frame }: FrameToStore, models: Model[]): StoredText {
  for (const model of models) {
    if (seq - model.seq >= longestLean) continue;
    const text = model.pattern.numbersIn(frame.raw, frame.timestampUs);
    if (text !== null) return { likeSeq: model.seq, text };
  }
  models.unshift({ seq, pattern: new TextPattern(frame.raw) });
  if (models.length > patternsOfVehicle) models.pop();
  return { likeSeq: null, text: frame.raw };
}
