import { expect, test } from "vitest";
import { defaultSettings } from "../model/settings.ts";
import { besideMedian, followChannel, medianOfFive, noChannelNoise, startChannel } from "./channel-noise.ts";

test("every order of five values has the same middle", () => {
  expect(ordersOf([3, -1, 7, 4, 0]).map((values) => medianOf(values))).toEqual(Array(120).fill(3));
  expect(medianOfFive([2, 2, 1, 2, 5])).toBe(2);
});

function medianOf([a = 0, b = 0, c = 0, d = 0, e = 0]: readonly number[]): number {
  return medianOfFive([a, b, c, d, e]);
}

function ordersOf(values: readonly number[]): readonly (readonly number[])[] {
  if (values.length === 0) return [[]];
  return values.flatMap((first, at) => ordersOf(values.toSpliced(at, 1)).map((rest) => [first, ...rest]));
}

test("beside fewer than five values a value stands by itself", () => {
  expect(besideMedian([1, 2, 3, 4], 10)).toBe(10);
  expect(besideMedian([1, 2, 3, 4, 5], 10)).toBe(7);
});

test("without a baseline nothing is followed, and noise that stays what it was never grows", () => {
  const one = { square: 4, weight: 1, learns: true, seq: 1, timestampUs: 10 };
  expect(followChannel(noChannelNoise, one, defaultSettings.noise)).toBe(noChannelNoise);
  let noise = startChannel(
    Array.from({ length: 30 }, (_, at) => (at % 2 === 0 ? 1 : -1)),
    Array(30).fill(1),
  );
  for (let seq = 1; seq <= 200; seq += 1) {
    noise = followChannel(noise, { ...one, square: noise.variance, seq }, defaultSettings.noise);
  }
  expect(noise).toMatchObject({ grown: false, sinceBlocks: 0, blocks: 230 });
});

test("nine times the variance is found within a few dozen blocks, and dated from its first", () => {
  let noise = startChannel(
    Array.from({ length: 300 }, (_, at) => (at % 2 === 0 ? 1 : -1)),
    Array(300).fill(1),
  );
  const { variance } = noise;
  for (let seq = 101; seq <= 140; seq += 1) {
    const one = { square: 9 * variance, weight: 1, learns: true, seq, timestampUs: 10 * seq };
    noise = followChannel(noise, one, defaultSettings.noise);
  }
  expect(noise).toMatchObject({ grown: true, sinceSeq: 101, sinceUs: 1010 });
});
