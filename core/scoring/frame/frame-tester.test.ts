import { expect, test } from "vitest";
import { absent, addFrame, isAbsent } from "./frame-moments.ts";
import type { StandardisedFrame } from "./frame-moments.ts";
import { FrameTester } from "./frame-tester.ts";
import type { FrameMoments } from "../model/state.ts";
import { testNoise } from "../vehicle-journal.ts";
import { initialState } from "../model/initial-state.ts";

const tester = new FrameTester();
const rule = { priorDegrees: 0, limitRate: 0.0027, minimumReference: 2 };

test("p-values of frames like the baseline are uniform, whichever channels are present", () => {
  const counts = [0, 0, 0, 0];
  const trials = 400;
  for (let seed = 0; seed < trials; seed += 1) {
    const frame = noise(1000 + seed, 0).map((u, channel) => (seed % 3 === 0 && channel < 3 ? absent : u));
    const p = tester.test(momentsOf(30, seed), frame, rule)!.pValue;
    counts[Math.min(3, Math.floor(4 * p))]! += 1;
  }
  // Each quarter expects 100; 4 standard deviations are 35. Shrinkage makes the test slightly conservative.
  for (const count of counts) expect(Math.abs(count - trials / 4)).toBeLessThan(35);
});

test("the shares of the present channels add up to one", () => {
  const { shares } = tester.test(momentsOf(40, 1), [1, -2, absent, 3, 0.5], rule)!;
  expect(shares[2]).toBe(absent);
  const tested = Array.from(shares).filter((share) => !isAbsent(share));
  expect(tested.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
});

test("a channel with almost no reference is left out of the test", () => {
  const frame: StandardisedFrame = [absent, absent, absent, 1, 50];
  expect(tester.test(momentsWithout(4), frame, { ...rule, minimumReference: 5 })!.degrees).toBe(1);
});

function momentsOf(frames: number, seed: number): FrameMoments {
  const { moments } = initialState();
  for (let t = 0; t < frames; t += 1) addFrame(moments, noise(seed, t), 1);
  return moments;
}

/** A reference in which the last channel has been seen once. */
function momentsWithout(channel: number): FrameMoments {
  const { moments } = initialState();
  for (let t = 0; t < 40; t += 1) {
    const frame = noise(1, t).map((u, at) => (at === channel && t > 0 ? absent : u));
    addFrame(moments, frame, 1);
  }
  return moments;
}

function noise(seed: number, t: number): number[] {
  return [0, 1, 2, 3, 4].map((channel) => testNoise(seed, channel, t));
}
