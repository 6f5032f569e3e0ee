import { describe, expect, test } from "vitest";
import { foldFrame } from "./fold-frame.ts";
import { FrameTester } from "./frame/frame-tester.ts";
import { copyState } from "./model/copy-state.ts";
import { initialState } from "./model/initial-state.ts";
import type { SensorReading } from "./model/journal-entry.ts";
import { defaultSettings as settings } from "./settings/settings.ts";
import type { Folded, VehicleState } from "./model/state.ts";
import { replayEntries } from "./replay.ts";
import { journalOf, testStartUs } from "./vehicle-journal.ts";

const tester = new FrameTester();
/** On a copy: a fold of a frame writes over the lists of the state it is given. */
const step = (state: VehicleState, reading: SensorReading): Folded =>
  foldFrame(copyState(state), reading, { settings, tester });

const heard = replayEntries(journalOf({ frames: 60, seed: 5 }), settings).state;
const newestUs = heard.newestUs!;
const reading = { timestampUs: newestUs + 60e6, radarRangeBiasM: 0.05, lidarRegistrationErrorM: 0.03 };

test("a vehicle's first frame is counted, and nothing is known of it yet", () => {
  const { state, score, events } = step(initialState(), { ...reading, timestampUs: testStartUs });
  expect(state).toMatchObject({ entries: 1, frames: 1, newestUs: testStartUs });
  expect(score).toMatchObject({ seq: 1, tier: "UNKNOWN", mahalDistance: null, cusumStatistic: null });
  expect(events).toEqual([]);
});

test("a frame without any sensor is counted all the same, and moves no sensor's frames", () => {
  const own = copyState(heard);
  const { state, score } = foldFrame(own, { timestampUs: reading.timestampUs }, { settings, tester });
  expect(state.frames).toBe(heard.frames + 1);
  expect(state.tracks.radar.frames).toBe(heard.tracks.radar.frames);
  expect(state.evidence).toBe(own.evidence);
  expect(score).toMatchObject({ channels: [], mahalDistance: null, tier: heard.tier.tier });
});

describe("a late frame", () => {
  const { lateUs } = settings.frame;

  test("begins just beyond ten minutes behind the newest", () => {
    const isLate = (timestampUs: number) => step(heard, { ...reading, timestampUs }).score!.late;
    expect(isLate(newestUs - lateUs)).toBe(false);
    expect(isLate(newestUs - lateUs - 1)).toBe(true);
    expect(lateUs).toBe(10 * 60e6);
  });

  test("moves the number of entries, and nothing else but what follows from the rest", () => {
    const { state, events } = step(heard, { ...reading, timestampUs: newestUs - lateUs - 1 });
    expect({ ...state, standing: null, known: null }).toEqual({
      ...heard,
      entries: heard.entries + 1,
      standing: null,
      known: null,
    });
    expect(events).toEqual([]);
  });

  test("is held against the baseline like any other: one far from it is an outlier", () => {
    const late = { ...reading, timestampUs: newestUs - lateUs - 1 };
    expect(step(heard, { ...late, radarRangeBiasM: 5 }).score).toMatchObject({ late: true, outlier: true });
    expect(step(heard, late).score).toMatchObject({ late: true, outlier: false });
  });
});

test("a frame a little behind the newest counts, and leaves the newest time where it was", () => {
  const { state } = step(heard, { ...reading, timestampUs: newestUs - 1 });
  expect(state).toMatchObject({ frames: heard.frames + 1, newestUs });
});

test("a clock an hour ahead from the first frame on changes times, and nothing that was found", () => {
  const moved = {
    frames: 85,
    seed: 9,
    sensors: ["radar", "lidar"] as const,
    displacement: (at: number) => (at >= 60 ? { radarM: 0.5 } : {}),
  };
  const there = replayEntries(journalOf(moved), settings);
  const later = journalOf(moved).map((entry) =>
    entry.kind === "frame"
      ? { ...entry, reading: { ...entry.reading, timestampUs: entry.reading.timestampUs + 3600e6 } }
      : entry,
  );
  const then = replayEntries(later, settings);
  expect(then.lastScore).toEqual({ ...there.lastScore, course: then.lastScore!.course });
  expect(then.state.breach!.openedUs).toBe(there.state.breach!.openedUs + 3600e6);
  const trend = there.lastScore!.course!.trend!;
  expect(then.lastScore!.course!.trend).toMatchObject({
    shape: trend.shape,
    beganUs: trend.beganUs + 3600e6,
  });
});

test("a radar that reads too short is found as one that reads too far, on the other side", () => {
  const withBias = (sign: number) => {
    const faulty = journalOf({ frames: 85, seed: 9, sensors: ["radar"] }).map((entry, at) => {
      if (entry.kind !== "frame") return entry;
      const radarRangeBiasM = sign * (entry.reading.radarRangeBiasM! + (at >= 60 ? 0.5 : 0));
      return { ...entry, reading: { ...entry.reading, radarRangeBiasM } };
    });
    return replayEntries(faulty, settings);
  };
  const [far, short] = [withBias(1), withBias(-1)];
  expect(far.state.breach).toMatchObject({ channel: "radar", side: "upper" });
  expect(short.state.breach).toMatchObject({
    channel: "radar",
    side: "lower",
    openedSeq: far.state.breach!.openedSeq,
    changePointSeq: far.state.breach!.changePointSeq,
    statistic: expect.closeTo(far.state.breach!.statistic, 9),
  });
  expect(short.lastScore!.radarDriftMm).toBeCloseTo(-far.lastScore!.radarDriftMm, 9);
});
