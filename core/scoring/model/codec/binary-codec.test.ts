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
  numbers,
  numbersBeside,
  oneOf,
  record,
  steps,
} from "./binary-codec.ts";

const codec = record({
  number: float64,
  seq: count,
  flag: boolean,
  name: oneOf(["one", "two", "three"]),
  list: listOf(nullable(float64)),
  values: numbers,
  few: numbers,
  path: steps,
});

const value = fc.record({
  number: fc.double({ noNaN: true }),
  seq: fc.maxSafeNat(),
  flag: fc.boolean(),
  name: fc.constantFrom("one" as const, "two" as const, "three" as const),
  list: fc.array(fc.option(fc.double({ noNaN: true }), { nil: null })),
  values: fc.array(fc.double({ noNaN: true })),
  few: fc.array(
    fc.oneof(fc.double({ noNaN: true }), fc.float({ noNaN: true }), fc.nat(), fc.constantFrom(0, -0)),
  ),
  path: fc.array(fc.integer({ min: -(2 ** 50), max: 2 ** 50 })),
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
    values: [1, 2, 3],
    few: [0, 1, 0.5, Math.PI, 1e300],
    path: [5, -70],
  });
  for (let end = 0; end < bytes.length; end += 1) {
    expect(() => decodeBytes(codec, bytes.subarray(0, end)), `${end} bytes`).toThrow(RangeError);
  }
  expect(() => decodeBytes(codec, Uint8Array.from([...bytes, 0]))).toThrow("bytes are left over");
});

test("a length that no memory could hold is refused before it is believed", () => {
  const length = encodeBytes(count, Number.MAX_SAFE_INTEGER);
  expect(() => decodeBytes(listOf(float64), length)).toThrow("cut short");
  expect(() => decodeBytes(numbers, length)).toThrow("cut short");
  expect(() => decodeBytes(steps, length)).toThrow("cut short");
});

test("a count is a whole number from 0 on", () => {
  expect(() => encodeBytes(count, -1)).toThrow(RangeError);
  expect(() => encodeBytes(count, 0.5)).toThrow(RangeError);
});

test("numbers take the fewest bytes that keep them", () => {
  const sizeOf = (value: number) => encodeBytes(numbers, [value]).length - 2;
  expect([0, 1, 127, 128, 2 ** 20].map(sizeOf)).toEqual([0, 1, 1, 2, 3]);
  expect([-0, 0.5, -1, Math.fround(Math.PI)].map(sizeOf)).toEqual([4, 4, 4, 4]);
  expect([Math.PI, 2 ** 53 - 1, 1e-300].map(sizeOf)).toEqual([8, 8, 8]);
});

test("a number that is as expected takes a quarter of a byte, and any other is kept all the same", () => {
  const codec = numbersBeside((at, before) => before[at - 1] ?? 7);
  const sizeOf = (values: readonly number[]) => {
    const bytes = encodeBytes(codec, values);
    expect(decodeBytes(codec, bytes)).toEqual(values);
    return bytes.length - 1 - Math.ceil(values.length / 4);
  };
  expect(
    [[7], [7, 7, 7, 7, 7], [Math.PI, Math.PI], [0, 0], [-0, -0], [0, -0], [7, 0.5, 7]].map(sizeOf),
  ).toEqual([0, 0, 8, 1, 4, 5, 5]);
});

test("a sink that is handed in serves one value after another, whatever a fault left in it", () => {
  const sink = new ByteSink(4);
  const first = encodeBytes(numbers, [Math.PI, 1, 2, 3, 0.5], sink);
  expect(() => encodeBytes(listOf(count), [1, 2, -1], sink)).toThrow(RangeError);
  const second = encodeBytes(listOf(count), [1, 2], sink);
  expect(first).toEqual(encodeBytes(numbers, [Math.PI, 1, 2, 3, 0.5]));
  expect([...second]).toEqual([2, 1, 2]);
});

test("values that share a sink's memory keep their bytes, wherever the memory ends and whatever a fault left in it", () => {
  const lists = [[Math.PI, 1, 2, 3, 0.5], [7], [1, 2, 3, 4, 5, 6, 7, 8, 9, Math.E], []];
  for (let room = 1; room < 64; room += 1) {
    const sink = new ByteSink(room, { shared: true });
    const shared = lists.map((list) => {
      expect(() => encodeBytes(listOf(count), [1, 2, -1], sink)).toThrow(RangeError);
      return encodeBytes(numbers, list, sink);
    });
    expect(shared).toEqual(lists.map((list) => encodeBytes(numbers, list)));
    expect(shared.map((bytes) => decodeBytes(numbers, bytes))).toEqual(lists);
  }
});
