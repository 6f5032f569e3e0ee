import { describe, expect, test } from "vitest";
import { lagOne, calibrate } from "../baseline/calibrate.ts";
import { besideLine, besideStep, changeInside, largestLag, scoreAgainst } from "./change-inside.ts";
import { initialTrack } from "../model/initial-state.ts";
import { defaultSettings as settings } from "../settings/settings.ts";
import type { Block } from "../model/state.ts";
import { testNoise } from "../vehicle-journal.ts";

const noise = Array.from({ length: 24 }, (_, at) => 0.05 * testNoise(17, 0, at));
const learner = { name: "radar" as const, track: initialTrack("radar", null), settings };
const changeAmong = (values: readonly number[]) => {
  const blocks = blocksOf(values);
  return changeInside(learner, calibrate(learner, blocks), blocks);
};

describe("a change among the blocks of a baseline", () => {
  test("is not there while the sensor stands still", () => {
    expect(changeAmong(noise)).toBeNull();
  });

  test("is found where the sensor stepped, and leaves no correlation beside it", () => {
    const change = changeAmong(noise.map((value, at) => value + (at < 15 ? 0 : 3)))!;
    expect(change.at).toBe(15);
    expect(change.nats).toBeGreaterThan(settings.baseline.changeNats);
    expect(change.correlation).toBeLessThan(0.3);
  });

  test("is the same one downward", () => {
    const up = noise.map((value, at) => value + (at < 15 ? 0 : 3));
    const [rise, fall] = [changeAmong(up)!, changeAmong(up.map((value) => -value))!];
    expect(fall.at).toBe(rise.at);
    expect(fall.nats).toBeCloseTo(rise.nats, 8);
  });

  test("is no matter of where the sensor stands", () => {
    const step = noise.map((value, at) => value + (at < 15 ? 0 : 3));
    const [here, elsewhere] = [changeAmong(step)!, changeAmong(step.map((value) => value + 8))!];
    expect(elsewhere.at).toBe(here.at);
    expect(elsewhere.nats).toBeCloseTo(here.nats, 3);
  });
});

describe("what is no noise is taken out", () => {
  test("a step, each side about its own mean", () => {
    expect(besideStep([0, 0, 0, 5, 5], 3)).toEqual([0, 0, 0, 0, 0]);
    expect(besideStep([1, 3, 10, 14], 2)).toEqual([-1, 1, -2, 2]);
  });

  test("nothing but the mean, with no block on one side", () => {
    expect(besideStep([1, 3], 0)).toEqual([-1, 1]);
    expect(besideStep([1, 3], 2)).toEqual([-1, 1]);
  });

  test("a line, whatever its slope and place", () => {
    besideLine([3, 5, 7, 9, 11]).forEach((value) => expect(value).toBeCloseTo(0, 14));
    // Least squares of (0, 0, 3): level 1, slope 1.5.
    expect(besideLine([0, 0, 3])).toEqual([0.5, -1, 0.5]);
  });

  test("what is left of a line has neither level nor slope", () => {
    const left = besideLine(noise.map((value, at) => value + 0.3 * at - 2));
    expect(left.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 12);
    expect(left.reduce((sum, value, at) => sum + at * value, 0)).toBeCloseTo(0, 11);
    expect(left[5]! - left[4]!).toBeCloseTo(besideLine(noise)[5]! - besideLine(noise)[4]!, 12);
  });
});

test("the largest lag-1 correlation is that of the slowest of the values", () => {
  const slow = Array.from({ length: 24 }, (_, at) => Math.sin(at / 4));
  const scored = noise.map((white, at) => ({
    seq: at,
    atUs: 0,
    weight: 1,
    placed: [0, 0],
    standardised: [white, slow[at]!],
    score: [white, slow[at]!],
    whitened: null,
  }));
  expect(largestLag(scored, (values) => values)).toBe(lagOne(slow));
  expect(lagOne(slow)).toBeGreaterThan(0.8);
  // Beside its own values nothing is left of either.
  expect(largestLag(scored, (values) => values.map(() => 0))).toBe(0);
});

test("blocks are scored as if they came now: the first without a predecessor, whatever the track heard last", () => {
  const blocks = blocksOf(noise);
  const track = { ...learner.track, previous: [2], previousUs: 1 };
  const calibrated = calibrate(learner, blocks);
  const scored = scoreAgainst({ ...learner, track }, calibrated, blocks);
  expect(scored.map(({ whitened }) => whitened === null)).toEqual(blocks.map((_, at) => at === 0));
  const { location, scale } = calibrated.calibration;
  scored.forEach(({ standardised }, at) => {
    expect(standardised[0]).toBeCloseTo((Math.fround(noise[at]!) - location[0]!) / scale[0]!, 6);
  });
});

function blocksOf(values: readonly number[]): readonly Block[] {
  return values.map((value, at) => ({
    seq: 2 * at + 1,
    atUs: 60_000_000 * at,
    weight: 1,
    values: [Math.fround(value)],
  }));
}
