import { expect, test } from "vitest";
import { decodeBytes, encodeBytes } from "./binary-codec.ts";
import { windowCodec } from "./window-codec.ts";
import type { ChannelInWindow, DecidingWindow } from "../score.ts";
import { countedSides } from "../score.ts";
import { channels } from "../sensors.ts";

const radar: ChannelInWindow = {
  channel: "radar",
  blocksSince: 12,
  blocksBefore: 80,
  meanSince: 0.5,
  meanBefore: -0.25,
  sigma: 1.5,
  meanVariance: 0.125,
  degrees: 83,
  zone: 0.125,
  side: "both",
};

test("a window in which nobody was heard comes back without channels", () => {
  expectSame(windowWith([]));
});

test("every channel comes back with every side that can count", () => {
  expectSame(
    windowWith(channels.flatMap((channel) => countedSides.map((side) => ({ ...radar, channel, side })))),
  );
});

test("no number loses a bit: minus zero, subnormals, the largest, and those no binary32 can hold", () => {
  expectSame(
    windowWith([{ ...radar, meanSince: -0, meanBefore: 5e-324, sigma: Number.MAX_VALUE, zone: 0.1 }]),
  );
  expectSame({
    ...windowWith([]),
    fromSeq: Number.MAX_SAFE_INTEGER,
    likelihoodRatio: 1.1,
    termNats: -1e-300,
  });
});

test("a number that fills a binary32 takes half the bytes of one that does not", () => {
  const sizeOf = (meanSince: number) =>
    encodeBytes(windowCodec, windowWith([{ ...radar, meanSince }])).length;
  expect(sizeOf(0.1) - sizeOf(Math.fround(0.1))).toBe(4);
});

test("a channel or a side nobody knows is refused", () => {
  const bytes = encodeBytes(windowCodec, windowWith([radar]));
  const first = bytes.length - encodedChannelBytes;
  for (const at of [first, first + 1]) {
    const spoilt = bytes.slice();
    spoilt[at] = 9;
    expect(() => decodeBytes(windowCodec, spoilt)).toThrow(RangeError);
  }
});

/** Channel and side, a count of seven numbers, their kinds, three small whole numbers and four binary32. */
const encodedChannelBytes = 2 + 1 + 2 + 3 + 4 * 4;

function windowWith(list: readonly ChannelInWindow[]): DecidingWindow {
  return { fromSeq: 41, starts: 4, likelihoodRatio: 900.5, termNats: 8.2, channels: list };
}

function expectSame(window: DecidingWindow): void {
  expect(decodeBytes(windowCodec, encodeBytes(windowCodec, window))).toEqual(window);
}
