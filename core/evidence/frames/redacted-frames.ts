import { fromHex, textOf, toHex, utf8 } from "../../encoding/bytes.ts";
import type { JournalLineRecord } from "./frames-file.ts";
import { leafHash } from "../log/merkle.ts";
import type { Sha256 } from "../../encoding/primitives.ts";
import { FramesFault, readLine, splitLines } from "./read-frames-file.ts";
import { seqsIn, type SeqRange } from "./seq-ranges.ts";

/**
 * A frames file of which lines are withheld. In place of such a line stands `{"leaf":"<hex>","seq":n}`, its hash as a
 * leaf of the file's tree: the root that was signed comes out as before. The salt in every line keeps the hash from
 * telling what it stands for.
 */
export type RedactedLine =
  | { readonly kind: "withheld"; readonly seq: number; readonly leaf: Uint8Array }
  | { readonly kind: "disclosed"; readonly bytes: Uint8Array; readonly record: JournalLineRecord };

const start = '{"leaf":"';
const withheldLine = /^\{"leaf":"([0-9a-f]{64})","seq":([1-9][0-9]{0,15})\}$/;
/** The longest a withheld line can be: anything longer need not be looked at. */
const longestWithheld = 98;

/** Whether a file has a line that stands for a withheld one, or looks as if it had. Reads no line. */
export function isRedacted(bytes: Uint8Array): boolean {
  const first = utf8(start);
  for (let at = 0; at >= 0 && at < bytes.length;) {
    const from = at;
    if (first.every((byte, offset) => bytes[from + offset] === byte)) return true;
    const end = bytes.indexOf(lineFeed, at);
    at = end < 0 ? -1 : end + 1;
  }
  return false;
}

const lineFeed = 0x0a;

/** Every line of a redacted file. Throws `FramesFault` naming the line (from 1). */
export function readRedactedFrames(bytes: Uint8Array): readonly RedactedLine[] {
  return splitLines(bytes).map((line, index) => withheld(line) ?? disclosed(line, index));
}

/**
 * Withholds the entries in these ranges from a frames file, whole or redacted already; the other lines stay as they
 * are. Throws `FramesFault` for bytes that are no frames file, `RangeError` for a range that reaches beyond it.
 */
export function redactFrames(
  bytes: Uint8Array,
  ranges: readonly SeqRange[],
  sha256: Sha256,
): { readonly bytes: Uint8Array; readonly withheld: number; readonly count: number } {
  const lines = readRedactedFrames(bytes);
  const [first, last] = [seqOf(lines.at(0)), seqOf(lines.at(-1))];
  const chosen = seqsIn(ranges, { first, last });
  if (chosen.kind === "outside") {
    throw new RangeError(`the file holds entries ${first} to ${last}; ${chosen.seq} is not among them`);
  }
  const redacted = lines.map((line) =>
    line.kind === "disclosed" && chosen.seqs.has(line.record.seq) ? hashOnly(line, sha256) : line,
  );
  return {
    bytes: utf8(redacted.map((line) => `${textOfLine(line)}\n`).join("")),
    withheld: redacted.filter(({ kind }) => kind === "withheld").length,
    count: redacted.length,
  };
}

function withheld(line: Uint8Array): RedactedLine | null {
  if (line.length > longestWithheld) return null;
  const [, hash = "", digits] = withheldLine.exec(textOf(line) ?? "") ?? [];
  const seq = Number(digits);
  const leaf = fromHex(hash);
  return leaf === null || !Number.isSafeInteger(seq) ? null : { kind: "withheld", seq, leaf };
}

function disclosed(line: Uint8Array, index: number): RedactedLine {
  return { kind: "disclosed", bytes: line, record: readLine(line, index) };
}

function hashOnly(
  { bytes, record }: Extract<RedactedLine, { kind: "disclosed" }>,
  sha256: Sha256,
): RedactedLine {
  return { kind: "withheld", seq: record.seq, leaf: leafHash(bytes, sha256) };
}

function seqOf(line: RedactedLine | undefined): number {
  if (line === undefined) throw new FramesFault("a file without lines");
  return line.kind === "withheld" ? line.seq : line.record.seq;
}

function textOfLine(line: RedactedLine): string {
  return line.kind === "withheld"
    ? `${start}${toHex(line.leaf)}","seq":${line.seq}}`
    : (textOf(line.bytes) ?? "");
}
