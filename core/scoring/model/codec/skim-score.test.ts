import { expect, test } from "vitest";

import { packScore, unpackScore } from "./score-codec.ts";
import { skimScore, type SkimmedScore } from "./skim-score.ts";
import { scoresOfAFault } from "./scores-for-tests.ts";

const packed = scoresOfAFault().map(packScore);

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
      residual,
      cusumUpper,
      cusumLower,
      cusumLimit,
    })),
  };
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

test("a late score, a long journal and every hour of a baseline are skimmed alike", () => {
  const score = unpackScore(packed.at(-1)!);
  for (const coversHours of [null, 0, 24]) {
    const baseline = { ...score.baseline, coversHours, frames: 300, needed: 20_000 };
    const bytes = packScore({ ...score, seq: 2 ** 40, late: true, t2Limit: null, baseline });
    expect(skimScore(bytes)).toEqual(members(bytes));
  }
});

test("bytes cut short or with an unknown tier are refused", () => {
  const bytes = packed.at(-1)!;
  for (let length = 0; length < 300; length += 7) {
    expect(() => skimScore(bytes.subarray(0, length))).toThrow(RangeError);
  }
  const spoilt = bytes.slice();
  spoilt[2] = 99;
  expect(() => skimScore(spoilt)).toThrow(RangeError);
});
