import { expect, test } from "vitest";
import { count, decodeBytes, encodeBytes, float64, numbers, oneOf, record } from "./binary-codec.ts";
import type { Codec } from "./binary-codec.ts";
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

test("a window of scoring 1.2.0, which took blocks for independent, says what that variance of its means is", () => {
  const seven: Codec<null> = {
    write: (_, sink) => {
      [41, 4].forEach((whole) => count.write(whole, sink));
      [900.5, 8.2].forEach((double) => float64.write(double, sink));
      count.write(1, sink);
      record({ channel: oneOf(channels), side: oneOf(countedSides) }).write(radar, sink);
      const { blocksSince, blocksBefore, meanSince, meanBefore, sigma, degrees, zone } = radar;
      numbers.write([blocksSince, blocksBefore, meanSince, meanBefore, sigma, degrees, zone], sink);
    },
    read: () => null,
  };
  const read = decodeBytes(windowCodec, encodeBytes(seven, null));
  expect(read).toEqual(windowWith([{ ...radar, meanVariance: Math.fround(1 / 12 + 1 / 80) }]));
  // Read once, it stays what it is.
  expectSame(read);
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

/** Channel and side, a count of eight numbers, their kinds, three small whole numbers and five binary32. */
const encodedChannelBytes = 2 + 1 + 2 + 3 + 5 * 4;

function windowWith(list: readonly ChannelInWindow[]): DecidingWindow {
  return { fromSeq: 41, starts: 4, likelihoodRatio: 900.5, termNats: 8.2, channels: list };
}

function expectSame(window: DecidingWindow): void {
  expect(decodeBytes(windowCodec, encodeBytes(windowCodec, window))).toEqual(window);
}
