import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { readLines } from "./read-lines.ts";

async function linesOf(...chunks: readonly (string | Uint8Array)[]): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of readLines(Readable.from(chunks))) lines.push(Buffer.from(line).toString("latin1"));
  return lines;
}

test.each([
  [["a\nb\n"], ["a", "b"]],
  [["a\nb"], ["a", "b"]],
  [["\n\na"], ["", "", "a"]],
  [["a\r\n"], ["a\r"]],
  [[], []],
  [
    ["a", "b", "\n", "c"],
    ["ab", "c"],
  ],
  [
    ["a\nb", "c\nd"],
    ["a", "bc", "d"],
  ],
])("%j has the lines %j", async (chunks, lines) => {
  expect(await linesOf(...chunks)).toEqual(lines);
});

test("bytes that are no UTF-8 stay as they are", async () => {
  expect(await linesOf(Buffer.from([0xff, 0x0a, 0xc3]))).toEqual(["\u00ff", "\u00c3"]);
});

test("an endless line is cut, and the next one is whole", async () => {
  const piece = "x".repeat(65_536);
  const [first = "", ...rest] = await linesOf(piece, piece, piece, piece, "\nnext");
  expect(first.length).toBe(2 * 65_536);
  expect(rest).toEqual(["next"]);
});
