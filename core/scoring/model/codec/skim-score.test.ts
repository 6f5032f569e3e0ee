import { expect, test } from "vitest";

import { packScore, unpackScore } from "./score-codec.ts";
import type { ChannelScore } from "../score.ts";
import { channels as allChannels } from "../sensors.ts";
import { ScoreSkimmer } from "./skim-score.ts";
import type { SkimmedScore } from "./skimmed-score.ts";
import { scoresOfAFault } from "./scores-for-tests.ts";

const packed = scoresOfAFault().map((score) => packScore(score));

/** The whole score read by its codec, and of that what is skimmed. */
function members(bytes: Uint8Array): SkimmedScore {
  const { seq, tier, reason, mahalDistance, t2Limit, cusumStatistic, late, channels } = unpackScore(bytes);
  return {
    seq,
    tier,
    reason,
    mahalDistance,
    t2Limit,
    cusumStatistic,
    late,
    channels: channels.map(({ channel, residual, cusumUpper, cusumLower, cusumLimit }) => ({
      channel,
      place: allChannels.indexOf(channel),
      residual,
      cusumUpper,
      cusumLower,
      cusumLimit,
    })),
  };
}

/** One for all, as a series has it. */
const skimmer = new ScoreSkimmer();

function skimScore(bytes: Uint8Array): SkimmedScore {
  const { seq, tier, reason, mahalDistance, t2Limit, cusumStatistic, late, channels } = skimmer.read(bytes);
  return { seq, tier, reason, mahalDistance, t2Limit, cusumStatistic, late, channels };
}

test("what is skimmed is what the codec reads, from the first frame to the breach", () => {
  for (const bytes of packed) expect(skimScore(bytes)).toEqual(members(bytes));
  const last = members(packed.at(-1)!);
  expect([last.channels.length, last.mahalDistance === null, last.cusumStatistic === null]).toEqual([
    5,
    false,
    false,
  ]);
});

test("a late score and a long journal are skimmed alike", () => {
  const score = unpackScore(packed.at(-1)!);
  const baseline = { ...score.baseline, frames: 300, needed: 20_000 };
  const other = { ...score, seq: 2 ** 40, late: true, t2Limit: null, baseline };
  const strict = { ...other, cautionLimit: 12, channels: other.channels.map(strictly) };
  for (const bytes of [packScore(other), packScore(strict)]) {
    expect(skimScore(bytes)).toEqual(members(bytes));
  }
});

function strictly(channel: ChannelScore): ChannelScore {
  return { ...channel, cusumLimit: channel.channel === "radar" ? 9 : 1 / 3 };
}

test("bytes cut short or with an unknown tier are refused", () => {
  const bytes = packed.at(-1)!;
  for (let length = 0; length < 40; length += 3) {
    expect(() => skimScore(bytes.subarray(0, length)), `${length} bytes`).toThrow(RangeError);
  }
  const spoilt = bytes.slice();
  spoilt[1] = 255;
  expect(() => skimScore(spoilt)).toThrow(RangeError);
});

test("scores that lie in one buffer do not run into each other, and a channel left out is not there", () => {
  const [first, last] = [packed[0]!, packed.at(-1)!];
  const whole = unpackScore(last);
  const fewer = packScore({
    ...whole,
    channels: whole.channels.filter(({ channel }) => channel !== "radar"),
  });
  const list = [first, last, fewer, first];
  const joined = new Uint8Array(list.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const bytes of list) {
    joined.set(bytes, end);
    end += bytes.length;
    expect(skimScore(joined.subarray(end - bytes.length, end))).toEqual(members(bytes));
  }
});
