import { expect, test } from "vitest";

import { parseSeqRanges, seqsIn } from "./seq-ranges.ts";

test("ranges are read as they are written", () => {
  expect(parseSeqRanges("12,15-20")).toEqual([
    { first: 12, last: 12 },
    { first: 15, last: 20 },
  ]);
  for (const text of ["", "0", "1,", "5-3", "1-", "01", "9".repeat(17), Array(1001).fill("1").join(",")]) {
    expect(parseSeqRanges(text), text.slice(0, 20)).toBeNull();
  }
});

test("a range that reaches beyond the file names the first number outside", () => {
  const within = { first: 10, last: 20 };
  expect(seqsIn([{ first: 18, last: Number.MAX_SAFE_INTEGER }], within)).toEqual({
    kind: "outside",
    seq: 21,
  });
  expect(seqsIn([{ first: 9, last: 12 }], within)).toEqual({ kind: "outside", seq: 9 });
  expect(
    seqsIn(
      [
        { first: 10, last: 11 },
        { first: 11, last: 12 },
      ],
      within,
    ),
  ).toEqual({
    kind: "inside",
    seqs: new Set([10, 11, 12]),
  });
});
