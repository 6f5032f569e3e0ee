import { hash } from "node:crypto";
import type { Readable } from "node:stream";
import type { ParsedFrame } from "../../core/contract/requests/parse-frame.ts";
import {
  lineLimitBytes,
  lineTooLong,
  readFrameLine,
  rejectedFrame,
} from "../../core/contract/requests/read-ingest-body.ts";
import type { BatchEntry, BodyContext } from "../../core/contract/requests/read-ingest-body.ts";
import { readLines } from "../terminal/read-lines.ts";

/** A line that is not blank, without what does not count at its ends. */
export interface FrameLine {
  readonly bytes: Uint8Array;
  readonly place: { readonly index: number; readonly line: number };
}

/** The frames of an NDJSON stream, held to the contract as the service holds them, except that none is in the future. */
export async function* readFrames(source: Readable): AsyncGenerator<BatchEntry, void> {
  for await (const line of readFrameLines(source)) yield parseFrameLine(line);
}

/** The lines of an NDJSON stream. */
export async function* readFrameLines(source: Readable): AsyncGenerator<FrameLine, void> {
  let line = 0;
  let index = -1;
  for await (const bytes of readLines(source)) {
    line += 1;
    const text = trimmed(bytes, line === 1);
    if (isBlank(text)) continue;
    index += 1;
    yield { bytes: text, place: { index, line } };
  }
}

export function parseFrameLine({ bytes, place }: FrameLine): BatchEntry {
  const parsed = parseLine(bytes);
  return parsed.kind === "frame"
    ? { ...parsed, place }
    : { kind: "rejected", rejected: rejectedFrame(parsed.faults, place) };
}

const context: BodyContext = { nowUs: Infinity, sha256Hex: (text) => hash("sha256", text, "hex") };

function parseLine(bytes: Uint8Array): ParsedFrame {
  return bytes.length > lineLimitBytes
    ? { kind: "rejected", faults: [lineTooLong] }
    : readFrameLine(bytes, context);
}

/** A CR before the line feed does not count, nor does one byte order mark at the very start. */
function trimmed(line: Uint8Array, isFirst: boolean): Uint8Array {
  const hasMark = isFirst && line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf;
  return line.subarray(hasMark ? 3 : 0, line.at(-1) === 0x0d ? line.length - 1 : line.length);
}

function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
