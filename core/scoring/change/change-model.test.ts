import { expect, test } from "vitest";
import { initialState } from "../model/initial-state.ts";
import { defaultSettings } from "../model/settings.ts";
import { calibrationModel, histogramShape, singleModel } from "./change-model.ts";

test("three sensors share five channels; only a rise of the lidar's error counts, only a fall of its confidence", () => {
  const model = calibrationModel(initialState().tracks, true, defaultSettings);
  expect(model.sensors).toEqual([
    [0, 3],
    [3, 4],
    [4, 5],
  ]);
  expect(model.directions).toEqual([0, 0, 0, 0, 1]);
  expect(model.referenceFrozen).toBe(true);
  expect(singleModel("confidence", null, false, defaultSettings).directions).toEqual([-1]);
});

test("a clip k times as wide makes one σ 1/k² of the sums' unit", () => {
  const { tracks } = initialState();
  const calibration = {
    blocks: 20,
    established: true,
    pose: null,
    location: Float64Array.of(0),
    scale: Float64Array.of(1),
    whitening: Float64Array.of(1),
    frameRatio: Float64Array.of(1),
    correlation: Float64Array.of(0),
    periodUs: 1,
    clipUnit: Float64Array.of(2),
    zones: Float64Array.of(0.3),
  };
  const model = calibrationModel(
    { ...tracks, radar: { ...tracks.radar, calibration } },
    false,
    defaultSettings,
  );
  expect(model.priorVariances[3]).toBe(0.25);
  expect(model.zones[3]).toBe(0.3);
  expect(model.priorVariances[4]).toBe(1);
});

test("the confidence is dated less closely", () => {
  const { bucketsPerLevel, confidenceBucketsPerLevel } = defaultSettings.evidence;
  expect(histogramShape(defaultSettings, false, "calibration").bucketsPerLevel).toBe(bucketsPerLevel);
  expect(histogramShape(defaultSettings, false, "confidence").bucketsPerLevel).toBe(
    confidenceBucketsPerLevel,
  );
});
