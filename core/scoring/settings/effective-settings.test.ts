import { describe, expect, test } from "vitest";
import { effectiveSettings } from "./effective-settings.ts";
import { fold } from "../fold.ts";
import type { JournalEntry } from "../model/journal-entry.ts";
import { replayEntries } from "../replay.ts";
import { defaultSettings } from "./settings.ts";
import { journalOf } from "../vehicle-journal.ts";
import { packState, unpackState } from "../model/codec/state-codec.ts";

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
