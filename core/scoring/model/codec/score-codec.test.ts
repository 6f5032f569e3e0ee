import * as fc from "fast-check";
import { expect, test } from "vitest";
import { channels } from "../sensors.ts";
import { sixDigits } from "../../numeric/rounding/six-digits.ts";
import { isPackedScore, packScore, unpackScore } from "./score-codec.ts";
import { scoresOfAFault } from "./scores-for-tests.ts";

const scores = scoresOfAFault();

test("every score of a vehicle from its first frame to its breach comes back as it was", () => {
  for (const score of scores) expect(unpackScore(packScore(score))).toEqual(score);
});

test("bytes are those of their score and of no other", () => {
  for (const [at, score] of scores.entries()) {
    expect(isPackedScore(score, packScore(score))).toBe(true);
    expect(isPackedScore(score, packScore(scores[(at + 1) % scores.length]!))).toBe(false);
  }
});

test("a number comes back with all its bits where it is not the expected one", () => {
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.double({ min: -1100, max: 1100, noNaN: true }).map(sixDigits),
    fc.double({ min: -1e-5, max: 1e-5, noNaN: true }).map(sixDigits),
    fc.constantFrom(0, -0, 7.75, 10.5, 11.96, 100, 1e-6, 999.999, 1000),
  );
  const channel = fc.record({
    residual: number,
    standardised: number,
    cusumUpper: number,
    cusumLower: number,
    cusumLimit: number,
    shareOfT2: number,
    drift: number,
    driftSd: number,
  });
  const odd = fc.record({
    channels: fc
      .subarray([...channels])
      .chain((names) =>
        fc.tuple(...names.map((name) => channel.map((numbers) => ({ channel: name, ...numbers })))),
      ),
    residualScore: number,
    mahalDistance: fc.option(number),
    mahalPValue: fc.option(number),
    t2Limit: fc.option(number),
    cusumStatistic: fc.option(number),
    cautionLimit: number,
    cusumTriggered: fc.boolean(),
    breachOpened: fc.boolean(),
    late: fc.boolean(),
    outlier: fc.boolean(),
    confidence: number,
    sourcePosterior: fc.tuple(number, number, number),
    cameraDriftDeg: number,
    radarDriftMm: number,
    healthScore: number,
  });
  fc.assert(
    fc.property(odd, (members) => {
      const score = { ...scores.at(-1)!, ...members };
      const read = unpackScore(packScore(score));
      // toStrictEqual tells −0 from 0.
      expect(read).toStrictEqual(score);
    }),
    { seed: 29 },
  );
});

test("a full score takes at most 200 bytes, and 250 with what its statistic rests on", () => {
  const undecided = scores.map((score) => packScore({ ...score, change: null }).length);
  expect(Math.max(...undecided)).toBeLessThanOrEqual(200);
  expect(Math.max(...scores.map((score) => packScore(score).length))).toBeLessThanOrEqual(250);
});

test("a limit other than it mostly is takes three bytes more, and the kinds of all limits", () => {
  const score = scores.at(-1)!;
  const channelScores = score.channels.map((channel) => ({ ...channel, cusumLimit: 11.96 }));
  const usual = packScore({ ...score, channels: channelScores, cautionLimit: 9.5 });
  const stricter = packScore({ ...score, channels: channelScores, cautionLimit: 8.25 });
  expect(stricter.length).toBe(usual.length + 2 + 3);
});

test("drifts that follow from those of the channels take no bytes", () => {
  const score = scores.at(-1)!;
  const other = {
    ...score,
    radarDriftMm: sixDigits(score.radarDriftMm / 3),
    cameraDriftDeg: score.cameraDriftDeg + 1 / 3,
  };
  expect(packScore(other).length).toBe(packScore(score).length + 3 + 8);
});

test("bytes that are cut short, too long or unknown are refused", () => {
  // Without what it ends with only in a breach: there an end may be one.
  const bytes = packScore({ ...scores.at(-1)!, change: null });
  for (let length = 0; length < bytes.length; length += 1) {
    expect(() => unpackScore(bytes.subarray(0, length)), `${length} bytes`).toThrow(RangeError);
  }
  expect(() => unpackScore(Uint8Array.from([...bytes, 0]))).toThrow(RangeError);
  // The entry number in one byte, tier and reason, flags, channels.
  for (const at of [1, 3]) {
    const spoilt = bytes.slice();
    spoilt[at] = 255;
    expect(() => unpackScore(spoilt), `byte ${at}`).toThrow(RangeError);
  }
});

test("channels out of their order are refused", () => {
  const score = scores.at(-1)!;
  expect(() => packScore({ ...score, channels: score.channels.toReversed() })).toThrow(RangeError);
});
