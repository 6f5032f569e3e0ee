import { expect, test } from "vitest";
import { packScore, unpackScore } from "./score-codec.ts";
import { scoresOfAFault } from "./scores-for-tests.ts";

const scores = scoresOfAFault();

test("every score of a vehicle from its first frame to its breach comes back as it was", () => {
  for (const score of scores) expect(unpackScore(packScore(score))).toEqual(score);
});

test("a full score takes at most 700 bytes, and 600 without the window that decided", () => {
  const undecided = scores.map((score) => packScore({ ...score, window: null }).length);
  expect(Math.max(...undecided)).toBeLessThanOrEqual(600);
  expect(Math.max(...scores.map((score) => packScore(score).length))).toBeLessThanOrEqual(700);
});

test("bytes cut short, too long or with an unknown tier are refused", () => {
  const bytes = packScore(scores.at(-1)!);
  expect(() => unpackScore(bytes.subarray(0, bytes.length - 1))).toThrow(RangeError);
  expect(() => unpackScore(Uint8Array.from([...bytes, 0]))).toThrow(RangeError);
  const spoilt = bytes.slice();
  spoilt[1] = 99;
  expect(() => unpackScore(spoilt)).toThrow(RangeError);
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
