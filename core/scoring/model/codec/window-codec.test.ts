import { expect, test } from "vitest";
import { decodeBytes, encodeBytes } from "./binary-codec.ts";
import { windowCodec } from "./window-codec.ts";

test("a window comes back number for number", () => {
  const window = {
    fromSeq: 300,
    starts: 4,
    likelihoodRatio: 1234.5678,
    termNats: 8.5,
    channels: [
      {
        channel: "lidar" as const,
        blocksSince: 12,
        blocksBefore: 190.5,
        meanSince: Math.fround(0.1),
        meanBefore: -0,
        sigma: 0.75,
        degrees: 200,
        zone: 0.25,
        side: "upper" as const,
      },
    ],
  };
  expect(decodeBytes(windowCodec, encodeBytes(windowCodec, window))).toEqual(window);
});
