import { describe, expect, test } from "vitest";
import { defaultSettings } from "../model/settings.ts";
import { replayEntries } from "../replay.ts";
import { journalOf } from "../vehicle-journal.ts";
import { followCourse } from "./breach-course.ts";
import type { Advance } from "../baseline/advance-tracks.ts";
import { initialState } from "../model/initial-state.ts";
import type { BreachCourse } from "../model/state.ts";

const courseOf = (frames: number) =>
  replayEntries(
    journalOf({
      frames,
      seed: 5,
      sensors: ["radar"],
      displacement: (frame) => (frame >= 150 ? { radarM: 0.3 } : {}),
    }),
    defaultSettings,
  ).state.breach?.course;

test("the course opens with what was heard before: near the reference first, then where the radar went", () => {
  const rows = courseOf(170)?.rows.radar ?? [];
  const times = rows.map(({ timeUs }) => timeUs);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(Math.abs(rows[0]?.shifts[0] ?? 1)).toBeLessThan(0.15);
  expect(rows.at(-1)?.shifts[0]).toBeGreaterThan(0.15);
});

test("it grows by a row a block until there are 32, and no block is lost when two become one", () => {
  const [early, late] = [courseOf(170), courseOf(250)];
  expect(late?.rows.radar).toHaveLength(32);
  const blocksOf = (course: typeof early) =>
    course?.rows.radar.reduce((sum, { blocks }) => sum + blocks, 0) ?? 0;
  expect(blocksOf(late)).toBe(blocksOf(early) + 80);
  expect(late?.likely).toEqual(early?.likely);
});

describe("a course that is followed", () => {
  const interval = { fromSeq: 1, toSeq: 1 };
  const none: BreachCourse = {
    likely: interval,
    widely: interval,
    rows: { camera: [], radar: [], lidar: [] },
  };
  const { tracks } = initialState();
  const radar = { ...tracks.radar, centre: [0.25] };
  const advance = (values: readonly number[] | null, weight = 1): Advance => {
    const block = { seq: 1, weight, placed: values ?? [], standardised: [0], whitened: [0] };
    return {
      tracks: { ...tracks, radar },
      stepped: true,
      scored: values === null ? new Map() : new Map([["radar", block]]),
      calibrated: new Map(),
      withdrawn: new Set(),
    };
  };
  const follow = (times: readonly number[]) =>
    times.reduce((course, timeUs) => followCourse(course, advance([timeUs]), timeUs), none).rows.radar;

  test("takes a block for a row: its time, its weight and its shift from the reference", () => {
    const { rows } = followCourse(none, advance([1], 0.5), 7);
    expect(rows).toEqual({ camera: [], radar: [{ timeUs: 7, blocks: 0.5, shifts: [0.75] }], lidar: [] });
  });

  test("is the very same after a frame that completed no block", () => {
    expect(followCourse(none, advance(null), 7)).toBe(none);
  });

  test("keeps thirty-two rows as they are, and joins the two lightest for the thirty-third", () => {
    const minutes = Array.from({ length: 33 }, (_, at) => at);
    expect(follow(minutes.slice(0, 32)).every(({ blocks }) => blocks === 1)).toBe(true);
    const [joined, ...others] = follow(minutes);
    // The mean of minute 0 and minute 1, which is kept as a whole number.
    expect(joined).toEqual({ timeUs: 1, blocks: 2, shifts: [0.25] });
    expect(others.map(({ timeUs }) => timeUs)).toEqual(minutes.slice(2));
  });

  test("joins what lies just under a quarter of all its time apart, and never what lies as far as that", () => {
    const after = (gap: number) => [
      0,
      ...Array.from({ length: 32 }, (_, at) => gap + ((400 - gap) * at) / 31),
    ];
    expect(follow(after(99))[0]).toEqual({ timeUs: 50, blocks: 2, shifts: [49.25] });
    expect(follow(after(100))[0]).toEqual({ timeUs: 0, blocks: 1, shifts: [-0.25] });
  });

  test("of blocks that all came at once joins the lightest, too", () => {
    const blocks = follow(Array.from({ length: 34 }, () => 5)).map((row) => row.blocks);
    expect(blocks).toEqual([2, 2, ...Array.from({ length: 30 }, () => 1)]);
  });

  test("keeps the mean shift of all its blocks, whatever was joined", () => {
    const times = Array.from({ length: 200 }, (_, at) => at);
    const rows = follow(times);
    expect(rows).toHaveLength(32);
    const total = rows.reduce((sum, { blocks, shifts }) => sum + blocks * shifts[0]!, 0);
    expect(rows.reduce((sum, { blocks }) => sum + blocks, 0)).toBe(200);
    expect(total / 200).toBeCloseTo((0 + 199) / 2 - 0.25, 4);
  });
});
