import {
  type BatchEntry,
  type BodyContext,
  lineTooLong,
  readFrameLine,
  rejectedFrame,
} from "../../../core/contract/requests/read-ingest-body.ts";
import type { Line } from "./line-splitter.ts";

/** One line of NDJSON as the frame it holds, or as the fault that is this line's alone. */
export function readLine(line: Line, index: number, given: BodyContext): BatchEntry {
  const place = { index, line: line.number };
  if (line.kind === "too-long") return { kind: "rejected", rejected: rejectedFrame([lineTooLong], place) };
  const parsed = readFrameLine(line.bytes, given);
  if (parsed.kind === "frame") return { ...parsed, place };
  return { kind: "rejected", rejected: rejectedFrame(parsed.faults, place) };
}
