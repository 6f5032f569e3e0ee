import { describe, expect, test } from "vitest";
import { foldBaselineCommand } from "./fold-baseline-command.ts";
import { foldFrame } from "./fold-frame.ts";
import { FrameTester } from "./frame/frame-tester.ts";
import { copyState } from "./model/copy-state.ts";
import { initialState } from "./model/initial-state.ts";
import type { SensorReading } from "./model/journal-entry.ts";
import { defaultSettings as settings } from "./settings/settings.ts";
import type { Folded, VehicleState } from "./model/state.ts";
import { describeState } from "./verdict/describe-state.ts";
import { notesOnLate } from "./verdict/explain-verdict.ts";
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

  test("moves the number of entries and its sensors' clocks, and nothing else but what follows from the rest", () => {
    const atUs = newestUs - lateUs - 1;
    const { state, events } = step(heard, { ...reading, timestampUs: atUs });
    const late = (name: "radar" | "lidar") => ({
      ...heard.tracks[name],
      clock: { newestUs, apartUs: atUs, lateRun: 1, late: 1 },
    });
    expect({ ...state, standing: null, known: null }).toEqual({
      ...heard,
      entries: heard.entries + 1,
      tracks: { ...heard.tracks, radar: late("radar"), lidar: late("lidar") },
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

describe("each sensor has a clock of its own", () => {
  const minuteUs = 60e6;
  const radarAt = (at: number, radarRangeBiasM = 0.05 + 0.001 * (at % 7)) => ({
    timestampUs: newestUs + at * minuteUs,
    radarRangeBiasM,
  });
  const stepped = (readings: readonly SensorReading[], from = heard) => {
    let state = from;
    return readings.map((one) => {
      const folded = step(state, one);
      ({ state } = folded);
      return { ...folded, score: folded.score! };
    });
  };
  const lateOf = (steps: ReturnType<typeof stepped>) => steps.map(({ score }) => score.late);
  const counted = (count: number, of: (at: number) => SensorReading) =>
    Array.from({ length: count }, (_, at) => of(at));

  test("a sensor that is sent after another, of the same hours, is judged like any other, and no sensor is missed", () => {
    const ahead = stepped(counted(200, (at) => radarAt(1 + at))).at(-1)!.state;
    const behind = stepped(
      counted(100, (at) => ({
        timestampUs: newestUs + (1 + at) * minuteUs,
        lidarRegistrationErrorM: 0.03 + 0.001 * (at % 5),
      })),
      ahead,
    );
    expect(lateOf(behind)).not.toContain(true);
    const { tracks, newestUs: now } = behind.at(-1)!.state;
    expect(tracks.lidar.frames).toBe(heard.tracks.lidar.frames + 100);
    expect(tracks.radar.presence).toBe(ahead.tracks.radar.presence);
    expect(now).toBe(newestUs + 100 * minuteUs);
  });

  test("of a frame whose sensors stand apart only the late reading is left out, with a warning", () => {
    const ahead = stepped(counted(30, (at) => radarAt(1 + at))).at(-1)!.state;
    const [both] = stepped([{ ...radarAt(1), lidarRegistrationErrorM: 0.03 }], ahead);
    expect(both!.score).toMatchObject({ late: false });
    expect(both!.score.warnings).toContain("sensor_late");
    expect(both!.score.channels.map(({ channel }) => channel)).toEqual(["lidar"]);
    expect(both!.state.tracks.radar.clock).toMatchObject({ lateRun: 1, late: 1 });
  });

  test("one frame ahead of all others makes none late; two that agree are where time has gone on to", () => {
    const once = stepped([radarAt(540), radarAt(1), radarAt(2)]);
    expect(lateOf(once)).toEqual([false, false, false]);
    expect(once.at(-1)!.state.tracks.radar.clock.newestUs).toBe(newestUs + 2 * minuteUs);
    expect(lateOf(stepped([radarAt(540), radarAt(541), radarAt(1)]))).toEqual([false, false, true]);
  });

  test("frames hours apart are never late, and neither is one after the first, misdated frame of all", () => {
    expect(lateOf(stepped(counted(30, (at) => radarAt(600 * (at + 1)))))).not.toContain(true);
    const first = [radarAt(5e6), ...counted(30, radarAt)];
    expect(lateOf(stepped(first, initialState()))).not.toContain(true);
  });

  test("a clock that went back is followed after twenty frames; until then nobody says that all is in order", () => {
    const steps = stepped(counted(40, (at) => radarAt(at - 1024 * 7 * 1440)));
    expect(lateOf(steps)).toEqual([...Array(19).fill(true), ...Array(21).fill(false)]);
    expect(steps.map(({ score }) => score.tier)).toEqual([
      ...Array(9).fill("NOMINAL"),
      ...Array(10).fill("UNKNOWN"),
      ...Array(21).fill("NOMINAL"),
    ]);
    expect(steps[9]!.events).toEqual([
      { kind: "tier_changed", from: "NOMINAL", to: "UNKNOWN", reason: "sensor_late" },
    ]);
    expect(steps[9]!.score).toMatchObject({ reason: "sensor_late", recommendedAction: "inspect_sensor" });
    expect(describeState(steps[12]!.state, settings).sensors).toContainEqual(
      expect.objectContaining({ sensor: "radar", monitored: false }),
    );
    const [note] = notesOnLate(steps[12]!.state);
    expect(note!.text).toContain("13 of 73 frames of the radar came too late to be judged");
    expect(note!.text).toContain("1024 weeks");
    const learnt = foldBaselineCommand(
      steps.at(-1)!.state,
      { kind: "baseline", action: "learn", atUs: newestUs },
      settings,
    );
    expect(learnt.state.tracks.radar.clock).toEqual({ ...steps.at(-1)!.state.tracks.radar.clock, late: 0 });
  });

  test("what comes newest first stays late, however much there is", () => {
    expect(lateOf(stepped(counted(60, (at) => radarAt(-11 - at))))).not.toContain(false);
  });
});
