import { describe, expect, test } from "vitest";
import { baselineStanding, calibrationOf, referenceMoves } from "./baseline-standing.ts";
import { initialState } from "../model/initial-state.ts";
import { defaultSettings as settings } from "../settings/settings.ts";
import type { VehicleState } from "../model/state.ts";
import { replayEntries } from "../replay.ts";
import { journalOf } from "../vehicle-journal.ts";

const after = (frames: number) =>
  replayEntries(journalOf({ frames, seed: 9, sensors: ["radar"] }), settings).state;
const broken = replayEntries(
  journalOf({
    frames: 45,
    seed: 9,
    sensors: ["radar"],
    displacement: (frame) => (frame >= 30 ? { radarM: 0.6 } : {}),
  }),
  settings,
).state;

test("a vehicle that was never heard needs its first twenty frames", () => {
  expect(baselineStanding(initialState(), settings)).toEqual({
    state: "learning",
    frames: 0,
    needed: 20,
    coversHours: null,
  });
});

test("it is learning, provisional from the 20th frame and established from the 50th", () => {
  expect(baselineStanding(after(19), settings)).toMatchObject({ state: "learning", frames: 19 });
  expect(baselineStanding(after(20), settings).state).toBe("provisional");
  expect(baselineStanding(after(49), settings).state).toBe("provisional");
  expect(baselineStanding(after(50), settings).state).toBe("established");
});

test("its baseline covers the hours it was heard in, of the sensor heard in the fewest", () => {
  expect(baselineStanding(after(60), settings).coversHours).toBe(1);
  expect(baselineStanding(after(61), settings).coversHours).toBe(2);
  const both = replayEntries(
    journalOf({ frames: 200, seed: 9 }).map((entry, frame) =>
      entry.kind === "frame" && frame >= 120
        ? { ...entry, reading: { timestampUs: entry.reading.timestampUs, radarRangeBiasM: 0.02 } }
        : entry,
    ),
    settings,
  ).state;
  expect(baselineStanding(both, settings).coversHours).toBe(2);
});

test("the vehicle is as far as its furthest sensor, not as the one with the most frames", () => {
  const state = initialState();
  const { camera, radar, lidar } = state.tracks;
  const tracks = {
    ...state.tracks,
    camera: { ...camera, frames: 30, level: 2 },
    radar: { ...radar, frames: 12 },
    lidar: { ...lidar, frames: 3 },
  };
  // 30 of 80, 12 of 20, 3 of 20.
  expect(baselineStanding({ ...state, tracks }, settings)).toEqual({
    state: "learning",
    frames: 12,
    needed: 20,
    coversHours: null,
  });
});

test("of sensors that are equally far the first stands for the vehicle", () => {
  const state = initialState();
  const { camera, radar } = state.tracks;
  const tracks = {
    ...state.tracks,
    camera: { ...camera, frames: 20, level: 1 },
    radar: { ...radar, frames: 10 },
  };
  expect(baselineStanding({ ...state, tracks }, settings)).toMatchObject({ frames: 20, needed: 40 });
});

test("a lidar's confidence alone is no baseline", () => {
  const { state } = replayEntries(journalOf({ frames: 60, seed: 9, sensors: ["confidence"] }), settings);
  expect(baselineStanding(state, settings)).toEqual({
    state: "learning",
    frames: 0,
    needed: 20,
    coversHours: null,
  });
});

test("it is frozen by command and by an open breach, but not before there is one", () => {
  expect(baselineStanding({ ...after(50), frozen: true }, settings).state).toBe("frozen");
  expect(broken.breach).not.toBeNull();
  expect(baselineStanding(broken, settings).state).toBe("frozen");
  expect(baselineStanding({ ...after(10), frozen: true }, settings).state).toBe("learning");
});

describe("a reference moves", () => {
  const usual = initialState();
  const alarmed: VehicleState = { ...usual, confidenceAlarm: { changeSeq: 1, calmBlocks: 0 } };

  test("unless it was frozen by command", () => {
    expect(referenceMoves(usual, "camera")).toBe(true);
    for (const name of ["camera", "confidence"] as const) {
      expect(referenceMoves({ ...usual, frozen: true }, name)).toBe(false);
    }
  });

  test("unless a breach is open; the confidence has an alarm of its own", () => {
    expect([referenceMoves(broken, "lidar"), referenceMoves(broken, "confidence")]).toEqual([false, true]);
    expect([referenceMoves(alarmed, "lidar"), referenceMoves(alarmed, "confidence")]).toEqual([true, false]);
  });
});

test("only a sensor that has a baseline is asked for it", () => {
  const { radar } = after(20).tracks;
  expect(calibrationOf(radar)).toBe(radar.calibration);
  expect(() => calibrationOf(initialState().tracks.radar)).toThrow("without a baseline");
});
