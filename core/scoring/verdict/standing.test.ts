import { expect, test } from "vitest";
import { initialState } from "../model/initial-state.ts";
import { defaultSettings } from "../model/settings.ts";
import { replayEntries } from "../replay.ts";
import { journalOf } from "../vehicle-journal.ts";
import { standingOf } from "./standing.ts";

const { state } = replayEntries(journalOf({ frames: 90, seed: 2 }), defaultSettings);

test("a vehicle that was never heard stands nowhere, and is healthy", () => {
  expect(standingOf(initialState(), defaultSettings).standing).toMatchObject({
    drifts: { camera: null, radar: null, lidar: null },
    healthScore: 100,
  });
});

test("the standing a state carries is what would be computed anew", () => {
  const carried = standingOf(state, defaultSettings);
  expect(carried).toBe(state.standing);
  expect(standingOf({ ...state, standing: null }, defaultSettings)).toEqual(carried);
});

test("other settings, or another block, and it is computed again", () => {
  const limits = { ...defaultSettings.limits, radarM: { caution: 1e-9, critical: 2e-9 } };
  const strict = standingOf(state, { ...defaultSettings, limits });
  expect(strict).not.toBe(state.standing);
  expect(strict.standing.absolute.beyondReleaseCaution).toBeGreaterThan(0.9);
  expect(state.standing?.standing.absolute.beyondReleaseCaution).toBeLessThan(0.1);
  const radar = { ...state.tracks.radar, recent: state.tracks.radar.recent.slice(1) };
  const other = standingOf({ ...state, tracks: { ...state.tracks, radar } }, defaultSettings);
  expect(other.standing.drifts.radar?.blocks).toBe(19);
});
