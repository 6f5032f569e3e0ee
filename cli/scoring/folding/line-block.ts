import { Buffer } from "node:buffer";

import type { PlacedLine } from "./line-folder.ts";

/** Lines as they cross to a thread: bytes in one piece and numbers in columns. As objects they took as long as their folding. */
export interface LineBlock {
  readonly bytes: Uint8Array;
  /** Where each line ends in `bytes`. */
  readonly ends: Float64Array;
  readonly orders: Float64Array;
  readonly indexes: Float64Array;
  readonly lines: Float64Array;
  /** Each line's, by its place in `fileNames`. */
  readonly files: Uint32Array;
  readonly fileNames: readonly string[];
}

export function packLines(lines: readonly PlacedLine[]): LineBlock {
  const fileNames = [...new Set(lines.map(({ file }) => file))];
  let end = 0;
  return {
    bytes: Buffer.concat(lines.map(({ bytes }) => bytes)),
    ends: Float64Array.from(lines, ({ bytes }) => (end += bytes.length)),
    orders: Float64Array.from(lines, ({ order }) => order),
    indexes: Float64Array.from(lines, ({ place }) => place.index),
    lines: Float64Array.from(lines, ({ place }) => place.line),
    files: Uint32Array.from(lines, ({ file }) => fileNames.indexOf(file)),
    fileNames,
  };
}

export function* linesIn(block: LineBlock): Generator<PlacedLine> {
  let from = 0;
  for (let at = 0; at < block.ends.length; at += 1) {
    const end = block.ends[at]!;
    yield {
      bytes: block.bytes.subarray(from, end),
      place: { index: block.indexes[at]!, line: block.lines[at]! },
      order: block.orders[at]!,
      file: block.fileNames[block.files[at]!]!,
    };
    from = end;
  }
}
