import type { BatchIngestResult, FrameFault, FrameWarning, TelemetryFrame } from "../generated/contract.ts";
import { jsonText } from "../request/json-text.ts";
import { rejectionOf } from "./send-group.ts";

/** Frames, or lines of NDJSON as they stand, without their line ends; bytes are sent as they are, even broken ones. */
export type IngestSource =
  | AsyncIterable<TelemetryFrame | string | Uint8Array>
  | Iterable<TelemetryFrame | string | Uint8Array>;

export interface IngestStreamOptions {
  /** Frames in one request; default 1000. */
  readonly groupFrames?: number;
  /** Lines to pass over, because the service acknowledged them to an earlier run. */
  readonly skipLines?: number;
  /** Called after each acknowledged group: everything it counts is durable. */
  readonly onProgress?: (progress: IngestProgress) => void;
  /** `true` rejects a frame for a reading that its sensor cannot have; by default it is left out, and named in a warning. */
  readonly strict?: boolean;
  readonly signal?: AbortSignal;
}

/** What has been acknowledged so far. To resume after a failure, pass `lines` as `skipLines`; sending again is safe too. */
export interface IngestProgress {
  /** Lines of the source that are done with, blank, skipped and rejected ones included. */
  readonly lines: number;
  /** Length of those lines as UTF-8 with their line ends: the place in a file. */
  readonly bytes: number;
  readonly ingested: number;
  readonly duplicate: number;
  readonly rejected: number;
  /** Frames that counted and came too late to be judged. */
  readonly late: number;
  /** The first 100 rejected frames; `line` counts from 1 over the whole source, `index` over its frames from 0. */
  readonly errors: readonly FrameFault[];
  /** Frames that counted and lost a reading, or were taken with another doubt. */
  readonly withWarnings: number;
  /** The first 100 warnings, placed as `errors` are. */
  readonly warnings: readonly FrameWarning[];
}

type SendOptions = Pick<IngestStreamOptions, "signal" | "strict">;
type SendLines = (ndjson: Uint8Array<ArrayBuffer>, options: SendOptions) => Promise<BatchIngestResult>;

const groupBytesLimit = 4 * 1024 * 1024;
const errorsKept = 100;

/**
 * Sends any number of frames in groups, one after another, because frames fold in the order in which they are committed.
 * A group is acknowledged as a whole; rejected frames do not stop the others.
 */
export async function ingestStream(
  send: SendLines,
  source: IngestSource,
  options: IngestStreamOptions = {},
): Promise<IngestProgress> {
  const { groupFrames = 1000, skipLines = 0, onProgress } = options;
  const call = callOf(options);
  let progress: IngestProgress = {
    lines: 0,
    bytes: 0,
    ingested: 0,
    duplicate: 0,
    rejected: 0,
    late: 0,
    errors: [],
    withWarnings: 0,
    warnings: [],
  };
  let framesDone = 0;
  let group = emptyGroup();

  const flush = async () => {
    if (group.lines.length === 0) return;
    const outcome = group.frames === 0 ? nothing : await sendGroup(send, joinLines(group), call);
    progress = add(progress, outcome, { group, framesDone });
    framesDone += group.frames;
    group = emptyGroup();
    onProgress?.(progress);
  };

  for await (const item of source) {
    const line = lineOf(item);
    const bytes = line.length + 1;
    const isBlank = line.every(isWhiteSpace);
    if (progress.lines + group.lines.length < skipLines) {
      progress = { ...progress, lines: progress.lines + 1, bytes: progress.bytes + bytes };
      if (!isBlank) framesDone += 1;
      continue;
    }
    if (group.frames >= groupFrames || group.bytes + bytes > groupBytesLimit) await flush();
    group.lines.push(line);
    group.bytes += bytes;
    if (!isBlank) group.frames += 1;
  }
  await flush();
  return progress;
}

function callOf({ signal, strict }: IngestStreamOptions): SendOptions {
  return { ...(signal !== undefined && { signal }), ...(strict !== undefined && { strict }) };
}

interface Group {
  readonly lines: Uint8Array[];
  frames: number;
  bytes: number;
}

function emptyGroup(): Group {
  return { lines: [], frames: 0, bytes: 0 };
}

type GroupOutcome = Pick<
  BatchIngestResult,
  | "frames_ingested"
  | "frames_duplicate"
  | "frames_rejected"
  | "frames_late"
  | "errors"
  | "frames_with_warnings"
  | "warnings"
>;
const nothing: GroupOutcome = { frames_ingested: 0, frames_duplicate: 0, frames_rejected: 0, errors: [] };

/**
 * A group of which nothing was taken is an answer here, not a failure: the next group may be better. One for which there
 * is no room (507) is a failure: it is to be sent again.
 */
async function sendGroup(
  send: SendLines,
  ndjson: Uint8Array<ArrayBuffer>,
  options: SendOptions,
): Promise<GroupOutcome> {
  try {
    return await send(ndjson, options);
  } catch (error) {
    const rejection = rejectionOf(error);
    if (rejection !== null) return rejection;
    throw error;
  }
}

function add(
  progress: IngestProgress,
  outcome: GroupOutcome,
  { group, framesDone }: { readonly group: Group; readonly framesDone: number },
): IngestProgress {
  const placed = <Fault extends FrameFault | FrameWarning>(fault: Fault): Fault => ({
    ...fault,
    index: fault.index + framesDone,
    ...(fault.line !== undefined && { line: fault.line + progress.lines }),
  });
  const { errors, warnings = [], frames_with_warnings: withWarnings = 0 } = outcome;
  return {
    lines: progress.lines + group.lines.length,
    bytes: progress.bytes + group.bytes,
    ingested: progress.ingested + outcome.frames_ingested,
    duplicate: progress.duplicate + outcome.frames_duplicate,
    rejected: progress.rejected + outcome.frames_rejected,
    late: progress.late + (outcome.frames_late ?? 0),
    errors: [...progress.errors, ...errors.map(placed)].slice(0, errorsKept),
    withWarnings: progress.withWarnings + withWarnings,
    warnings: [...progress.warnings, ...warnings.map(placed)].slice(0, errorsKept),
  };
}

const encoder = new TextEncoder();

function lineOf(item: TelemetryFrame | string | Uint8Array): Uint8Array {
  if (item instanceof Uint8Array) return item;
  return encoder.encode(typeof item === "string" ? item : jsonText(item));
}

function isWhiteSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}

function joinLines(group: Group): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(group.bytes);
  let at = 0;
  for (const line of group.lines) {
    joined.set(line, at);
    at += line.length + 1;
    joined[at - 1] = 0x0a;
  }
  return joined;
}
