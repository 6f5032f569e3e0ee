import { channels } from "../sensors.ts";
import type { Channel } from "../sensors.ts";
import type { ChannelScore, Score } from "../score.ts";

/* Two bytes of every score: what holds of it, and which channels it has. */

/** Bits of the flags. */
const [isLate, isOutlier, isTriggered, hasOpened] = [0, 1, 2, 3];
const [hasDistance, hasPValue, hasLimit, hasStatistic] = [4, 5, 6, 7];
export const scoreFlags = {
  isLate,
  isOutlier,
  isTriggered,
  hasOpened,
  hasDistance,
  hasPValue,
  hasLimit,
  hasStatistic,
} as const;

export function flagsOf(score: Score): number {
  return (
    bitOf(score.late, isLate) |
    bitOf(score.outlier, isOutlier) |
    bitOf(score.cusumTriggered, isTriggered) |
    bitOf(score.breachOpened, hasOpened) |
    bitOf(score.mahalDistance !== null, hasDistance) |
    bitOf(score.mahalPValue !== null, hasPValue) |
    bitOf(score.t2Limit !== null, hasLimit) |
    bitOf(score.cusumStatistic !== null, hasStatistic)
  );
}

export function bitOf(flag: boolean, bit: number): number {
  return flag ? 1 << bit : 0;
}

export function isSet(bits: number, bit: number): boolean {
  return ((bits >>> bit) & 1) === 1;
}

/** One bit a channel; their scores stand in the order of the channels. */
export function presenceOf(scores: readonly Pick<ChannelScore, "channel">[]): number {
  let bits = 0;
  for (const { channel } of scores) {
    const bit = 2 ** channels.indexOf(channel);
    if (bit <= bits) throw new RangeError("channels of a score are not in their order");
    bits += bit;
  }
  return bits;
}

/** By the bits of the channels that are there: their names. */
export const channelsOf: readonly (readonly Channel[])[] = Array.from(
  { length: 2 ** channels.length },
  (_, present) => channels.filter((_name, channel) => isSet(present, channel)),
);
