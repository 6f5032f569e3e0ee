import { describe, expect, test } from "vitest";
import { effectiveSettings, settingsAtHand } from "./effective-settings.ts";
import { fold } from "../fold.ts";
import { copyState } from "../model/copy-state.ts";
import type { JournalEntry } from "../model/journal-entry.ts";
import { replayEntries } from "../replay.ts";
import { defaultSettings } from "./settings.ts";
import { journalOf } from "../vehicle-journal.ts";
import { packState, unpackState } from "../model/codec/state-codec.ts";
import type { StateBench } from "../model/state.ts";

const taught: JournalEntry = {
  kind: "prior",
  sensors: {
    camera: { sd: 0.03, degrees: 18, vehicles: 30 },
    radar: { sd: 0.02, degrees: 15, vehicles: 32 },
    lidar: null,
    confidence: null,
  },
  correlation: 0.05,
  atUs: 1_767_225_600_000_000,
};
const quiet = { frames: 60, seed: 3, noise: { cameraDeg: 0.03, radarM: 0.02 } } as const;
const withPriorSensors = journalOf({ ...quiet, sensors: ["camera", "radar"] });

describe("a vehicle that starts from its fleet's prior", () => {
  test("comes to the very state it would come to under settings with that prior", () => {
    const prior = { ...defaultSettings.prior, cameraDeg: 0.03, radarM: 0.02, degrees: 15, correlation: 0.05 };
    const bySettings = replayEntries(withPriorSensors, { ...defaultSettings, prior });
    const byJournal = replayEntries([taught, ...withPriorSensors], defaultSettings);
    expect(byJournal.frames).toBe(60);
    expect(byJournal.state.tracks.radar.calibration).toEqual(bySettings.state.tracks.radar.calibration);
    expect(byJournal.lastScore).toEqual({ ...bySettings.lastScore, seq: 61 });
  });

  test("packs to bytes that unpack to the same state", () => {
    const { state } = replayEntries([taught, ...withPriorSensors], defaultSettings);
    expect(unpackState(packState(state))).toEqual({ ...state, standing: null, known: null });
    expect(state.prior).toMatchObject({ correlation: 0.05, sensors: { lidar: null } });
  });

  test("gives all of it the weight of the settings once it is heard by a sensor its fleet could not teach", () => {
    const { state } = replayEntries([taught, ...journalOf(quiet)], defaultSettings);
    const { prior } = effectiveSettings(state, defaultSettings);
    expect(prior).toMatchObject({ radarM: 0.02, lidarLog: 0.35, degrees: defaultSettings.prior.degrees });
  });

  test("keeps its own noise, not its fleet's, after a repair", () => {
    const { state } = replayEntries([taught, ...withPriorSensors], defaultSettings);
    const learn: JournalEntry = { kind: "baseline", action: "learn", atUs: 1_767_226_000_000_000 };
    const after = fold(state, learn, defaultSettings).state;
    const { calibration } = state.tracks.radar;
    expect(after.tracks.radar.inherited).toMatchObject({
      scale: calibration!.scale,
      degrees: Math.min(50, 15 + calibration!.blocks),
    });
    expect(after.prior).toEqual(state.prior);
  });
});

describe("the settings a fold keeps at hand", () => {
  const state = replayEntries([taught], defaultSettings).state;

  test("are the very same from frame to frame, so that what was computed by them stays known", () => {
    const bench = copyState(state);
    const first = settingsAtHand(bench, defaultSettings);
    expect(first).toEqual(effectiveSettings(state, defaultSettings));
    expect(settingsAtHand(bench, defaultSettings)).toBe(first);
  });

  test.each<[string, (bench: StateBench) => void]>([
    ["a block's length", (bench) => (bench.tracks.radar = { ...bench.tracks.radar, level: 1 })],
    ["a sensor that is heard", (bench) => (bench.tracks.lidar = { ...bench.tracks.lidar, frames: 1 })],
    ["another prior", (bench) => (bench.prior = { ...bench.prior!, correlation: 0.3 })],
  ])("are others after %s", (_, change) => {
    const bench = copyState(state) as StateBench;
    const before = settingsAtHand(bench, defaultSettings);
    change(bench);
    const after = settingsAtHand(bench, defaultSettings);
    expect(after).not.toBe(before);
    expect(after).toEqual(effectiveSettings(bench, defaultSettings));
  });

  test("are others by other settings, and the given ones where no fleet taught anything", () => {
    const bench = copyState(state) as StateBench;
    const other = { ...defaultSettings };
    expect(settingsAtHand(bench, other)).not.toBe(settingsAtHand(bench, defaultSettings));
    const alone = copyState(replayEntries([], defaultSettings).state);
    expect(settingsAtHand(alone, defaultSettings)).toBe(defaultSettings);
    expect(alone.known).toBeNull();
  });
});
