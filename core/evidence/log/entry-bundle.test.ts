import { expect, test } from "vitest";

import { readEntries, writeEntries } from "./entry-bundle.ts";

const entries = [new Uint8Array(0), Uint8Array.of(1), new Uint8Array(65_535).fill(2)];

test("entries travel behind their lengths, two bytes each, the high one first", () => {
  expect(writeEntries([Uint8Array.of(7, 8)])).toEqual(Uint8Array.of(0, 2, 7, 8));
  expect(readEntries(writeEntries(entries))).toEqual(entries);
  expect(readEntries(new Uint8Array(0))).toEqual([]);
});

test("entries are read out of the middle of a buffer too", () => {
  const around = Uint8Array.of(9, 9, 0, 1, 5);
  expect(readEntries(around.subarray(2))).toEqual([Uint8Array.of(5)]);
});

test("bytes that end within an entry or its length are refused, and entries that are too long", () => {
  expect(readEntries(Uint8Array.of(0))).toBeNull();
  expect(readEntries(Uint8Array.of(0, 2, 1))).toBeNull();
  expect(() => writeEntries([new Uint8Array(65_536)])).toThrow(RangeError);
});
