import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  ByteSink,
  boolean,
  count,
  decodeBytes,
  encodeBytes,
  float64,
  listOf,
  nullable,
  oneOf,
  record,
} from "./binary-codec.ts";

const codec = record({
  number: float64,
  seq: count,
  flag: boolean,
  name: oneOf(["one", "two", "three"]),
  list: listOf(nullable(float64)),
});

const doubles = listOf(float64);

const value = fc.record({
  number: fc.double({ noNaN: true }),
  seq: fc.maxSafeNat(),
  flag: fc.boolean(),
  name: fc.constantFrom("one" as const, "two" as const, "three" as const),
  list: fc.array(fc.option(fc.double({ noNaN: true }), { nil: null })),
});

test("whatever is written is read back bit for bit, minus zero included", () => {
  fc.assert(
    fc.property(value, (written) => {
      const read = decodeBytes(codec, encodeBytes(codec, written));
      expect(read).toEqual(written);
      expect(Object.is(read.number, written.number)).toBe(true);
    }),
    { seed: 16 },
  );
});

test("bytes cut short or too long are refused wherever the cut is", () => {
  const bytes = encodeBytes(codec, {
    number: 1.5,
    seq: 300,
    flag: true,
    name: "two",
    list: [null, 2],
  });
  for (let end = 0; end < bytes.length; end += 1) {
    expect(() => decodeBytes(codec, bytes.subarray(0, end)), `${end} bytes`).toThrow(RangeError);
  }
  expect(() => decodeBytes(codec, Uint8Array.from([...bytes, 0]))).toThrow("bytes are left over");
});

test("a length that no memory could hold is refused before it is believed", () => {
  const length = encodeBytes(count, Number.MAX_SAFE_INTEGER);
  expect(() => decodeBytes(listOf(float64), length)).toThrow("cut short");
});

test("a count is a whole number from 0 on", () => {
  expect(() => encodeBytes(count, -1)).toThrow(RangeError);
  expect(() => encodeBytes(count, 0.5)).toThrow(RangeError);
});

test("a sink that is handed in serves one value after another, whatever a fault left in it", () => {
  const sink = new ByteSink(4);
  const first = encodeBytes(doubles, [Math.PI, 1, 2, 3, 0.5], sink);
  expect(() => encodeBytes(listOf(count), [1, 2, -1], sink)).toThrow(RangeError);
  const second = encodeBytes(listOf(count), [1, 2], sink);
  expect(first).toEqual(encodeBytes(doubles, [Math.PI, 1, 2, 3, 0.5]));
  expect([...second]).toEqual([2, 1, 2]);
});

test("values that share a sink's memory keep their bytes, wherever the memory ends and whatever a fault left in it", () => {
  const lists = [[Math.PI, 1, 2, 3, 0.5], [7], [1, 2, 3, 4, 5, 6, 7, 8, 9, Math.E], []];
  for (let room = 1; room < 64; room += 1) {
    const sink = new ByteSink(room, { shared: true });
    const shared = lists.map((list) => {
      expect(() => encodeBytes(listOf(count), [1, 2, -1], sink)).toThrow(RangeError);
      return encodeBytes(doubles, list, sink);
    });
    expect(shared).toEqual(lists.map((list) => encodeBytes(doubles, list)));
    expect(shared.map((bytes) => decodeBytes(doubles, bytes))).toEqual(lists);
  }
});
