import { textOf, utf8 } from "../../../../core/encoding/bytes.ts";
import { redactFrames } from "../../../../core/evidence/frames/redacted-frames.ts";
import type { SeqRange } from "../../../../core/evidence/frames/seq-ranges.ts";
import type { VerificationCode } from "../../../../core/evidence/verify/verification-report.ts";
import { primitives } from "../examples/example-evidence.ts";
import { frames, type InputParts } from "../examples/toy-evidence.ts";

type Rows = readonly (readonly [string, () => InputParts, VerificationCode])[];

/** The frames of the toy evidence with these entries withheld. */
export function redacted(...seqs: readonly number[]): Uint8Array {
  return redactFrames(frames.bytes, rangesOf(seqs), primitives.sha256).bytes;
}

export function rangesOf(seqs: readonly number[]): readonly SeqRange[] {
  return seqs.map((seq) => ({ first: seq, last: seq }));
}

const zeros = "0".repeat(64);
const wholeLines = linesOf(frames.bytes);
const withTwoWithheld = linesOf(redacted(2, 4));
const frameLeaf = /"leaf":"[0-9a-f]{64}"/;

function framesOf(lines: readonly string[]): InputParts {
  return { frames: utf8(lines.map((line) => `${line}\n`).join("")) };
}

function linesOf(bytes: Uint8Array): readonly string[] {
  return textOf(bytes)!.trimEnd().split("\n");
}

function withLine(index: number, change: (line: string) => string): InputParts {
  return framesOf(withTwoWithheld.with(index, change(withTwoWithheld[index]!)));
}

/** Row T-51: what may be done to a redacted set. */
export const redactionTamperings: Rows = [
  [
    "T-51 another hash for a withheld frame",
    () => withLine(1, (line) => line.replace(frameLeaf, `"leaf":"${zeros}"`)),
    "E_FRAMES",
  ],
  ["T-51 two lines for one seq", () => framesOf(withTwoWithheld.with(2, withTwoWithheld[1]!)), "E_FRAMES"],
  [
    "T-51 a frame shown and withheld",
    () => framesOf(withTwoWithheld.toSpliced(1, 0, wholeLines[1]!)),
    "E_FRAMES",
  ],
  [
    "T-51 the numbers of two withheld frames swapped",
    () =>
      framesOf([
        withTwoWithheld[0]!,
        withTwoWithheld[1]!.replace('"seq":2', '"seq":4'),
        withTwoWithheld[2]!,
        withTwoWithheld[3]!.replace('"seq":4', '"seq":2'),
        ...withTwoWithheld.slice(4),
      ]),
    "E_FRAMES",
  ],
  [
    "T-51 two lines swapped",
    () => framesOf([withTwoWithheld[1]!, withTwoWithheld[0]!, ...withTwoWithheld.slice(2)]),
    "E_FRAMES",
  ],
  ["T-51 a withheld line left out", () => framesOf(withTwoWithheld.toSpliced(1, 1)), "E_FRAMES"],
  [
    "T-51 a withheld line behind the last",
    () => framesOf([...withTwoWithheld, withTwoWithheld[1]!]),
    "E_FRAMES",
  ],
  [
    "T-51 a value of a shown frame changed",
    () => withLine(4, (line) => line.replace("0.3", "0.2")),
    "E_FRAMES",
  ],
  [
    "T-51 an upper-case hash",
    () => withLine(1, (line) => line.replace(/[0-9a-f]{64}/, (hex) => hex.toUpperCase())),
    "E_FRAMES",
  ],
  [
    "T-51 a member more beside the hash",
    () => withLine(1, (line) => line.replace("}", ',"why":"secret"}')),
    "E_FRAMES",
  ],
  [
    "T-51 a number with a leading zero",
    () => withLine(1, (line) => line.replace('"seq":2', '"seq":02')),
    "E_FRAMES",
  ],
  ["T-51 a space in a withheld line", () => withLine(1, (line) => line.replace(",", ", ")), "E_FRAMES"],
  ["T-51 no last line feed", () => ({ frames: redacted(2).slice(0, -1) }), "E_FRAMES"],
  [
    "T-51 a withheld line in a file as long as the whole",
    () => framesOf(withTwoWithheld.map((line, index) => (index === 4 ? line.padEnd(2_000) : line))),
    "E_FRAMES",
  ],
];
