import { describe, expect, test } from "vitest";
import { Buckets } from "../model/buckets.ts";
import { defaultSettings } from "../settings/settings.ts";
import { replayEntries } from "../replay.ts";
import { journalOf } from "../vehicle-journal.ts";
import { followCourse, openCourse } from "./breach-course.ts";
import type { Advance } from "../baseline/advance-tracks.ts";
import { initialState } from "../model/initial-state.ts";
import type { BreachCourse, ChangeSums, SensorTrack } from "../model/state.ts";
import { calibrationWith } from "../baseline/calibration-for-tests.ts";
import { calibrationModel } from "../change/change-model.ts";
import { noChangeSums } from "../change/change-sums.ts";
import { changePointInterval } from "../change/change-point-interval.ts";
import { weighChange } from "../change/weigh-change.ts";
import { recentBlocksOf } from "../blocks/recent-blocks-for-tests.ts";

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
    const block = {
      seq: 1,
      atUs: 0,
      weight,
      placed: values ?? [],
      standardised: [0],
      score: [0],
      whitened: null,
    };
    return {
      tracks: { ...tracks, radar },
      stepped: true,
      scored: values === null ? new Map() : new Map([["radar", block]]),
      calibrated: new Map(),
      waves: new Map(),
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

describe("a course that opens", () => {
  const minute = 60e6;
  const marks = [1, 9, 17, 25, 33, 40].flatMap((seq) => [seq, seq * minute]);
  const newest = { seq: 40, timeUs: 40 * minute };
  const calibration = calibrationWith({
    location: [0.02],
    correlation: [0.5],
    periodUs: minute,
    clipUnit: [1.5],
  });
  const { tracks } = initialState();
  const radar: SensorTrack = {
    ...tracks.radar,
    calibration,
    centre: [0.01],
    centreWeight: 50,
    recent: recentBlocksOf([{ seq: 37, weight: 1, placed: [0.51] }]),
  };
  /** Buckets of the radar alone, of four blocks with a mean score each. */
  const sumsOf = (buckets: readonly (readonly [seq: number, score: number])[]): ChangeSums => ({
    ...noChangeSums(5),
    past: [0, 0, 0, 0, 0, 0, 0, 0, 0, 40, 0, 40, 0, 0, 0],
    buckets: Buckets.of(
      buckets.map(([seq, score]) => ({
        size: 4,
        seq,
        sums: [0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4 * score, 4 * score * score, 0, 0, 0],
      })),
      5,
    ),
  });
  const open = (sums: ChangeSums, known: Partial<Parameters<typeof openCourse>[0]> = {}) => {
    const model = calibrationModel({ ...tracks, radar }, false, defaultSettings);
    const gathered = { sums, model, found: weighChange(sums, model) };
    const opening = { gathered, tracks: { ...tracks, radar }, marks, newest, ...known };
    return openCourse(opening, defaultSettings);
  };
  const buckets = sumsOf([
    [9, 0.2],
    [13, -0.1],
    [37, 3],
  ]);

  test("has a row for each bucket before the newest blocks, in the middle of its time", () => {
    const { rows } = open(buckets);
    expect(rows.radar.map(({ timeUs, blocks }) => ({ minute: timeUs / minute, blocks }))).toEqual([
      { minute: 10.5, blocks: 4 },
      { minute: 24.5, blocks: 4 },
      { minute: 37, blocks: 1 },
    ]);
    expect(rows.radar[2]!.shifts).toEqual([0.5]);
  });

  test("turns a bucket's score back into a shift by the mean slope of the clip", () => {
    // E[ψ′(Z/u)]/u over normal noise, by the derivative of the clip.
    const slope = averageOverNormal((z) => (clip((z + 1e-5) / 1.5) - clip((z - 1e-5) / 1.5)) / 2e-5);
    const [first, second] = open(buckets).rows.radar;
    const expected = (score: number) => 0.02 - 0.01 + (0.05 * score) / slope;
    expect(first!.shifts[0]).toBeCloseTo(expected(0.2), 6);
    expect(second!.shifts[0]).toBeCloseTo(expected(-0.1), 6);
  });

  test("has nothing of a sensor without a baseline, or that was not heard", () => {
    expect(open(buckets).rows).toMatchObject({ camera: [], lidar: [] });
    expect(open(buckets, { tracks }).rows.radar).toEqual([]);
  });

  test("leaves out a bucket with a pause in it, which has no one time", () => {
    const paused = [...marks.slice(0, 6), 20, 20 * minute, 21, 900 * minute];
    const { rows } = open(buckets, { marks: paused, newest: { seq: 40, timeUs: 919 * minute } });
    expect(rows.radar.map(({ blocks }) => blocks)).toEqual([4, 1]);
    expect(rows.radar[0]!.timeUs).toBe(10.5 * minute);
  });

  test("states between which entries the change began, as they were weighed then", () => {
    const model = calibrationModel({ ...tracks, radar }, false, defaultSettings);
    expect(open(buckets).likely).toEqual(changePointInterval({ sums: buckets, model }, 0.5, 40));
    expect(open(buckets).widely).toEqual(changePointInterval({ sums: buckets, model }, 0.9, 40));
  });

  /** Wallace's normal score of a Student t with three degrees of freedom. */
  function clip(value: number): number {
    return Math.sign(value) * Math.sqrt(3 * Math.log(1 + value ** 2 / 3)) * (25 / 27);
  }

  function averageOverNormal(of: (z: number) => number): number {
    let sum = 0;
    for (let z = -9; z <= 9; z += 0.01)
      sum += (0.01 * of(z) * Math.exp(-0.5 * z * z)) / Math.sqrt(2 * Math.PI);
    return sum;
  }
});
