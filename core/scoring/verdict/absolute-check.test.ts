import { describe, expect, test } from "vitest";
import { recentMeans } from "../blocks/recent-blocks.ts";
import { defaultSettings } from "../settings/settings.ts";
import { expDeg, multiply } from "../numeric/quaternion.ts";
import { replayEntries } from "../replay.ts";
import { journalOf, testMount } from "../vehicle-journal.ts";
import { beyondRelease, checkAgainstZero } from "./absolute-check.ts";
import { initialState, initialTrack } from "../model/initial-state.ts";
import type { SensorTrack } from "../model/state.ts";
import { calibrationWith } from "../baseline/calibration-for-tests.ts";
import { correlatedCurve } from "../scatter/variance-curve.ts";

const white = correlatedCurve(0);
const independent = { camera: [white, white, white], radar: [white], lidar: [white] };
const tracksWith = (radarM: number) =>
  replayEntries(journalOf({ frames: 120, seed: 3, displacement: () => ({ radarM }) }), defaultSettings).state
    .tracks;

function check(radarM: number, reference: Parameters<typeof checkAgainstZero>[0]["reference"] = null) {
  const tracks = tracksWith(radarM);
  return checkAgainstZero(
    { tracks, curves: independent, reference, means: (sensor) => recentMeans(tracks[sensor], 0) },
    defaultSettings,
  );
}

test("a baseline does not absorb a fault that was there from the start", () => {
  expect(check(0)).toMatchObject({ level: "within", beyond: [], severity: 0 });
  const { critical } = defaultSettings.limits.radarM;
  const beyond = check(3 * critical);
  expect(beyond).toMatchObject({ level: "critical", beyond: ["radar"] });
  expect(beyond.severity).toBeCloseTo(3, 0);
});

test("a camera is only held against extrinsics that were registered", () => {
  expect(check(0, testMount).beyond).toEqual([]);
  expect(check(0, multiply(testMount, expDeg([5, 0, 0]))).beyond).toEqual(["camera"]);
});

/*
 * Robbins' boundary for the mean of 30 independent blocks, ρ = ½: u² = (1 + ρ/n)·ln((1 + n/ρ)/α²). Wallace's normal score of
 * a Student t, √(ν·ln(1 + t²/ν))·(8ν + 1)/(8ν + 3), is solved for t.
 */
describe("a radar is beyond a limit", () => {
  const { absoluteErrorRate } = defaultSettings.tiers;
  const { caution, critical } = defaultSettings.limits.radarM;
  const blocks = 30;
  const degrees = defaultSettings.prior.degrees + 0.37 * (blocks - 1);
  const boundary = Math.sqrt((1 + 0.5 / blocks) * Math.log((1 + blocks / 0.5) / absoluteErrorRate ** 2));
  const score = (boundary * (8 * degrees + 3)) / (8 * degrees + 1);
  const allowance = (0.05 / Math.sqrt(blocks)) * Math.sqrt(degrees * (Math.exp(score ** 2 / degrees) - 1));
  const levelAt = (centre: number) => checkRadar(radarAt(centre, blocks)).level;

  test("from Robbins' boundary on, for the mean's standard error and its degrees of freedom", () => {
    expect(levelAt(caution + 0.999 * allowance)).toBe("within");
    expect(levelAt(caution + 1.001 * allowance)).toBe("caution");
    expect(levelAt(critical + 0.999 * allowance)).toBe("caution");
    expect(levelAt(critical + 1.001 * allowance)).toBe("critical");
  });

  test("on either side of zero alike", () => {
    expect(levelAt(-caution - 0.999 * allowance)).toBe("within");
    const [below, above] = [checkRadar(radarAt(-0.6, blocks)), checkRadar(radarAt(0.6, blocks))];
    expect(below).toEqual({ ...above, offsets: below.offsets });
    for (const limit of ["caution", "critical"] as const)
      expect(beyondRelease(below, limit, defaultSettings)).toBe(beyondRelease(above, limit, defaultSettings));
  });

  test("by its share of the critical limit, once it is beyond any", () => {
    expect(checkRadar(radarAt(0.6, blocks)).severity).toBeCloseTo(0.6 / critical, 12);
    expect(checkRadar(radarAt(caution, blocks)).severity).toBe(0);
  });

  test("no sooner than with its third block", () => {
    expect(checkRadar(radarAt(9, 3)).level).toBe("critical");
    expect(checkRadar(radarAt(9, 2))).toMatchObject({ level: "within", offsets: [] });
  });
});

test("a lidar is held against no error at all, and several sensors are named in their order", () => {
  const { tracks } = initialState();
  const radar = radarAt(0.6, 30);
  const errorM = 0.45;
  const lidar = { ...radar, centre: [Math.log(errorM + defaultSettings.lidar.offsetM)] };
  const check = (known: Partial<typeof tracks>) => {
    const all = { ...tracks, ...known };
    return checkAgainstZero(
      { tracks: all, curves: independent, reference: null, means: (sensor) => recentMeans(all[sensor], 0) },
      defaultSettings,
    );
  };
  const { critical } = defaultSettings.limits.lidarM;
  expect(check({ lidar })).toMatchObject({ level: "critical", beyond: ["lidar"] });
  expect(check({ lidar }).severity).toBeCloseTo(errorM / critical, 9);
  expect(check({ lidar, radar }).beyond).toEqual(["radar", "lidar"]);
  const closer = { ...radar, centre: [Math.log(1e-6)] };
  expect(check({ lidar: closer })).toMatchObject({ level: "within", severity: 0 });
});

describe("a radar that is still learning", () => {
  const learnt = (values: readonly number[]) => ({
    ...initialTrack("radar", null),
    learnt: values.map((value, at) => ({ seq: at + 1, atUs: at, weight: 1, values: [value] })),
  });

  test("is judged from its third block on", () => {
    expect(checkRadar(learnt([2, 2])).level).toBe("within");
    expect(checkRadar(learnt([2, 2, 2])).level).toBe("critical");
    expect(checkRadar(learnt([]))).toMatchObject({ level: "within", beyond: [] });
  });

  test("is not accused for one outlier among blocks in order", () => {
    expect(checkRadar(learnt([0, 0.01, 50, -0.01, 0.02])).level).toBe("within");
  });
});

function checkRadar(radar: SensorTrack) {
  const tracks = { ...initialState().tracks, radar };
  return checkAgainstZero(
    { tracks, curves: independent, reference: null, means: (sensor) => recentMeans(tracks[sensor], 0) },
    defaultSettings,
  );
}

/** A calibrated radar whose blocks are all in its reference. */
function radarAt(centre: number, blocks: number): SensorTrack {
  const calibration = calibrationWith({ blocks, location: [centre] });
  return { ...initialTrack("radar", null), calibration, centre: [centre], centreWeight: blocks };
}
