import { describe, expect, test } from "vitest";
import { acceptBaseline, scoreAll } from "./accept-baseline.ts";
import { calibrate } from "./calibrate.ts";
import { initialTrack } from "../model/initial-state.ts";
import type { TrackName } from "../model/sensors.ts";
import { defaultSettings as settings } from "../settings/settings.ts";
import type { Block, InheritedNoise, SensorTrack } from "../model/state.ts";
import { expDeg, multiply } from "../numeric/quaternion.ts";
import type { Vector3 } from "../numeric/quaternion.ts";
import { testMount, testNoise } from "../vehicle-journal.ts";
import { zeros } from "../numeric/doubles.ts";

const still = blocksOf(24, () => 0);

describe("what a baseline is made of", () => {
  test("is scored by it: the reference and, after it, the blocks to be watched", () => {
    const { reference, watched, track } = accept({ blocks: still, baseline: 20 });
    expect(reference.map(({ seq }) => seq)).toEqual(still.slice(0, 20).map(({ seq }) => seq));
    expect(watched.map(({ seq }) => seq)).toEqual([21, 22, 23, 24]);
    expect([...track.recent].map(({ seq }) => seq)).toEqual([21, 22, 23, 24]);
    expect(reference[0]!.whitened).toBeNull();
    expect(watched[0]!.whitened).not.toBeNull();
  });

  test("gives the reference mean, whatever the watched blocks do", () => {
    const moved = blocksOf(24, (at) => (at < 20 ? 0 : 5));
    const values = still.slice(0, 20).map((block) => block.values[0]!);
    const { track } = accept({ blocks: moved, baseline: 20 });
    // No value lies beyond 2.5 σ: the Huber mean is the mean.
    expect(track.centre[0]).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / 20, 6);
    expect(track.centreWeight).toBe(20);
  });

  test("is joined by watched blocks that are news no longer", () => {
    const { track } = accept({ blocks: blocksOf(45, () => 0), baseline: 20 });
    expect(track.recent.count).toBe(settings.tiers.driftBlocks);
    expect(track.centreWeight).toBe(20 + 5);
  });

  test("is kept while the baseline is provisional, for the second look", () => {
    const learnt = still.slice(0, 20);
    const provisional = accept({ track: { ...initialTrack("radar", null), learnt } });
    const established = accept({ track: { ...initialTrack("radar", null), learnt }, established: true });
    expect([provisional.track.calibration!.established, provisional.track.learnt]).toEqual([false, learnt]);
    expect([established.track.calibration!.established, established.track.learnt]).toEqual([true, []]);
  });
});

describe("the sensor's usual presence", () => {
  const presenceOf = (every: number, level: number) =>
    accept({
      blocks: still.map((block) => ({ ...block, seq: every * block.seq })),
      track: { ...initialTrack("radar", null), level },
    }).track.usualPresence;

  test("is the share of the entries that carried it", () => {
    expect(presenceOf(1, 0)).toBe(1);
    expect(presenceOf(4, 0)).toBe(0.25);
    expect(presenceOf(4, 1)).toBe(0.5);
  });

  test("is never more than all of them, and of one block what it was so far", () => {
    expect(presenceOf(1, 3)).toBe(1);
    const track = { ...initialTrack("radar", null), presence: 0.7 };
    expect(accept({ blocks: still.slice(0, 1), baseline: 1, track }).track.usualPresence).toBe(0.7);
  });
});

test("an established camera counts from its pose, a provisional one still from its anchor", () => {
  const blocks = blocksOf(20, () => 0, 3);
  const track: SensorTrack = { ...initialTrack("camera", null), anchor: testMount };
  const [provisional, established] = [false, true].map(
    (isEstablished) => accept({ name: "camera", blocks, track, established: isEstablished }).track,
  );
  expect(provisional!.anchor).toBe(testMount);
  expect(established!.anchor).toBe(established!.calibration!.pose);
});

describe("after a repair", () => {
  const inherited = (centre: readonly number[], turn: Vector3 = [0, 0, 0]): InheritedNoise => ({
    scale: zeros(centre.length).fill(0.05),
    correlation: zeros(centre.length),
    degrees: 30,
    pose: centre.length === 3 ? multiply(testMount, expDeg(turn)) : null,
    centre,
    curves: null,
  });

  test("a radar is not restored when it stands further from its place before the fault than CAUTION allows", () => {
    const restored = [-0.5, -0.05, 0.05, 0.5].map(
      (place) => !accept({ track: initialTrack("radar", inherited([place])) }).track.notRestored,
    );
    expect(restored).toEqual([false, true, true, false]);
    const blocks = blocksOf(20, () => 2);
    expect(accept({ blocks, track: initialTrack("radar", inherited([2])) }).track.notRestored).toBe(false);
  });

  test("a camera is compared turn by turn", () => {
    const blocks = blocksOf(20, () => 0, 3);
    const isMissing = (turn: Vector3) => {
      const track = { ...initialTrack("camera", inherited([0, 0, 0], turn)), anchor: testMount };
      return accept({ name: "camera", blocks, track }).track.notRestored;
    };
    expect([isMissing([0, 0, 0]), isMissing([0, 0.1, 0]), isMissing([0, 0.5, 0])]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test("there is nothing to restore of a confidence, nor without an earlier baseline", () => {
    const confidence = initialTrack("confidence", inherited([9]));
    expect(accept({ name: "confidence", track: confidence }).track.notRestored).toBe(false);
    expect(accept({}).track.notRestored).toBe(false);
  });
});

test("no blocks are scored to none, and leave the track as it is", () => {
  const { track } = accept({});
  expect(scoreAll(track, [], { name: "radar", track, settings })).toEqual({ track, scored: [] });
});

interface Given {
  readonly name?: TrackName;
  readonly blocks?: readonly Block[];
  readonly baseline?: number;
  readonly established?: boolean;
  readonly track?: SensorTrack;
}

function accept({ name = "radar", blocks = still.slice(0, 20), established = false, ...given }: Given) {
  const { baseline = blocks.length, track = initialTrack(name, null) } = given;
  const learner = { name, track, settings };
  const calibrated = calibrate(learner, blocks.slice(0, baseline));
  return acceptBaseline(learner, { calibrated, blocks, baseline, established });
}

/** One block a minute with a noise of 0.05 on every value. */
function blocksOf(count: number, placeAt: (at: number) => number, width = 1): readonly Block[] {
  return Array.from({ length: count }, (_, at) => ({
    seq: at + 1,
    atUs: 60_000_000 * at,
    weight: 1,
    values: Array.from({ length: width }, (_, axis) =>
      Math.fround(placeAt(at) + 0.05 * testNoise(31, axis, at)),
    ),
  }));
}
