import { decodeStrictUtf8 } from "../../../core/contract/requests/decode-utf8.ts";
import type { ParsedFrame } from "../../../core/contract/requests/parse-frame.ts";
import {
  type BatchEntry,
  type BodyContext,
  readFrameText,
  rejectedFrame,
} from "../../../core/contract/requests/read-ingest-body.ts";
import type { Line } from "./line-splitter.ts";

export const lineLimitBytes = 64 * 1024;

/** One line of NDJSON as the frame it holds, or as the fault that is this line's alone. */
export function readLine(line: Line, index: number, given: BodyContext): BatchEntry {
  const parsed = parseLine(line, given);
  if (parsed.kind === "frame") return { ...parsed, place: { index, line: line.number } };
  return { kind: "rejected", rejected: rejectedFrame(parsed.faults, { index, line: line.number }) };
}

function parseLine(line: Line, given: BodyContext): ParsedFrame {
  if (line.kind === "too-long") {
    const detail = `The line is over ${lineLimitBytes} bytes; one frame needs far less.`;
    return { kind: "rejected", faults: [{ code: "line_too_long", pointer: "", detail }] };
  }
  const decoded = decodeStrictUtf8(line.bytes);
  return decoded.kind === "fault"
    ? { kind: "rejected", faults: [decoded.fault] }
    : readFrameText(decoded.text, given);
}
