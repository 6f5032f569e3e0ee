import { expect, test } from "vitest";

import { frames, lines } from "../../../clients/conformance/evidence/examples/toy-evidence.ts";
import { textOf, utf8 } from "../../encoding/bytes.ts";
import { entryOf, FramesFault, readFramesFile, splitLines } from "./read-frames-file.ts";

test("a file reads back as the entries that were written", () => {
  const { records } = readFramesFile(frames.bytes);
  expect(records.map(entryOf)).toEqual(lines.map(({ entry }) => entry));
  expect(records.map(({ seq }) => seq)).toEqual(lines.map(({ seq }) => seq));
});

test("lines come without their line feed, and the last one needs it too", () => {
  expect(splitLines(utf8("a\n\nb\n")).map(textOf)).toEqual(["a", "", "b"]);
  expect(() => splitLines(utf8("a\nb"))).toThrow("no line feed");
  expect(() => splitLines(new Uint8Array())).toThrow(FramesFault);
});

test("what is wrong with a line names the line", () => {
  const [first] = textOf(frames.bytes)!.split("\n");
  expect(() => readFramesFile(utf8(`${first}\n{}\n`))).toThrow(/^line 2: /);
  expect(() => readFramesFile(utf8(`${first} \n`))).toThrow(/^line 1: /);
});
