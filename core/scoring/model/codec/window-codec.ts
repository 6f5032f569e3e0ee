import type { Codec } from "./binary-codec.ts";
import { count, float64, listOf, numbers, oneOf, record } from "./binary-codec.ts";
import { countedSides } from "../score.ts";
import type { ChannelInWindow, DecidingWindow } from "../score.ts";
import { channels } from "../sensors.ts";

const head = record({ channel: oneOf(channels), side: oneOf(countedSides) });

/** Numbers that fill a binary32 take half the bytes. */
const channelInWindow: Codec<ChannelInWindow> = {
  write: (value, sink) => {
    const { blocksSince, blocksBefore, meanSince, meanBefore, sigma, degrees, zone, meanVariance } = value;
    head.write(value, sink);
    numbers.write(
      [blocksSince, blocksBefore, meanSince, meanBefore, sigma, degrees, zone, meanVariance],
      sink,
    );
  },
  read: (source) => {
    const { channel, side } = head.read(source);
    const [blocksSince = 0, blocksBefore = 0, meanSince = 0, meanBefore = 0, ...noise] = numbers.read(source);
    // Up to scoring 1.2.0 blocks were taken for independent, and the last number was not written.
    const independent = Math.fround(1 / blocksSince + 1 / blocksBefore);
    const [sigma = 0, degrees = 0, zone = 0, meanVariance = independent] = noise;
    const counted = { blocksSince, blocksBefore, meanSince, meanBefore };
    return { channel, ...counted, sigma, degrees, zone, meanVariance, side };
  },
};

/** Kept with a state and with a score, while W decides. */
export const windowCodec: Codec<DecidingWindow> = record({
  fromSeq: count,
  starts: count,
  likelihoodRatio: float64,
  termNats: float64,
  channels: listOf(channelInWindow),
});
