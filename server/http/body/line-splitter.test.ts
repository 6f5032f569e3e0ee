import { array, assert, nat, property, stringMatching } from "fast-check";
import { expect, test } from "vitest";

import { LineSplitter } from "./line-splitter.ts";

function linesOf(chunks: readonly (string | Buffer)[], limitBytes = 64): (readonly [number, string])[] {
  const splitter = new LineSplitter(limitBytes);
  const lines = chunks.flatMap((chunk) =>
    splitter.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk),
  );
  return [...lines, ...splitter.end()].map((line) => [
    line.number,
    line.kind === "line" ? line.bytes.toString() : "(too long)",
  ]);
}

test("lines end in LF, the last one need not, and a CR before the LF does not count", () => {
  expect(linesOf(["a\r\nb\nc"])).toEqual([
    [1, "a"],
    [2, "b"],
    [3, "c"],
  ]);
});

test("blank lines are counted and skipped", () => {
  expect(linesOf(["\n \t\r\na\n\n"])).toEqual([[3, "a"]]);
});

test("one byte order mark at the start is ignored, also when it comes in pieces", () => {
  expect(linesOf(["\ufeffa\nb"])).toEqual([
    [1, "a"],
    [2, "b"],
  ]);
  expect(linesOf([Buffer.from([0xef]), Buffer.from([0xbb]), Buffer.from([0xbf, 0x61])])).toEqual([[1, "a"]]);
  expect(linesOf(["a\n\ufeffb"])).toEqual([
    [1, "a"],
    [2, "\ufeffb"],
  ]);
});

test("a line of exactly the limit passes, one byte more does not, and the next line goes on", () => {
  const long = "x".repeat(64);
  expect(linesOf([`${long}\r\n${long}y\n`, "b"])).toEqual([
    [1, long],
    [2, "(too long)"],
    [3, "b"],
  ]);
});

test("an endless line is one line that is too long and takes no memory", () => {
  const splitter = new LineSplitter(64);
  for (let n = 0; n < 1_000; n += 1) expect(splitter.push(Buffer.alloc(65_536, "x"))).toEqual([]);
  expect(splitter.push(Buffer.from("\nb\n"))).toMatchObject([
    { kind: "too-long", number: 1 },
    { kind: "line", number: 2 },
  ]);
});

test("where the stream is cut does not matter", () => {
  const text = stringMatching(/^[ab\r\n ]{0,60}$/);
  assert(
    property(text, array(nat(60), { maxLength: 6 }), (whole, cuts) => {
      const at = [0, ...cuts.map((cut) => Math.min(cut, whole.length)).sort((a, b) => a - b), whole.length];
      const chunks = at.slice(1).map((end, index) => whole.slice(at[index], end));
      expect(linesOf(chunks, 8)).toEqual(linesOf([whole], 8));
    }),
    { numRuns: 500, seed: 1 },
  );
});
