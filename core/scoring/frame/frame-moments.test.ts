import { expect, test } from "vitest";
import { initialState } from "../model/initial-state.ts";
import { addFrame, clearMoments, largestCrossCorrelation, meanOf } from "./frame-moments.ts";
import type { StandardisedFrame } from "./frame-moments.ts";

test("a frame counts in the channels it carries, and in the pairs of them", () => {
  const moments = addFrame(initialState().moments, [1, null, null, 2, null], 0.5);
  expect(moments.first).toEqual([0.5, 0.5, 0, 0, 0, 0, 0.5, 1, 0, 0]);
  expect(meanOf(moments, 3)).toBe(2);
  expect(meanOf(moments, 1)).toBe(0);
});

test("a value far from the mean counts as one four σ from it", () => {
  expect(meanOf(addFrame(initialState().moments, [50, null, null, null, null], 1), 0)).toBe(4);
});

test("what is cleared is as if it had never been heard", () => {
  const both = addFrame(initialState().moments, [null, null, null, 1, -1], 1);
  const one = addFrame(initialState().moments, [null, null, null, 1, null], 1);
  expect(clearMoments(both, 4, 1)).toEqual(one);
});

test("sensors that move together correlate, and the axes of one camera do not count", () => {
  const follow = (frameAt: (wave: number) => StandardisedFrame) => {
    let { moments } = initialState();
    for (let at = 0; at < 100; at += 1) moments = addFrame(moments, frameAt(Math.sin(at)), 1);
    return largestCrossCorrelation(moments, 50);
  };
  expect(follow((wave) => [null, null, null, wave, -wave])).toBeCloseTo(1, 10);
  expect(follow((wave) => [wave, wave, wave, null, null])).toBe(0);
});
