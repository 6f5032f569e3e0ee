import { describe, expect, test } from "vitest";
import { initialState } from "../model/initial-state.ts";
import { defaultSettings } from "../settings/settings.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import type { Standing } from "../model/standing.ts";
import type { SensorTrack, VehicleState } from "../model/state.ts";
import { replayEntries } from "../replay.ts";
import { journalOf, testMount } from "../vehicle-journal.ts";
import { beyondRelease } from "./absolute-check.ts";
import { noMemos } from "../model/no-memos.ts";
import { standingOf } from "./standing.ts";
import { expDeg, multiply } from "../numeric/quaternion.ts";
import { recentBlocksOf, withValues } from "../blocks/recent-blocks-for-tests.ts";

const { state } = replayEntries(journalOf({ frames: 90, seed: 2 }), defaultSettings);
/** Several of its frames make a block. */
const fast = replayEntries(
  journalOf({ frames: 2500, seed: 2, periodS: 0.05, correlation: 0.97 }),
  defaultSettings,
).state;

test("a vehicle that was never heard stands nowhere, and is healthy", () => {
  expect(standingOf(initialState(), defaultSettings).standing).toMatchObject({
    drifts: { camera: null, radar: null, lidar: null },
    healthScore: 100,
  });
});

test("the standing a state carries is what would be computed anew", () => {
  const carried = standingOf(fast, defaultSettings);
  expect(carried).toBe(fast.standing);
  const anew = standingOf({ ...fast, standing: null }, defaultSettings);
  expect(anew.standing).toEqual(carried.standing);
  expect(anew.grounds).toEqual(carried.grounds);
});

test("a state of which every frame completes a block carries none, and keeps what it has for the next block", () => {
  expect(state.standing).toBeNull();
  const known = structuredClone(state.known);
  standingOf(state, defaultSettings);
  expect(state.known).toEqual(known);
  const anew = noMemos();
  standingOf({ ...state, standing: null }, defaultSettings, anew);
  expect(anew.calibration).toEqual(state.known!.calibration);
});

test("other settings, or another block, and it is computed again", () => {
  const limits = { ...defaultSettings.limits, radarM: { caution: 1e-9, critical: 2e-9 } };
  const strict = standingOf(fast, { ...defaultSettings, limits });
  expect(strict).not.toBe(fast.standing);
  const isBeyond = ({ absolute }: Standing, settings: ScoringSettings) =>
    beyondRelease(absolute, "caution", settings);
  expect(isBeyond(strict.standing, { ...defaultSettings, limits })).toBeGreaterThan(0.9);
  expect(isBeyond(fast.standing!.standing, defaultSettings)).toBeLessThan(0.1);
  const recent = [...fast.tracks.radar.recent];
  const radar = { ...fast.tracks.radar, recent: recentBlocksOf(recent.slice(1)) };
  const other = standingOf({ ...fast, tracks: { ...fast.tracks, radar } }, defaultSettings);
  expect(other.standing.drifts.radar?.blocks).toBe(recent.length - 1);
});

describe("health", () => {
  const { radarM, lidarM } = defaultSettings.limits;
  const healthOf = (moved: Partial<VehicleState["tracks"]>) => {
    const tracks = { ...initialState().tracks, ...moved };
    return standingOf({ ...initialState(), newestUs: 1, tracks }, defaultSettings).standing.healthScore;
  };
  const radarAt = (shift: number) => ({ radar: moved(state.tracks.radar, 0, shift) });

  test("is halved by each critical limit that a sensor has drifted, either way", () => {
    const { critical } = radarM;
    expect(healthOf(radarAt(0))).toBeCloseTo(100, 9);
    expect(healthOf(radarAt(critical))).toBeCloseTo(50, 9);
    expect(healthOf(radarAt(-critical))).toBeCloseTo(50, 9);
    expect(healthOf(radarAt(2 * critical))).toBeCloseTo(25, 9);
    expect(healthOf(radarAt(0.5 * critical))).toBeCloseTo(100 / Math.SQRT2, 9);
  });

  test("is that of the worst sensor, not of all of them together", () => {
    const halfway = Math.log(0.04 + 0.5 * lidarM.critical);
    const lidar = moved(state.tracks.lidar, Math.log(0.04), halfway);
    expect(healthOf({ lidar })).toBeCloseTo(100 / Math.SQRT2, 9);
    expect(healthOf({ lidar, ...radarAt(radarM.critical) })).toBeCloseTo(50, 9);
    expect(healthOf({ lidar, ...radarAt(0.1 * radarM.critical) })).toBeCloseTo(100 / Math.SQRT2, 9);
  });

  /** All its blocks now at one place, beside a reference that is all at another, and hardly any noise. */
  function moved(track: SensorTrack, from: number, to: number): SensorTrack {
    const calibration = { ...track.calibration!, scale: [1e-12] };
    const recent = withValues(track.recent, () => to);
    return { ...track, calibration, recent, centre: [from], centreWeight: 1e9 };
  }
});

test("registered extrinsics count from the microsecond at which they are valid", () => {
  const rotation = multiply(testMount, expDeg([9, 0, 0]));
  const beyondFrom = (validFromUs: number) =>
    standingOf({ ...state, standing: null, reference: { rotation, validFromUs } }, defaultSettings).standing
      .absolute.beyond;
  expect(beyondFrom(state.newestUs!)).toEqual(["camera"]);
  expect(beyondFrom(state.newestUs! + 1)).toEqual([]);
});
