import type { DatabaseSync, StatementSync } from "node:sqlite";

import { sensorsSha256In, storedDigest } from "../../../../app/journal/sensors-digest.ts";
import type { CountedFrame, FrameIdentity } from "../../../../app/ports/journal.ts";
import { FramesInTime } from "../../frames-in-time.ts";
import { isPlace } from "../../linked-frames.ts";
import { TextPatterns, type TextPattern } from "../../texts/text-pattern.ts";
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
  readonly position: number;
  readonly pattern: TextPattern;
}

/** What the next row of a vehicle needs of those before it. */
interface VehicleEnd {
  /** Of its newest frame; 0 and null before the first. */
  seq: number;
  position: number | null;
  /** The newest first. */
  readonly models: Model[];
  newestUs: number | null;
}

interface AddedFrames {
  /** Of each frame the length of its text as stored. */
  readonly textBytes: readonly number[];
  /** Of each vehicle's newest frame, by its key. */
  readonly newestPositions: ReadonlyMap<number, number>;
}

/** Frames into their table, and the one a new frame may be the same as. */
export class FrameRows {
  readonly #addFrame: StatementSync;
  readonly #lastPosition: Query<{ position: number | null }>;
  readonly #keepPlace: StatementSync;
  readonly #keepNewest: StatementSync;
  readonly #inOrder: Query<Candidate>;
  readonly #outOfOrder: Query<Candidate>;
  readonly #inTime: FramesInTime;
  readonly #newest: Query<NewestRow>;
  readonly #patterns = new TextPatterns();
  /** By vehicle, in the order in which they came to be at hand. */
  readonly #ends = new Map<number, VehicleEnd>();
  readonly #vehiclesAtHand: number;
  /** Null until it is asked for: nobody else adds frames. */
  #nextPosition: number | null = null;

  constructor(database: DatabaseSync, atHand = vehiclesAtHand) {
    this.#vehiclesAtHand = atHand;
    this.#addFrame = database.prepare(
      `INSERT INTO frame (${frameColumns.join(", ")}) VALUES (${frameColumns.map(() => "?").join(", ")})`,
    );
    this.#lastPosition = prepareQuery(database, "SELECT max(position) AS position FROM frame");
    this.#keepPlace = database.prepare(
      "INSERT INTO frame_place (vehicle_key, seq, position) VALUES (?, ?, ?)",
    );
    this.#keepNewest = database.prepare("UPDATE vehicle SET newest_position = ? WHERE vehicle_key = ?");
    const candidates = `SELECT frame.seq, frame.score, frame.evidence_id AS evidenceId, ${receivedText} AS raw FROM ${framesWithTexts}
       WHERE frame.vehicle_key = :vehicleKey AND frame.timestamp_us = :timestampUs AND frame.sensors_digest = :digest`;
    this.#inOrder = prepareQuery(
      database,
      `${candidates} AND frame.position = :position AND frame.behind_us IS NULL`,
    );
    this.#outOfOrder = prepareQuery(database, `${candidates} AND frame.behind_us IS NOT NULL`);
    this.#inTime = new FramesInTime((sql) => prepareQuery(database, sql));
    this.#newest = prepareQuery(
      database,
      `SELECT frame.seq, frame.position, frame.timestamp_us + ifnull(frame.behind_us, 0) AS newestUs,
         coalesce(model.seq, frame.seq) AS modelSeq, coalesce(model.position, frame.position) AS modelPosition,
         coalesce(model.text, frame.text) AS text
       FROM vehicle JOIN ${framesWithTexts} WHERE vehicle.vehicle_key = ? AND frame.position = vehicle.newest_position`,
    );
  }

  /** In their order, and where each vehicle's newest one stands. */
  add(frames: readonly FrameToStore[]): void {
    for (const [vehicleKey, position] of this.addFrames(frames).newestPositions) {
      this.#keepNewest.run(position, vehicleKey);
    }
  }

  /** In their order; where each vehicle's newest one stands is left to the caller, who writes the vehicles' rows. */
  addFrames(frames: readonly FrameToStore[]): AddedFrames {
    this.#forgetSurplus();
    let next = this.#nextPosition ?? 1 + (this.#lastPosition.get()?.position ?? 0);
    const newestPositions = new Map<number, number>();
    const textBytes = frames.map((frame) => {
      const end = this.#endOf(frame.vehicleKey);
      const position = frame.position ?? next;
      next = position + 1;
      newestPositions.set(frame.vehicleKey, position);
      return this.#addOne(frame, position, end);
    });
    this.#nextPosition = next;
    return { textBytes, newestPositions };
  }

  #addOne(frame: FrameToStore, position: number, end: VehicleEnd): number {
    const { vehicleKey, seq } = frame;
    if (seq <= end.seq)
      throw new Error(`vehicle ${vehicleKey} has entry ${end.seq} already: ${seq} is not new`);
    const { timestampUs } = frame.frame;
    const isNewest = end.newestUs === null || timestampUs > end.newestUs;
    const behindUs = isNewest ? null : (end.newestUs ?? 0) - timestampUs;
    const text = this.#textOf(frame, position, end.models);
    this.#addFrame.run(...rowOfFrame(frame, text, { position, before: end.position, behindUs }));
    if (isPlace(seq, end.seq)) this.#keepPlace.run(vehicleKey, seq, position);
    if (isNewest) end.newestUs = timestampUs;
    end.seq = seq;
    end.position = position;
    return typeof text.text === "string" ? Buffer.byteLength(text.text) : text.text.length;
  }

  /** The text beside one of these; or as it is, and then it is one of them. */
  #textOf({ seq, frame }: FrameToStore, position: number, models: Model[]): StoredText {
    for (const model of models) {
      if (seq - model.seq >= longestLean) continue;
      const text = model.pattern.numbersIn(frame.raw, frame.timestampUs);
      if (text !== null) return { like: model.position, text };
    }
    models.unshift({ seq, position, pattern: this.#patterns.of(frame.raw) });
    if (models.length > patternsOfVehicle) models.pop();
    return { like: null, text: frame.raw };
  }

  /** The frame that counted with this very identity; null for none. One whose text is damaged is taken for it. */
  find({ vehicleKey, timestampUs, sensorsSha256 }: FrameIdentity): CountedFrame | null {
    const identity = { vehicleKey, timestampUs, digest: storedDigest(sensorsSha256) };
    const reaching = this.#inTime.firstReaching(vehicleKey, timestampUs);
    if (reaching === null) return null;
    const { position } = reaching;
    const rows = [...this.#inOrder.all({ ...identity, position }), ...this.#outOfOrder.all(identity)];
    const found = rows.find(({ raw }) => [sensorsSha256, null].includes(sensorsSha256In(raw)));
    return found === undefined ? null : { seq: found.seq, score: found.score, evidenceId: found.evidenceId };
  }

  /** Forgets the frames of a transaction that was undone. */
  forget(): void {
    this.#ends.clear();
    this.#nextPosition = null;
  }

  #endOf(vehicleKey: number): VehicleEnd {
    const known = this.#ends.get(vehicleKey);
    if (known !== undefined) return known;
    const end = this.#storedEnd(vehicleKey);
    this.#ends.set(vehicleKey, end);
    return end;
  }

  /** Between commits: within one, the row does not say yet where its vehicle's newest frame stands. */
  #forgetSurplus(): void {
    for (const vehicleKey of this.#ends.keys()) {
      if (this.#ends.size <= this.#vehiclesAtHand) return;
      this.#ends.delete(vehicleKey);
    }
  }

  #storedEnd(vehicleKey: number): VehicleEnd {
    const newest = this.#newest.get(vehicleKey);
    if (newest === undefined) return { seq: 0, position: null, models: [], newestUs: null };
    const { seq, position, newestUs, modelSeq, modelPosition, text } = newest;
    const models =
      typeof text === "string"
        ? [{ seq: modelSeq, position: modelPosition, pattern: this.#patterns.of(text) }]
        : [];
    return { seq, position, models, newestUs };
  }
}

interface NewestRow {
  readonly seq: number;
  readonly position: number;
  readonly newestUs: number;
  readonly modelSeq: number;
  readonly modelPosition: number;
  readonly text: string | Uint8Array;
}

type Candidate = CountedFrame & { readonly raw: string };
