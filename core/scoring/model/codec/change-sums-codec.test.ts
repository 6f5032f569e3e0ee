import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Buckets } from "../buckets.ts";
import { decodeBytes, encodeBytes } from "./binary-codec.ts";
import { changeSumsCodec } from "./change-sums-codec.ts";
import { keptSums } from "../kept-sums.ts";
import type { ChangeSums } from "../state.ts";

const channels = 3;
const scales = 10;

/** A channel of a bucket, some of them not heard. */
const channelOfBucket = fc
  .tuple(
    fc.constantFrom(0, 1, 8, 8, 0.75, 7.33),
    fc.double({ min: -50, max: 50, noNaN: true }),
    fc.double({ min: 0, max: 9, noNaN: true }),
  )
  .map(([n, mean, variance]) => [n, n * mean, n * (mean * mean + variance)]);

/** With marks of the time of day, or without. */
const bucket = fc
  .record({
    size: fc.constantFrom(1, 2, 8, 512),
    seq: fc.nat({ max: 1e6 }),
    held: fc.array(channelOfBucket, { minLength: channels, maxLength: channels }),
    marks: fc.option(fc.tuple(fc.nat({ max: 64 * 512 }), fc.nat({ max: 64 })), { nil: [] as number[] }),
  })
  .map(({ size, seq, held, marks }) => ({ size, seq, sums: keptSums([...held.flat(), ...marks], channels) }));

const narrow = fc.float({ min: 0, max: 300, noNaN: true }).map((value) => value + 0);

const sums: fc.Arbitrary<ChangeSums> = fc.record({
  channels: fc.constant(channels),
  past: fc.array(fc.double({ noNaN: true }), { minLength: 3 * channels, maxLength: 3 * channels }),
  buckets: fc.array(bucket, { maxLength: 12 }).map((rows) => Buckets.of(rows, channels)),
  scatter: fc.record({
    squares: fc.array(narrow, { minLength: scales * channels, maxLength: scales * channels }),
    counts: fc.array(fc.constantFrom(0, 2, 2, 200, Math.fround(2 / 3)), {
      minLength: scales * channels,
      maxLength: scales * channels,
    }),
  }),
});

test("sums come back to the last bit, also where only some buckets remember the time of day", () => {
  fc.assert(
    fc.property(sums, (written) => {
      const bytes = encodeBytes(changeSumsCodec, written);
      const read = decodeBytes(changeSumsCodec, bytes);
      expect(read).toEqual(written);
      expect(encodeBytes(changeSumsCodec, read)).toEqual(bytes);
    }),
    { seed: 34, numRuns: 300 },
  );
});

test("bytes that are cut short are refused", () => {
  const [written] = fc.sample(sums, { seed: 35, numRuns: 1 });
  const bytes = encodeBytes(changeSumsCodec, written!);
  for (let end = 0; end < bytes.length; end += 1) {
    expect(() => decodeBytes(changeSumsCodec, bytes.subarray(0, end)), `${end} bytes`).toThrow(RangeError);
  }
});

test("what is the same twice costs next to nothing: the weights of a sensor's channels, and how often they were sampled", () => {
  const lengthOf = (weights: readonly number[], counts: readonly number[]) =>
    encodeBytes(changeSumsCodec, {
      channels,
      past: [],
      buckets: Buckets.of(
        [
          {
            size: 8,
            seq: 1,
            sums: keptSums(
              weights.flatMap((n) => [n, 1, 2]),
              channels,
            ),
          },
        ],
        channels,
      ),
      scatter: { squares: Array<number>(scales * channels).fill(1), counts: counts.slice() },
    }).length;
  const [a, b, c] = [2 / 3, 4 / 3, 8 / 3].map(Math.fround) as [number, number, number];
  const each = (one: number, two: number, three: number) =>
    [one, two, three].flatMap((n) => Array<number>(scales).fill(n));
  const alike = lengthOf([8, 8, 8], each(a, a, a));
  expect(lengthOf([8, 8, 8], each(a, b, c)) - alike).toBe(2 * scales * 4);
  expect(lengthOf([7.5, 6.5, 5.5], each(a, a, a)) - alike).toBe(3 * 4);
});
