import { expect, test } from "vitest";
import { fold } from "../../fold.ts";
import { packScore, unpackScore } from "./score-codec.ts";
import { defaultSettings } from "../settings.ts";
import { journalOf } from "../../vehicle-journal.ts";
import { initialState } from "../initial-state.ts";

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

function scoresOfAFault() {
  let state = initialState();
  const journal = journalOf({
    frames: 70,
    seed: 3,
    sensors: ["camera", "radar", "lidar", "confidence"],
    displacement: (frame) => (frame >= 55 ? { radarM: 0.6 } : {}),
  });
  return journal.map((entry) => {
    const folded = fold(state, entry, defaultSettings);
    state = folded.state;
    return folded.score!;
  });
}
