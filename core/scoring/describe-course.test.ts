import { expect, test } from "vitest";
import { describeState } from "./describe-state.ts";
import { replayEntries } from "./replay.ts";
import type { DriftCourse } from "./score.ts";
import { defaultSettings } from "./settings.ts";
import { packState, unpackState } from "./state.ts";
import { journalOf, testStartUs } from "./vehicle-journal.ts";
import type { TestVehicle } from "./vehicle-journal.ts";

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

test("a growing drift is told from a step, dated from its start, and its limit ahead as often as stated", () => {
  let [told, dated, covered] = [0, 0, 0];
  const runs = 10;
  for (const { sensor, rate, limit, moved } of growing) {
    const frames = onset + Math.round((0.65 * limit) / rate);
    const days = (onset + limit / rate - (frames - 1)) / minutesADay;
    for (let seed = 0; seed < runs; seed += 1) {
      const displacement = after((frame) => moved(rate * frame));
      const { trend } = courseOf({ frames, seed, displacement })!;
      expect(trend).toMatchObject({ sensor, shape: "ramp", undated: null });
      told += 1;
      expect(trend!.ratePerDay / (rate * minutesADay)).toBeGreaterThan(0.7);
      expect(trend!.ratePerDay / (rate * minutesADay)).toBeLessThan(1.4);
      if (Math.abs(trend!.beganUs - minute(onset)) < 40 * 60e6) dated += 1;
      const [low, high] = trend!.daysInterval!;
      if (low <= days && days <= high) covered += 1;
    }
  }
  expect(told).toBe(growing.length * runs);
  expect(dated / told).toBeGreaterThan(0.9);
  // 80 % less four standard errors of the binomial.
  expect(covered / told).toBeGreaterThan(0.55);
});

test("beyond the critical limit the time to it is none", () => {
  const course = courseOf({ frames: 300, seed: 4, displacement: after(() => ({ radarM: 0.8 })) })!;
  expect(course.trend).toMatchObject({ daysToCritical: 0, daysInterval: null, undated: "already_beyond" });
});

test("the course stays small however long the breach is open, and survives packing", () => {
  const { state } = replayEntries(
    journalOf({ frames: 1500, seed: 6, displacement: after(() => ({ radarM: 0.3 })) }),
    defaultSettings,
  );
  expect(8 * state.breach!.course.rows.radar.length).toBeLessThanOrEqual(32 * 3 * 8);
  expect(8 * state.breach!.course.rows.camera.length).toBeLessThanOrEqual(32 * 5 * 8);
  expect(unpackState(packState(state))).toEqual(state);
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
