import type { Codec } from "./binary-codec.ts";
import { count, float64, listOf, numbers, oneOf, record } from "./binary-codec.ts";
import { countedSides } from "../score.ts";
import type { ChannelInWindow, DecidingWindow } from "../score.ts";
import { channels } from "../sensors.ts";

const head = record({ channel: oneOf(channels), side: oneOf(countedSides) });

/** Numbers that fill a binary32 take half the bytes. */
const channelInWindow: Codec<ChannelInWindow> = {
  write: (value, sink) => {
    const { blocksSince, blocksBefore, meanSince, meanBefore, sigma, degrees, zone } = value;
    head.write(value, sink);
    numbers.write([blocksSince, blocksBefore, meanSince, meanBefore, sigma, degrees, zone], sink);
  },
  read: (source) => {
    const { channel, side } = head.read(source);
    const [blocksSince, blocksBefore, meanSince, meanBefore, sigma, degrees, zone] = numbers.read(source) as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    return { channel, blocksSince, blocksBefore, meanSince, meanBefore, sigma, degrees, zone, side };
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
