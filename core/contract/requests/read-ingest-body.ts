import { type FrameContext, type ParsedFrame, type RejectedFrame, parseFrame } from "./parse-frame.ts";
import type { FramePlace, IncomingFrame } from "./parse-frame.ts";
import { decodeStrictUtf8 } from "./decode-utf8.ts";
import { pointerTo, shown, withinLine } from "./json-fault.ts";
import { type BodyFault, Refusal } from "../refusal.ts";
import {
  type JsonElement,
  type StrictJsonBatch,
  parseStrictJson,
  parseStrictJsonBatch,
} from "./strict-json.ts";

/** Most frames in one JSON body (api.md 2); NDJSON has no such limit. */
export const batchFramesLimit = 10_000;

/** Most bytes of one body of ingest, decoded, and of one message of a broker (api.md 2). */
export const ingestBodyBytes = 64 * 1024 * 1024;

/** What a JSON body of ingest holds: one frame, or a batch even when it holds only one (api.md 9.2). */
export type IngestBody =
  | { readonly kind: "frame"; readonly frame: IncomingFrame }
  | {
      readonly kind: "batch";
      readonly count: number;
      /** In order. Frames are checked as they are taken from it, so that a long batch can be read in pieces. */
      readonly entries: Iterable<BatchEntry>;
    };

export type BatchEntry =
  | { readonly kind: "frame"; readonly frame: IncomingFrame; readonly place: FramePlace }
  | { readonly kind: "rejected"; readonly rejected: RejectedFrame };

/** Frames that passed, with where each stood, and those that did not. */
export interface SortedEntries {
  readonly frames: IncomingFrame[];
  readonly places: FramePlace[];
  readonly rejected: RejectedFrame[];
}

export function sortEntry(entry: BatchEntry, into: SortedEntries): void {
  if (entry.kind === "frame") {
    into.frames.push(entry.frame);
    into.places.push(entry.place);
  } else into.rejected.push(entry.rejected);
}

export type BodyContext = Omit<FrameContext, "raw">;

/** A decoded JSON body of `POST /v1/telemetry/ingest` as the values it holds, before any of them is checked. */
export interface IngestJson {
  readonly text: string;
  readonly read: Exclude<StrictJsonBatch, { readonly kind: "fault" }>;
}

/** Parses a body, once for all who look at it. Throws a `Refusal` for what is not JSON. */
export function parseIngestJson(text: string): IngestJson {
  const read = parseStrictJsonBatch(text, batchFramesLimit);
  if (read.kind === "fault") throw refusalOf([read.fault]);
  return { text, read };
}

/**
 * Reads the frames of a body. Throws a `Refusal` for a single frame at fault, an empty batch and one with too many
 * frames; faults of single frames of a batch are entries.
 */
export function readIngestBody({ text, read }: IngestJson, given: BodyContext): IngestBody {
  if (read.kind === "too-many") {
    throw new Refusal(
      "too_many_frames",
      `The body holds more than ${read.limit} frames. Send several batches, or stream application/x-ndjson.`,
    );
  }
  if (read.elements === null && !holdsFrames(read.value)) {
    const parsed = parseFrame(read.value, { ...given, raw: text.trim() });
    if (parsed.kind === "rejected") throw refusalOf(parsed.faults);
    return { kind: "frame", frame: parsed.frame };
  }
  const elements = read.elements ?? [];
  const faults = faultsOfEnvelope(read.value);
  if (faults.length > 0) throw refusalOf(faults);
  if (elements.length === 0) {
    throw new Refusal("batch_empty", "The batch holds no frame; send at least one.", [
      { pointer: "", code: "batch_empty", detail: "The batch holds no frame; send at least one." },
    ]);
  }
  return { kind: "batch", count: elements.length, entries: entriesOf(elements, given) };
}

/** Most bytes of a line of NDJSON (api.md 2). */
export const lineLimitBytes = 64 * 1024;

export const lineTooLong: BodyFault = {
  code: "line_too_long",
  pointer: "",
  detail: `The line is over ${lineLimitBytes} bytes; one frame needs far less.`,
};

/** Reads one line of NDJSON. */
export function readFrameLine(bytes: Uint8Array, given: BodyContext): ParsedFrame {
  const decoded = decodeStrictUtf8(bytes);
  return decoded.kind === "fault"
    ? { kind: "rejected", faults: [withinLine(decoded.fault)] }
    : readFrameText(decoded.text, given);
}

/** The same, decoded. Faults of the JSON itself come as faults of the frame. */
export function readFrameText(text: string, given: BodyContext): ParsedFrame {
  const read = parseStrictJson(text);
  if (read.kind === "fault") return { kind: "rejected", faults: [withinLine(read.fault)] };
  return parseFrame(read.value, { ...given, raw: text.trim() });
}

/** How a frame at fault stands in a batch answer: by its first fault. */
export function rejectedFrame(faults: readonly BodyFault[], place: FramePlace): RejectedFrame {
  const { pointer, code, detail } = firstOf(faults);
  return { ...place, code, pointer, detail };
}

/** The refusal of a body at fault: code and detail are those of its first fault. */
export function refusalOf(faults: readonly BodyFault[]): Refusal {
  const { code, detail } = firstOf(faults);
  const listed = faults.map((fault) => ({ pointer: fault.pointer, code: fault.code, detail: fault.detail }));
  return new Refusal(code, detail, listed);
}

function firstOf(faults: readonly BodyFault[]): BodyFault {
  const [first] = faults;
  if (first === undefined) throw new RangeError("nothing is at fault");
  return first;
}

function* entriesOf(elements: readonly JsonElement[], given: BodyContext): Iterable<BatchEntry> {
  for (const [index, element] of elements.entries()) {
    const parsed: ParsedFrame =
      element.kind === "fault"
        ? { kind: "rejected", faults: [element.fault] }
        : parseFrame(element.value, { ...given, raw: element.raw });
    yield parsed.kind === "frame"
      ? { kind: "frame", frame: parsed.frame, place: { index } }
      : { kind: "rejected", rejected: rejectedFrame(parsed.faults, { index }) };
  }
}

function holdsFrames(value: unknown): value is { readonly frames: unknown } {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "frames");
}

/** Faults of the object around the frames; an array has none. */
function faultsOfEnvelope(value: unknown): readonly BodyFault[] {
  if (Array.isArray(value) || !holdsFrames(value)) return [];
  const { frames, ...others } = value;
  const faults: BodyFault[] = Object.keys(others).map((name) => ({
    pointer: pointerTo([name]),
    code: "member_unknown",
    detail: `There is no member ${shown(name)} beside frames; everything else belongs inside each frame.`,
  }));
  if (!Array.isArray(frames)) {
    faults.push({ pointer: "/frames", code: "wrong_type", detail: "frames must be an array of frames." });
  }
  return faults;
}
