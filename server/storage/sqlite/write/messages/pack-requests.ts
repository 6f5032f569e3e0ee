import type { FramePlace, IncomingFrame } from "../../../../../core/contract/requests/parse-frame.ts";
import { type Member, members, type Reading } from "../../../../../core/sensors/sensor-lists.ts";
import type { FramesRequest, ScoreRequest, WriteRequest } from "../../../../app/ports/write-request.ts";

/**
 * The requests of one commit on their way to the writer's thread. Frames are many and alike: cloned as objects, every
 * one of them would name its members again, which takes longer than to parse them. So their numbers cross as columns
 * whose memory is handed over, their texts as one text, and what many have in common is named once.
 */
export interface PackedRequests {
  readonly heads: readonly Head[];
  /** requests: 3·requests = [head, receivedAtUs, frames] */
  readonly requests: Float64Array<ArrayBuffer>;
  /** frames: frameColumns·frames, in the order of `columns`, then of `readingColumns` */
  readonly frames: Float64Array<ArrayBuffer>;
  /** Of each frame: its text, its capture time, its sensors and their digest. */
  readonly text: string;
  /** Vehicles, fleets, regions, warnings and what was dropped. A part of `text` would keep all of it in memory as long as it is known. */
  readonly names: readonly string[];
}

/** A request without its frames; single frames of one writer share theirs. */
type Head =
  | { readonly kind: "whole"; readonly request: Exclude<WriteRequest, FramesRequest | ScoreRequest> }
  | {
      readonly kind: "frames";
      readonly hasPlaces: boolean;
      readonly rest: Omit<FramesRequest, "frames" | "places" | "receivedAtUs">;
    }
  | { readonly kind: "score"; readonly rest: Omit<ScoreRequest, "frame" | "receivedAtUs"> };

const requestColumns = 3;

/** Where a column of a frame is. An absent number is NaN, an absent name or line is 0: names and lines count from 1. */
const columns = {
  timestampUs: 0,
  vehicle: 1,
  fleet: 2,
  region: 3,
  warnings: 4,
  index: 5,
  line: 6,
  rawLength: 7,
  timestampLength: 8,
  sensorsLength: 9,
  digestLength: 10,
  dropped: 11,
} as const;
const rotationNumbers = 9;

/** Of each member of a reading, where its numbers begin; they follow those above. */
const readingColumns: { readonly member: Member; readonly from: number }[] = [];
let frameColumns = Object.keys(columns).length;
for (const member of members) {
  readingColumns.push({ member, from: frameColumns });
  frameColumns += member.shape === "rotation" ? rotationNumbers : 1;
}

export function packRequests(requests: readonly WriteRequest[]): PackedRequests {
  return new Packing(requests).packed;
}

/** The memory to hand over instead of copying it: for what little a few frames need, a copy takes less time. */
export function transferable({ frames }: PackedRequests): readonly ArrayBuffer[] {
  return frames.byteLength < copiedBytes ? [] : [frames.buffer];
}

const copiedBytes = 32 * 1024;

export function unpackRequests(packed: PackedRequests): readonly WriteRequest[] {
  const reading = new Unpacking(packed);
  return Array.from({ length: packed.requests.length / requestColumns }, (_, at) => reading.request(at));
}

class Packing {
  readonly packed: PackedRequests;
  readonly #heads: Head[] = [];
  readonly #singles = new Map<
    string,
    { readonly place: number; readonly fleets: readonly string[] | null }
  >();
  readonly #names: string[] = [];
  readonly #places = new Map<string, number>();
  readonly #texts: string[] = [];
  readonly #frames: Float64Array<ArrayBuffer>;
  #at = 0;

  constructor(requests: readonly WriteRequest[]) {
    const count = requests.reduce((sum, request) => sum + framesOf(request).length, 0);
    this.#frames = new Float64Array(count * frameColumns);
    const rows = new Float64Array(requests.length * requestColumns);
    for (const [at, request] of requests.entries()) {
      const frames = framesOf(request);
      const receivedAtUs = "receivedAtUs" in request ? request.receivedAtUs : 0;
      rows.set([this.#headOf(request), receivedAtUs, frames.length], at * requestColumns);
      const places = request.kind === "frames" ? request.places : undefined;
      for (let number = 0; number < frames.length; number += 1) {
        this.#putFrame(frames[number]!, places?.[number]);
      }
    }
    const text = this.#texts.join("");
    this.packed = { heads: this.#heads, requests: rows, frames: this.#frames, text, names: this.#names };
  }

  #headOf(request: WriteRequest): number {
    if (request.kind === "frames") return this.#headOfFrames(request);
    if (request.kind !== "score") return this.#heads.push({ kind: "whole", request }) - 1;
    const { frame: _frame, receivedAtUs: _receivedAtUs, ...rest } = request;
    return this.#heads.push({ kind: "score", rest }) - 1;
  }

  #headOfFrames(request: FramesRequest): number {
    const { organisation, keyId, fleets } = request.writer;
    const isSingle = request.answer.form === "single" && request.keep === null;
    const key = `${organisation}\n${keyId}`;
    const known = isSingle ? this.#singles.get(key) : undefined;
    if (known !== undefined && known.fleets === fleets) return known.place;
    const { frames: _frames, places, receivedAtUs: _receivedAtUs, ...rest } = request;
    const place = this.#heads.push({ kind: "frames", hasPlaces: places !== undefined, rest }) - 1;
    if (isSingle && places === undefined) this.#singles.set(key, { place, fleets });
    return place;
  }

  #putFrame(frame: IncomingFrame, place: FramePlace | undefined): void {
    const { raw, timestamp, sensors, sensorsSha256, reading, fleetId = "", region = "" } = frame;
    const row = this.#frames;
    const at = this.#at;
    row[at + columns.timestampUs] = reading.timestampUs;
    this.#putReading(reading, at);
    row[at + columns.vehicle] = this.#nameOf(frame.vehicleId);
    row[at + columns.fleet] = this.#nameOf(fleetId);
    row[at + columns.region] = this.#nameOf(region);
    row[at + columns.warnings] = this.#nameOf(frame.warnings.join("\n"));
    row[at + columns.dropped] = this.#nameOf(textOfDropped(frame));
    row[at + columns.index] = place?.index ?? 0;
    row[at + columns.line] = place?.line ?? 0;
    row[at + columns.rawLength] = raw.length;
    row[at + columns.timestampLength] = timestamp.length;
    row[at + columns.sensorsLength] = sensors.length;
    row[at + columns.digestLength] = sensorsSha256.length;
    this.#texts.push(raw, timestamp, sensors, sensorsSha256);
    this.#at = at + frameColumns;
  }

  #putReading(reading: Reading, at: number): void {
    const row = this.#frames;
    for (const { member, from } of readingColumns) {
      const value = reading[member.reading] ?? Number.NaN;
      if (typeof value === "number") row[at + from] = value;
      else row.set(value, at + from);
    }
  }

  /** From 1; 0 for the empty name. */
  #nameOf(name: string): number {
    if (name === "") return 0;
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    const place = this.#names.push(name);
    this.#places.set(name, place);
    return place;
  }
}

function framesOf(request: WriteRequest): readonly IncomingFrame[] {
  if (request.kind === "frames") return request.frames;
  return request.kind === "score" ? [request.frame] : [];
}

class Unpacking {
  readonly #packed: PackedRequests;
  /** The frame that is read next, and its texts. */
  #at = 0;
  #textAt = 0;

  constructor(packed: PackedRequests) {
    this.#packed = packed;
  }

  /** To be called in the order of the requests. */
  request(number: number): WriteRequest {
    const { heads, requests } = this.#packed;
    const at = number * requestColumns;
    const head = heads[requests[at]!]!;
    const receivedAtUs = requests[at + 1]!;
    switch (head.kind) {
      case "whole":
        return head.request;
      case "score":
        return { ...head.rest, receivedAtUs, frame: this.#frame() };
      case "frames": {
        const count = requests[at + 2]!;
        const places = head.hasPlaces ? this.#places(count) : undefined;
        const frames: IncomingFrame[] = [];
        for (let read = 0; read < count; read += 1) frames.push(this.#frame());
        return { ...head.rest, receivedAtUs, frames, ...(places !== undefined && { places }) };
      }
    }
  }

  #frame(): IncomingFrame {
    const row = this.#packed.frames;
    const at = this.#at;
    const timestampUs = row[at + columns.timestampUs]!;
    const raw = this.#text(row[at + columns.rawLength]!);
    const timestamp = this.#text(row[at + columns.timestampLength]!);
    const sensors = this.#text(row[at + columns.sensorsLength]!);
    const sensorsSha256 = this.#text(row[at + columns.digestLength]!);
    const fleetId = this.#name(row[at + columns.fleet]!);
    const region = this.#name(row[at + columns.region]!);
    const warnings = this.#name(row[at + columns.warnings]!);
    const dropped = this.#name(row[at + columns.dropped]!);
    const frame: Mutable<IncomingFrame> = {
      vehicleId: this.#name(row[at + columns.vehicle]!),
      timestamp,
      timestampUs,
      sensors,
      sensorsSha256,
      raw,
      reading: this.#reading(at, timestampUs),
      warnings: warnings === "" ? noWarnings : warnings.split("\n"),
      dropped: dropped === "" ? noneDropped : (JSON.parse(dropped) as IncomingFrame["dropped"]),
    };
    if (fleetId !== "") frame.fleetId = fleetId;
    if (region !== "") frame.region = region;
    this.#at = at + frameColumns;
    return frame;
  }

  #reading(at: number, timestampUs: number): Reading {
    const row = this.#packed.frames;
    const reading: { timestampUs: number } & Record<string, unknown> = { timestampUs };
    for (const { member, from } of readingColumns) {
      const first = row[at + from]!;
      if (Number.isNaN(first)) continue;
      reading[member.reading] = member.shape === "rotation" ? matrixIn(row, at + from) : first;
    }
    return reading;
  }

  /** Of the frames that are read next. */
  #places(count: number): readonly FramePlace[] {
    const { frames } = this.#packed;
    const places: FramePlace[] = [];
    for (let at = this.#at; places.length < count; at += frameColumns) {
      const index = frames[at + columns.index]!;
      const line = frames[at + columns.line]!;
      places.push(line === 0 ? { index } : { index, line });
    }
    return places;
  }

  #text(length: number): string {
    this.#textAt += length;
    return this.#packed.text.slice(this.#textAt - length, this.#textAt);
  }

  #name(place: number): string {
    return place === 0 ? "" : this.#packed.names[place - 1]!;
  }
}

/** Most frames have nothing. */
function textOfDropped({ dropped }: IncomingFrame): string {
  return dropped.length === 0 ? "" : JSON.stringify(dropped);
}

const noWarnings: readonly string[] = [];
const noneDropped: IncomingFrame["dropped"] = [];

/** Written out, so that the array has room for these alone: a batch holds one for every frame. */
function matrixIn(row: Float64Array, from: number): readonly number[] {
  return [
    row[from]!,
    row[from + 1]!,
    row[from + 2]!,
    row[from + 3]!,
    row[from + 4]!,
    row[from + 5]!,
    row[from + 6]!,
    row[from + 7]!,
    row[from + 8]!,
  ];
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };
