import { describe, expect, test } from "vitest";
import { describeState } from "../verdict/describe-state.ts";
import { fold } from "../fold.ts";
import { replayEntries } from "../replay.ts";
import type { DriftCourse, DriftTrend } from "../model/score.ts";
import { defaultSettings } from "../settings/settings.ts";
import { journalOf, testStartUs } from "../vehicle-journal.ts";
import type { TestVehicle } from "../vehicle-journal.ts";
import { FrameTester } from "../frame/frame-tester.ts";
import { initialState } from "../model/initial-state.ts";
import { packState, unpackState } from "../model/codec/state-codec.ts";

const tester = new FrameTester();

const onset = 200;
const minutesADay = 1440;

test("a sudden change is dated: its first frame lies within the intervals as often as they say", () => {
  const runs = 20;
  let [opened, within50, within90] = [0, 0, 0];
  for (let seed = 0; seed < runs; seed += 1) {
    const course = courseOf({ frames: 240, seed, displacement: after(() => ({ radarM: 0.15 })) });
    if (course === null) continue;
    opened += 1;
    const holds = ({ fromSeq, toSeq }: { fromSeq: number; toSeq: number }) =>
      fromSeq <= onset + 1 && onset + 1 <= toSeq;
    if (holds(course.likely)) within50 += 1;
    if (holds(course.widely)) within90 += 1;
    expect(course.widely.fromSeq).toBeLessThanOrEqual(course.likely.fromSeq);
    expect(course.widely.toSeq).toBeGreaterThanOrEqual(course.likely.toSeq);
    expect(course.widely.toSeq - course.widely.fromSeq).toBeLessThan(30);
  }
  expect(opened).toBe(runs);
  // Four standard errors of the binomial below 50 % and 90 %.
  expect(within50 / opened).toBeGreaterThanOrEqual(0.1);
  expect(within90 / opened).toBeGreaterThanOrEqual(0.66);
});

test("a step is called one, has no trend and no date", () => {
  const course = courseOf({ frames: 300, seed: 3, displacement: after(() => ({ radarM: 0.3 })) })!;
  expect(course.trend).toMatchObject({
    sensor: "radar",
    shape: "step",
    daysToCritical: null,
    undated: "no_trend",
  });
  expect(Math.abs(course.trend!.beganUs - minute(onset))).toBeLessThan(15 * 60e6);
});

const growing = [
  { sensor: "radar", rate: 0.0015, limit: 0.5, moved: (drift: number) => ({ radarM: drift }) },
  { sensor: "radar", rate: -0.0015, limit: -0.5, moved: (drift: number) => ({ radarM: drift }) },
  {
    sensor: "camera",
    rate: 0.0015,
    limit: 0.5,
    moved: (drift: number) => ({ cameraDeg: [0, drift, 0] as const }),
  },
  { sensor: "lidar", rate: 0.001, limit: 0.3, moved: (drift: number) => ({ lidarM: drift }) },
] as const;

test("a growing drift is distinguished from a step, dated from its start, and its limit ahead as often as stated", () => {
  let [ramps, dated, covered] = [0, 0, 0];
  const runs = 10;
  for (const { sensor, rate, limit, moved } of growing) {
    const frames = onset + Math.round((0.65 * limit) / rate);
    const days = (onset + limit / rate - (frames - 1)) / minutesADay;
    for (let seed = 0; seed < runs; seed += 1) {
      const displacement = after((frame) => moved(rate * frame));
      const { trend } = courseOf({ frames, seed, displacement })!;
      expect(trend).toMatchObject({ sensor, shape: "ramp", undated: null });
      ramps += 1;
      expect(trend!.ratePerDay! / (rate * minutesADay)).toBeGreaterThan(0.7);
      expect(trend!.ratePerDay! / (rate * minutesADay)).toBeLessThan(1.4);
      if (Math.abs(trend!.beganUs - minute(onset)) < 40 * 60e6) dated += 1;
      const [low, high] = trend!.daysInterval!;
      if (low <= days && days <= high) covered += 1;
    }
  }
  expect(ramps).toBe(growing.length * runs);
  expect(dated / ramps).toBeGreaterThan(0.9);
  // 80 % less four standard errors of the binomial.
  expect(covered / ramps).toBeGreaterThan(0.55);
});

test("beyond the critical limit the time to it is none", () => {
  const course = courseOf({ frames: 300, seed: 4, displacement: after(() => ({ radarM: 0.8 })) })!;
  expect(course.trend).toMatchObject({ daysToCritical: 0, daysInterval: null, undated: "already_beyond" });
});

describe("where no rate can be stated", () => {
  const minuteUs = 60e6;
  const [second, hour, day] = [1e6, 3600e6, 86_400e6];
  const times = (frames: number, stepUs: number, fromUs = 0) =>
    Array.from({ length: frames }, (_, frame) => fromUs + frame * stepUs);

  test.each([
    ["a step within microseconds", [...times(200, minuteUs), ...times(60, 3, 200 * minuteUs)], 0.3],
    ["a step when all of life is microseconds", times(260, 3), 0.3],
    ["a ramp at 1 Hz", times(400, second), null],
    ["a ramp at 20 Hz", times(400, second / 20), null],
  ])("%s was seen for too short", (_, atUs, step) => {
    const trends = trendsOf(atUs, (frame) => (frame < 200 ? 0 : (step ?? 0.002 * (frame - 200))));
    expect(trends.length).toBeGreaterThan(0);
    for (const trend of trends) {
      expect(trend).toMatchObject({ ratePerDay: null, ratePerDaySd: null, daysInterval: null });
      expect(["span_too_short", "already_beyond"]).toContain(trend.undated);
    }
  });

  test.each([
    ["three hours", 3 * hour],
    ["a day", day],
    ["thirty days", 30 * day],
    ["six months", 182 * day],
  ])("a step somewhere in a pause of %s is no ramp, and began when it was first seen", (_, pauseUs) => {
    for (const last of [199, 200, 203, 206]) {
      const atUs = [...times(last, minuteUs), ...times(150, minuteUs, last * minuteUs + pauseUs)];
      const trends = trendsOf(atUs, (frame) => (frame < last ? 0 : 0.25));
      expect(trends.length).toBeGreaterThan(0);
      for (const trend of trends) {
        expect(trend).toMatchObject({ shape: "step", ratePerDay: null, undated: "gap_in_data" });
        expect(trend.beganUs).toBeGreaterThan(testStartUs + last * minuteUs + 0.9 * pauseUs);
      }
    }
  });

  test("a limit more than ten times as far ahead as the drift was seen has no date yet, and then has one", () => {
    // 0.15 m at once would be a step; 0.12 m a day takes four days to the limit. Before its third day a vehicle might wander so.
    const trends = trendsOf(times(5400, minuteUs), (frame) => 0.12 * Math.max(0, (frame - 3200) / 1440));
    const dated = trends.filter(({ undated }) => undated === null);
    expect(dated.length).toBeGreaterThan(0);
    for (const { daysToCritical, beganUs } of dated) {
      expect(daysToCritical!).toBeLessThanOrEqual((10 * (testStartUs + 5400 * minuteUs - beganUs)) / day);
    }
  });

  test.each([
    ["hour", hour, 0.0006],
    ["ten minutes", 10 * minuteUs, 0.0008],
    ["minute", minuteUs, 0.001],
  ])("a frame every %s leaves a true ramp its rate and its date", (_, stepUs, rate) => {
    const trends = trendsOf(times(560, stepUs), (frame) => rate * Math.max(0, frame - 200));
    const last = trends.at(-1)!;
    expect(last).toMatchObject({ shape: "ramp", undated: null });
    expect(last.ratePerDay! / ((rate * day) / stepUs)).toBeGreaterThan(0.8);
    expect(last.ratePerDay! / ((rate * day) / stepUs)).toBeLessThan(1.25);
  });

  test("an hour's drive a day leaves a ramp of weeks its rate", () => {
    const atUs = Array.from({ length: 20 }, (_, date) => times(60, minuteUs, date * day)).flat();
    const trends = trendsOf(atUs, (frame) => 0.03 * Math.max(0, atUs[frame]! / day - 5));
    expect(trends.at(-1)).toMatchObject({ shape: "ramp", undated: null });
    expect(trends.at(-1)!.ratePerDay).toBeCloseTo(0.03, 2);
  });

  /** What was reported of a radar's drift while its breach was open, frame by frame. */
  function trendsOf(atUs: readonly number[], radarM: (frame: number) => number): readonly DriftTrend[] {
    const journal = journalOf({
      frames: atUs.length,
      seed: 11,
      sensors: ["radar", "lidar"],
      displacement: (frame) => ({ radarM: radarM(frame) }),
    });
    let state = initialState();
    return journal.flatMap((entry, frame) => {
      if (entry.kind !== "frame") return [];
      const reading = { ...entry.reading, timestampUs: testStartUs + Math.round(atUs[frame]!) };
      const folded = fold(state, { kind: "frame", reading }, defaultSettings, tester);
      state = folded.state;
      const trend = folded.score?.course?.trend ?? null;
      return trend === null ? [] : [trend];
    });
  }
});

test("the course stays small however long the breach is open, and survives packing", () => {
  const { state } = replayEntries(
    journalOf({ frames: 1500, seed: 6, displacement: after(() => ({ radarM: 0.3 })) }),
    defaultSettings,
  );
  expect(state.breach!.course.rows.radar.length).toBeLessThanOrEqual(32);
  expect(state.breach!.course.rows.camera.length).toBeLessThanOrEqual(32);
  expect(unpackState(packState(state))).toEqual({ ...state, standing: null, known: null });
});

function courseOf(vehicle: TestVehicle): DriftCourse | null {
  const { state } = replayEntries(journalOf(vehicle), defaultSettings);
  return describeState(state, defaultSettings).breach?.course ?? null;
}

function after(displacement: (frame: number) => ReturnType<NonNullable<TestVehicle["displacement"]>>) {
  return (frame: number) => (frame >= onset ? displacement(frame - onset) : {});
}

function minute(frame: number): number {
  return testStartUs + frame * 60e6;
}
