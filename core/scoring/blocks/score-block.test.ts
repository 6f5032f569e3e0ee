import { describe, expect, test } from "vitest";
import { scoreBlock } from "./score-block.ts";
import { defaultSettings } from "../settings/settings.ts";
import type { SensorCalibration, SensorTrack, TrackBench } from "../model/state.ts";
import { between, expDeg, logDeg, multiply } from "../numeric/quaternion.ts";
import { replayEntries } from "../replay.ts";
import { journalOf, testMount, testNoise } from "../vehicle-journal.ts";

const minuteUs = 60_000_000;
const tracks = replayEntries(journalOf({ frames: 22, seed: 9 }), defaultSettings).state.tracks;
const unit: SensorCalibration = {
  ...tracks.radar.calibration!,
  location: [0],
  scale: [1],
  whitening: [1],
  correlation: [0],
  periodUs: minuteUs,
  clipUnit: [1],
  zones: [0.5],
};

/** Wallace's normal score of a Student t variable with 3 degrees of freedom. */
const normalScore = (u: number) => Math.sign(u) * (25 / 27) * Math.sqrt(3 * Math.log(1 + (u * u) / 3));

test("a block is scored by its distance from the location, in σ", () => {
  const calibration = { ...unit, location: [2], whitening: [4] };
  const { scored } = score(5, { calibration });
  expect(scored).toMatchObject({ seq: 7, weight: 0.5, placed: [5], standardised: [12] });
});

test("a first block has no predecessor, and is that of the next, however far out", () => {
  const { scored, track } = score(1000, { previousUs: null });
  expect(scored.whitened).toBeNull();
  expect(track.previous[0]).toBeCloseTo(normalScore(1000), 12);
  expect(track.previousUs).toBe(10 * minuteUs);
});

test("white noise is clipped and otherwise as it was", () => {
  for (const u of [-2, -0.3, 0, 1.4]) expect(whitened(u)).toBeCloseTo(normalScore(u), 12);
});

describe("correlation in time", () => {
  const phi = 0.6;
  const calibration = { ...unit, correlation: [phi] };
  const factor = Math.sqrt((1 - phi) / (1 + phi));
  const after = (periods: number) => ({ calibration, previous: 0.8, previousUs: (10 - periods) * minuteUs });
  const expected = (faded: number) => (factor * (normalScore(1) - faded * 0.8)) / (1 - faded);

  test("is taken out after one period", () => {
    expect(whitened(1, after(1))).toBeCloseTo(expected(phi), 12);
  });

  test("leaves noise its variance, and no resemblance to its neighbours", () => {
    const count = 4000;
    let latest = 0;
    const track = { ...trackOf({ calibration, previousUs: null }) };
    const pairs: { readonly before: number; readonly after: number }[] = [];
    for (let at = 0; at < count; at += 1) {
      // So little noise that the clip only scales it, by 25/27.
      latest = phi * latest + Math.sqrt(1 - phi * phi) * 0.05 * testNoise(8, 0, at);
      const block = { seq: at, atUs: at * minuteUs, weight: 1, values: [latest] };
      const { whitened: white } = scoreBlock(track, block, defaultSettings);
      if (white !== null) pairs.push({ before: latest, after: white[0]! });
    }
    const squares = (values: readonly number[]) => values.reduce((sum, value) => sum + value * value, 0);
    const after = pairs.map((pair) => pair.after);
    const lag = after.slice(1).reduce((sum, value, at) => sum + value * after[at]!, 0) / squares(after);
    expect(Math.abs(lag)).toBeLessThan(0.05);
    const variances = squares(after) / squares(pairs.map(({ before }) => (25 / 27) * before));
    expect(variances).toBeGreaterThan(0.9);
    expect(variances).toBeLessThan(1.1);
  });

  test("fades with the gap: φ² after two periods, nothing after a thousand", () => {
    expect(whitened(1, after(2))).toBeCloseTo(expected(phi ** 2), 12);
    expect(whitened(1, after(1000))).toBeCloseTo(factor * normalScore(1), 12);
  });

  test("a lasting shift stays what it was, times the factor of its zone", () => {
    const shift = { ...after(1), previous: normalScore(1) };
    expect(whitened(1, shift)).toBeCloseTo(factor * normalScore(1), 12);
  });

  test("a burst of blocks counts as half a period, with its own noise", () => {
    const faded = Math.sqrt(phi);
    const own = Math.sqrt((1 - faded) / (1 + faded));
    const burst = (own * (normalScore(1) - faded * 0.8)) / (1 - faded);
    expect(whitened(1, after(0.001))).toBeCloseTo(burst, 12);
    expect(whitened(1, after(0.5))).toBeCloseTo(burst, 12);
  });

  test("a clock that stands still or goes back counts as one period", () => {
    for (const gap of [0, -3]) expect(whitened(1, after(gap))).toBe(whitened(1, after(1)));
  });
});

describe("one block", () => {
  test("is worth no more than 4, either way", () => {
    expect([whitened(1e9), whitened(-1e9)]).toEqual([4, -4]);
  });

  test("of a quiet sensor is worth no more than 6 σ beyond its zone", () => {
    const calibration = { ...unit, clipUnit: [20], zones: [0.7] };
    expect(whitened(1e9, { calibration })).toBeCloseTo(0.7 + 6 / 20, 14);
  });

  test("far out says nothing about its successor: the one before it still does", () => {
    const { track } = score(50, { previous: 0.8, previousUs: minuteUs });
    expect([track.previous, track.previousUs]).toEqual([[0.8], minuteUs]);
    expect(score(-50, { previous: 0.8 }).track.previous).toEqual([0.8]);
    // 5 σ of a quiet sensor are half a unit of its clip.
    const quiet = { ...unit, clipUnit: [10] };
    expect(score(5, { calibration: quiet, previous: 0.1 }).track.previous).toEqual([0.1]);
    expect(score(1.5, { previous: 0.8 }).track.previous[0]).toBeCloseTo(normalScore(1.5), 12);
  });
});

test("a camera's block counts from the pose, wherever its values were counted from", () => {
  const { camera } = tracks;
  const pose = multiply(testMount, expDeg([0.2, 0, -0.1]));
  const rotation = multiply(testMount, expDeg([0.5, 0.3, 0.1]));
  const anchor = multiply(testMount, expDeg([-1, 2, 3]));
  const track = { ...camera, anchor, calibration: { ...camera.calibration!, pose } };
  const block = { seq: 7, atUs: 0, weight: 1, values: logDeg(between(anchor, rotation)) };

  const { placed } = scoreBlock({ ...track }, block, defaultSettings);

  logDeg(between(pose, rotation)).forEach((value, axis) => expect(placed[axis]).toBeCloseTo(value, 6));
});

interface Before {
  readonly calibration?: SensorCalibration;
  readonly previous?: number;
  readonly previousUs?: number | null;
}

/** A radar block at ten minutes. */
function score(value: number, before?: Before) {
  const block = { seq: 7, atUs: 10 * minuteUs, weight: 0.5, values: [value] };
  const track: TrackBench = { ...trackOf(before) };
  return { track, scored: scoreBlock(track, block, defaultSettings) };
}

function trackOf({ calibration = unit, previous = 0, previousUs = 9 * minuteUs }: Before = {}): SensorTrack {
  return { ...tracks.radar, calibration, previous: [previous], previousUs };
}

function whitened(value: number, before?: Before): number {
  return score(value, before).scored.whitened![0]!;
}
