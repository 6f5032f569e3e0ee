import { expect, test } from "vitest";
import { initialState } from "../model/initial-state.ts";
import { defaultSettings } from "../model/settings.ts";
import { replayEntries } from "../replay.ts";
import { journalOf } from "../vehicle-journal.ts";
import { baselineStanding, referenceMoves } from "./baseline-standing.ts";

test.each([
  [0, "learning"],
  [19, "learning"],
  [20, "provisional"],
  [50, "established"],
])("after %i frames of a quiet radar the baseline is %s", (frames, state) => {
  const vehicle = replayEntries(journalOf({ frames, seed: 1, sensors: ["radar"] }), defaultSettings).state;
  expect(baselineStanding(vehicle, defaultSettings)).toEqual({ state, frames, needed: 20 });
});

test("a frozen baseline is frozen once there is one, and its reference holds still", () => {
  const vehicle = replayEntries(journalOf({ frames: 60, seed: 1 }), defaultSettings).state;
  expect(baselineStanding({ ...vehicle, frozen: true }, defaultSettings).state).toBe("frozen");
  expect(referenceMoves(vehicle, "radar")).toBe(true);
  expect(referenceMoves({ ...vehicle, frozen: true }, "radar")).toBe(false);
  expect(baselineStanding({ ...initialState(), frozen: true }, defaultSettings).state).toBe("learning");
});

test("an alarm of the lidar's confidence holds its own reference and no other", () => {
  const alarmed = { ...initialState(), confidenceAlarm: { changeSeq: 1, calmBlocks: 0 } };
  expect(referenceMoves(alarmed, "confidence")).toBe(false);
  expect(referenceMoves(alarmed, "lidar")).toBe(true);
});
