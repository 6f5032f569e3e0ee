import { describe, expect, test } from "vitest";
import { initialState, initialTrack } from "../model/initial-state.ts";
import { defaultSettings } from "../settings/settings.ts";
import { replayEntries } from "../replay.ts";
import { journalOf } from "../vehicle-journal.ts";
import { isUnmonitored, recommendAction } from "./recommend-action.ts";
import type { TrackName } from "../model/sensors.ts";
import type { Breach, SensorTrack } from "../model/state.ts";
import { calibrationWith } from "../baseline/calibration-for-tests.ts";

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

describe("a sensor has all but fallen silent", () => {
  const heard = (presence: number, usualPresence: number, blocks = 1e12) =>
    isUnmonitored({ ...calibrated("radar", blocks), presence, usualPresence });

  test("just below a fifth of the frames that usually carry it", () => {
    expect(heard(0.2, 1)).toBe(false);
    expect(heard(0.2 - 1e-9, 1)).toBe(true);
  });

  test("in so few of them as one that comes rarely would not be by chance: e^−16 by Chernoff's bound", () => {
    // 50·p·(ln(p/s) − 0.42) = 16 for p = 0.1.
    const share = 0.1 * Math.exp(-0.42 - 16 / (50 * 0.1));
    expect(heard(share * 1.001, 0.1)).toBe(false);
    expect(heard(share * 0.999, 0.1)).toBe(true);
  });

  test("only once it has a baseline, and no sooner for one that knows little of its own habit", () => {
    expect(isUnmonitored({ ...initialTrack("radar", null), usualPresence: 1 })).toBe(false);
    // Two standard errors from five blocks leave a share of 1 − 2/√5.
    const least = 1 - 2 / Math.sqrt(5);
    const share = least * Math.exp(-0.42 - 16 / (50 * least));
    expect(heard(share * 1.001, 1, 5)).toBe(false);
    expect(heard(share * 0.999, 1, 5)).toBe(true);
    expect(heard(share * 0.999, 1, 2)).toBe(true);
  });
});

describe("a lidar's confidence is low", () => {
  const { lowConfidence } = defaultSettings.lidar;
  const logit = (share: number) => Math.log(share / (1 - share));
  const actionFor = (confidences: readonly number[]) => {
    const learnt = confidences.map((share, at) => ({ seq: at, atUs: at, weight: 1, values: [logit(share)] }));
    const confidence = { ...initialTrack("confidence", null), learnt };
    return recommendAction({ ...state, tracks: { ...state.tracks, confidence } }, defaultSettings);
  };

  test("by the middle of its blocks, from the third on", () => {
    expect(actionFor([0.1, 0.1])).toBe("none");
    expect(actionFor([0.1, 0.1, 0.9])).toBe("inspect_sensor");
    expect(actionFor([0.1, 0.9, 0.9])).toBe("none");
  });

  test("not at the limit itself, and by the mean of the two middle ones of an even number", () => {
    expect(actionFor([lowConfidence + 1e-9, lowConfidence + 1e-9, lowConfidence + 1e-9])).toBe("none");
    expect(actionFor([0.01, 0.01, 0.4, 0.4])).toBe("inspect_sensor");
    expect(actionFor([0.29, 0.29, 0.4, 0.4])).toBe("none");
  });

  test("by its newest twenty blocks while it is learning", () => {
    const [low, high] = [0.1, 0.9].map((share) => Array.from({ length: 20 }, () => share));
    expect(actionFor([...low!, ...high!])).toBe("none");
    expect(actionFor([...high!, ...low!])).toBe("inspect_sensor");
  });
});

test("many outliers ask for an inspection, unless a breach explains them", () => {
  const many = { ...state, outliers: { ...state.outliers, many: true } };
  expect(recommendAction(many, defaultSettings)).toBe("inspect_sensor");
  expect(recommendAction({ ...many, breach: openBreach() }, defaultSettings)).toBe("none");
});

test("a sensor that repeats one value, where every value used to be new, asks for an inspection", () => {
  const repeating = (run: number) => {
    const radar = { run, fresh: 200, heard: 200, latest: [0.02] };
    return recommendAction({ ...state, repeats: { ...state.repeats, radar } }, defaultSettings);
  };
  expect(repeating(0)).toBe("none");
  expect(repeating(100)).toBe("inspect_sensor");
});

function calibrated(name: TrackName, blocks: number): SensorTrack {
  return { ...initialTrack(name, null), calibration: calibrationWith({ blocks }) };
}

function openBreach(): Breach {
  const interval = { fromSeq: 1, toSeq: 1 };
  return {
    openedSeq: 1,
    openedUs: 0,
    statistic: 7,
    channel: "radar",
    side: "upper",
    changePointSeq: 1,
    changeBlockSeq: 1,
    blocks: 0,
    posterior: [0, 1, 0],
    overBlocks: 0,
    restedBlocks: 0,
    course: { likely: interval, widely: interval, rows: { camera: [], radar: [], lidar: [] } },
    early: null,
  };
}
