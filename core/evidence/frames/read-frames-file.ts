import { Compile } from "typebox/compile";

import { parseCanonical } from "../../encoding/canonical-json.ts";
import { readingOf } from "../../encoding/take-sensors.ts";
import { posesOf } from "../../sensors/sensor-lists.ts";
import { lineSchema, type JournalLineRecord, type RecordedEntry } from "./frames-file.ts";
import { JsonFault } from "../../encoding/strict-json.ts";

/** A frames file that is not one. */
export class FramesFault extends Error {
  constructor(detail: string) {
    super(detail);
    this.name = "FramesFault";
  }
}

/** Every line's bytes without LF, and what it says. Throws `FramesFault` naming the line (from 1). */
export function readFramesFile(bytes: Uint8Array): {
  readonly lines: readonly Uint8Array[];
  readonly records: readonly JournalLineRecord[];
} {
  const lines = splitLines(bytes);
  return { lines, records: lines.map(readLine) };
}

/** The entry the fold is given for a line. */
export function entryOf(record: JournalLineRecord): RecordedEntry {
  switch (record.kind) {
    case "frame":
      return { kind: "frame", reading: readingOf(record.reading, record.reading.captured_at_us) };
    case "baseline":
      return { kind: "baseline", action: record.action, atUs: record.at_us };
    case "prior":
      return { kind: "prior", sensors: record.sensors, atUs: record.at_us };
    case "reference":
      return { kind: "reference", ...posesOf(record), validFromUs: record.valid_from_us };
  }
}

const lineFeed = 0x0a;
/** More lines than this are refused before any is read. */
const maxLines = 5_000_000;
const lineShape = Compile(lineSchema);

/** Every line's bytes without LF. Throws `FramesFault`. */
export function splitLines(bytes: Uint8Array): readonly Uint8Array[] {
  if (bytes.at(-1) !== lineFeed) throw new FramesFault("the last line has no line feed");
  const lines: Uint8Array[] = [];
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(lineFeed, start);
    if (lines.length === maxLines) throw new FramesFault("too many lines");
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return lines;
}

/** What one line says; `index` counts from 0 and only names it. Throws `FramesFault`. */
export function readLine(line: Uint8Array, index: number): JournalLineRecord {
  let record: unknown;
  try {
    record = parseCanonical(line);
  } catch (fault) {
    if (fault instanceof JsonFault) throw new FramesFault(`line ${index + 1}: ${fault.message}`);
    throw fault;
  }
  if (!lineShape.Check(record)) {
    const [first] = lineShape.Errors(record);
    throw new FramesFault(
      `line ${index + 1}: ${first?.instancePath ?? ""} ${first?.message ?? "not a record"}`,
    );
  }
  return record;
}
