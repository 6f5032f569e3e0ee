import * as fc from "fast-check";
import { expect, test } from "vitest";
import { channels } from "../sensors.ts";
import { encodeBytes } from "./binary-codec.ts";
import { isPackedScore, packScore, unpackScore } from "./score-codec.ts";
import { wideScoreCodec } from "./wide-score-codec.ts";
import { scoresOfAFault } from "./scores-for-tests.ts";

const scores = scoresOfAFault();

test("every score of a vehicle from its first frame to its breach comes back as it was", () => {
  for (const score of scores) expect(unpackScore(packScore(score))).toEqual(score);
});

test("a score from before the layout was compact is read, and known for the same", () => {
  for (const score of scores) {
    const wide = encodeBytes(wideScoreCodec, score);
    expect(unpackScore(wide)).toEqual(score);
    expect(isPackedScore(score, wide)).toBe(true);
    expect(isPackedScore({ ...score, healthScore: score.healthScore / 2 }, wide)).toBe(false);
    expect(wide.length).toBeGreaterThan(packScore(score).length);
  }
});

test("bytes are those of their score and of no other", () => {
  for (const [at, score] of scores.entries()) {
    expect(isPackedScore(score, packScore(score))).toBe(true);
    expect(isPackedScore(score, packScore(scores[(at + 1) % scores.length]!))).toBe(false);
  }
});

test("a number comes back with all its bits where it is not the one that was expected", () => {
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(0, -0, 7.75, 10.5, 11.96, 100),
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
    criticalLimit: number,
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

test("a full score takes at most 400 bytes, and 600 with the window that decided", () => {
  const undecided = scores.map((score) => packScore({ ...score, window: null }).length);
  expect(Math.max(...undecided)).toBeLessThanOrEqual(400);
  expect(Math.max(...scores.map((score) => packScore(score).length))).toBeLessThanOrEqual(600);
});

test("drifts that follow from those of the channels take no bytes", () => {
  const score = scores.at(-1)!;
  const other = {
    ...score,
    radarDriftMm: score.radarDriftMm / 3,
    cameraDriftDeg: score.cameraDriftDeg + 1 / 3,
  };
  expect(packScore(other).length).toBe(packScore(score).length + 16);
});

test("bytes cut short, too long, with an unknown tier or unknown channels are refused", () => {
  // Without what it ends with only in a breach: there an end may be one.
  const bytes = packScore({ ...scores.at(-1)!, window: null });
  for (let length = 0; length < bytes.length; length += 1) {
    expect(() => unpackScore(bytes.subarray(0, length)), `${length} bytes`).toThrow(RangeError);
  }
  expect(() => unpackScore(Uint8Array.from([...bytes, 0]))).toThrow(RangeError);
  // The mark, the entry number in one byte, tier, reason, flags, channels.
  for (const at of [2, 3, 5]) {
    const spoilt = bytes.slice();
    spoilt[at] = 99;
    expect(() => unpackScore(spoilt), `byte ${at}`).toThrow(RangeError);
  }
});

test("channels out of their order are refused", () => {
  const score = scores.at(-1)!;
  expect(() => packScore({ ...score, channels: score.channels.toReversed() })).toThrow(RangeError);
});

test("a score from before the hours of a baseline were said is read, and has none", () => {
  const score = scores.at(-1)!;
  for (const coversHours of [null, 0, 1, 24]) {
    const said = { ...score, baseline: { ...score.baseline, coversHours } };
    expect(unpackScore(packScore(said))).toEqual(said);
  }
  // One byte holds state and hours: without hours it is the byte of the state, as it always was.
  const without = packScore({ ...score, baseline: { ...score.baseline, coversHours: null } });
  const with24 = packScore({ ...score, baseline: { ...score.baseline, coversHours: 24 } });
  expect(with24.length).toBe(without.length);
  expect(with24.filter((byte, at) => byte !== without[at]).length).toBe(1);
});
