import { expect, test } from "vitest";
import { initialState } from "../model/initial-state.ts";
import { defaultSettings } from "../model/settings.ts";
import { replayEntries } from "../replay.ts";
import { journalOf } from "../vehicle-journal.ts";
import { isUnmonitored, recommendAction } from "./recommend-action.ts";

const state = initialState();

test.each([
  ["NOMINAL", "in_control", "none"],
  ["NOMINAL", "significant_below_limit", "monitor"],
  ["NOMINAL", "noise_inflation", "inspect_sensor"],
  ["CAUTION", "cusum_breach", "monitor"],
  ["CAUTION", "caution_limit_exceeded", "schedule_calibration"],
  ["CAUTION", "lidar_confidence_low", "inspect_sensor"],
  ["CRITICAL", "sustained_evidence", "calibration_required"],
] as const)("%s for %s: %s", (tier, reason, action) => {
  const judged = { ...state, tier: { ...state.tier, tier, reason } };
  expect(recommendAction(judged, defaultSettings)).toBe(action);
});

test("a sensor with a baseline that falls silent is unmonitored, and asks for an inspection", () => {
  const journal = journalOf({ frames: 100, seed: 1, sensors: ["camera", "radar"] });
  const silenced = journalOf({ frames: 400, seed: 1, sensors: ["camera"] }).slice(100);
  const heard = replayEntries(journal, defaultSettings).state;
  const silent = replayEntries([...journal, ...silenced], defaultSettings).state;
  expect(isUnmonitored(heard.tracks.radar)).toBe(false);
  expect(isUnmonitored(silent.tracks.radar)).toBe(true);
  expect(isUnmonitored(silent.tracks.lidar)).toBe(false);
  expect(recommendAction(silent, defaultSettings)).toBe("inspect_sensor");
});
