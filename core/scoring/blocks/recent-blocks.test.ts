import { describe, expect, test } from "vitest";
import { recentCount, recentMeans, recentValues, rememberRecent } from "./recent-blocks.ts";
import type { ScoredBlock } from "./score-block.ts";
import { defaultSettings } from "../settings/settings.ts";
import type { SensorTrack } from "../model/state.ts";
import { huberMean } from "../numeric/robust.ts";
import { replayEntries } from "../replay.ts";
import { journalOf } from "../vehicle-journal.ts";
import { initialTrack } from "../model/initial-state.ts";
import { RecentBlocks } from "../model/recent-blocks.ts";
import { recentBlocksOf } from "./recent-blocks-for-tests.ts";

const journal = journalOf({ frames: 22, seed: 3, sensors: ["radar"] });
const { radar } = replayEntries(journal, defaultSettings).state.tracks;
const scale = radar.calibration!.scale[0]!;
const reference: SensorTrack = { ...radar, recent: RecentBlocks.none(), centre: [1], centreWeight: 4 };

describe("the newest blocks", () => {
  test("are kept until there are too many, then the oldest leaves", () => {
    expect(seqsOf(remembered([1, 2, 3, 4, 5], { keep: 3 }))).toEqual([3, 4, 5]);
    expect(seqsOf(remembered([1, 2], { keep: 3 }))).toEqual([1, 2]);
  });
});

describe("the reference mean", () => {
  test("is moved by nothing that still counts as news", () => {
    expect(remembered([9, 9, 9], { keep: 3 })).toMatchObject({ centre: [1], centreWeight: 4 });
  });

  test("takes in the block that leaves, by its weight", () => {
    const near = 1 + scale;
    const moved = { ...reference, centre: [1], recent: recentBlocksOf([blockAt(1, near, 0.5)]) };
    rememberRecent(moved, blockAt(2, 7), { keep: 1, referenceMoves: true });
    expect(moved.centreWeight).toBe(4.5);
    expect(moved.centre[0]).toBeCloseTo((4 * 1 + 0.5 * near) / 4.5, 14);
  });

  test("is pulled by an outlier no harder than by 2.5 σ, to either side", () => {
    for (const sign of [1, -1]) {
      const moved = remembered([1 + sign * 1000 * scale, 1], { keep: 1 });
      expect(moved.centre[0]).toBeCloseTo(1 + (sign * 2.5 * scale) / 5, 14);
    }
  });

  test("stays where it is while it must not move", () => {
    const kept = remembered([1.01, 1.02, 1.03], { keep: 1, referenceMoves: false });
    expect(kept).toMatchObject({ centre: [1], centreWeight: 4 });
    expect(seqsOf(kept)).toEqual([3]);
  });
});

describe("blocks since an entry", () => {
  const track = remembered([0.1, 0.4, 0.2, 9], { keep: 20 });

  test("are counted from the one that ended there", () => {
    expect([0, 1, 2, 4, 5].map((since) => recentCount(track, since))).toEqual([4, 4, 3, 1, 0]);
  });

  test("have their values oldest first", () => {
    expect(recentValues(track, 0, 2)).toEqual([0.4, 0.2, 9]);
    expect(recentValues(track, 0, 9)).toEqual([]);
  });

  test("have the Huber mean of their values, and none before there is a baseline", () => {
    expect(recentMeans(track, 2)).toEqual({ blocks: 3, values: [huberMean([0.4, 0.2, 9], scale)] });
    expect(recentMeans(initialTrack("radar", null), 0)).toEqual({ blocks: 0, values: [] });
  });
});

function remembered(
  values: readonly number[],
  { keep, referenceMoves = true }: { keep: number; referenceMoves?: boolean },
): SensorTrack {
  const track = { ...reference, centre: [1], recent: RecentBlocks.none() };
  values.forEach((value, at) => rememberRecent(track, blockAt(at + 1, value), { keep, referenceMoves }));
  return track;
}

function blockAt(seq: number, value: number, weight = 1): ScoredBlock {
  return { seq, atUs: 0, weight, placed: [value], standardised: [0], score: [0], whitened: null };
}

function seqsOf({ recent }: SensorTrack): readonly number[] {
  return [...recent].map(({ seq }) => seq);
}
