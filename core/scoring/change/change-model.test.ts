import { expect, test } from "vitest";
import { calibrationModel, histogramShape, singleModel } from "./change-model.ts";
import { initialState, initialTrack } from "../model/initial-state.ts";
import { channels, firstChannel, limitedSensors, trackNames, trackWidths } from "../model/sensors.ts";
import type { TrackName } from "../model/sensors.ts";
import { defaultSettings } from "../model/settings.ts";
import type { VehicleState } from "../model/state.ts";
import { calibrationWith } from "../baseline/calibration-for-tests.ts";

test("the sensors cover all five channels, each once and in order", () => {
  const { sensors } = calibrationModel(initialState().tracks, false, defaultSettings);
  const covered = sensors.flatMap(([first, end]) => channels.slice(first, end));
  expect(covered).toEqual(channels);
  expect(sensors).toEqual(
    limitedSensors.map((name) => [firstChannel[name], firstChannel[name] + trackWidths[name]]),
  );
});

test("a sensor without a baseline has no zone and unit variance, beside one that has its own", () => {
  const { zones, priorVariances } = calibrationModel(calibratedTracks("radar"), false, defaultSettings);
  expect(zones).toEqual([0, 0, 0, 0.5, 0]);
  expect(priorVariances).toEqual([1, 1, 1, 1 / 16, 1]);
});

test("one σ² is the clip's unit to the power of minus two, axis by axis", () => {
  const { zones, priorVariances } = calibrationModel(calibratedTracks("camera"), false, defaultSettings);
  expect(zones).toEqual([0.5, 0.25, 0.125, 0, 0]);
  expect(priorVariances).toEqual([1 / 16, 1 / 4, 1, 1, 1]);
});

test.each(limitedSensors)("%s on its own is judged as it is among the others", (name) => {
  const tracks = calibratedTracks(name);
  const together = calibrationModel(tracks, true, defaultSettings);
  const alone = singleModel(name, tracks[name].calibration, true, defaultSettings);
  const own = (values: ArrayLike<number>) =>
    Array.from(values).slice(firstChannel[name], firstChannel[name] + trackWidths[name]);
  expect(Array.from(alone.zones)).toEqual(own(together.zones));
  expect(Array.from(alone.priorVariances)).toEqual(own(together.priorVariances));
  expect(Array.from(alone.directions)).toEqual(own(together.directions));
  expect(alone).toMatchObject({ referenceFrozen: true, participation: together.participation });
});

test("camera and radar may move either way, the lidar's error only up and its confidence only down", () => {
  const directionsOf = (name: TrackName) => singleModel(name, null, false, defaultSettings).directions;
  expect(trackNames.map(directionsOf)).toEqual([[0, 0, 0], [0], [1], [-1]]);
});

test.each(trackNames)("%s before its baseline has as many zones of nothing as values", (name) => {
  const { zones, priorVariances, sensors } = singleModel(name, null, false, defaultSettings);
  expect(Array.from(zones)).toEqual(Array.from({ length: trackWidths[name] }, () => 0));
  expect(Array.from(priorVariances)).toEqual(Array.from({ length: trackWidths[name] }, () => 1));
  expect(sensors).toEqual([[0, trackWidths[name]]]);
});

test("the lidar's confidence has a histogram of its own width", () => {
  const evidence = {
    ...defaultSettings.evidence,
    bucketsPerLevel: 7,
    confidenceBucketsPerLevel: 3,
    levels: 5,
  };
  const settings = { ...defaultSettings, evidence };
  const model = singleModel("radar", null, false, settings);
  expect(histogramShape(settings, true, "calibration", model)).toEqual({
    bucketsPerLevel: 7,
    levels: 5,
    referenceFrozen: true,
    scatterModel: model,
  });
  expect(histogramShape(settings, false, "confidence", null)).toEqual({
    bucketsPerLevel: 3,
    levels: 5,
    referenceFrozen: false,
    scatterModel: null,
  });
});

function calibratedTracks(name: TrackName): VehicleState["tracks"] {
  const width = trackWidths[name];
  const calibration = calibrationWith({
    leastCorrelation: new Float64Array(width),
    clipUnit: Float64Array.of(4, 2, 1).slice(0, width),
    zones: Float64Array.of(0.5, 0.25, 0.125).slice(0, width),
  });
  const { tracks } = initialState();
  return { ...tracks, [name]: { ...initialTrack(name, null), calibration } };
}
