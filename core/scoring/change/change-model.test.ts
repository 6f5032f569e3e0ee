import { describe, expect, test } from "vitest";
import { calibrationModel, histogramShape, singleModel } from "./change-model.ts";
import { ratiosOfCorrelated, scales } from "../scatter/noise-family.ts";
import { initialState, initialTrack } from "../model/initial-state.ts";
import { channels, firstChannel, limitedSensors, trackNames, trackWidths } from "../model/sensors.ts";
import type { TrackName } from "../model/sensors.ts";
import { defaultSettings } from "../settings/settings.ts";
import type { VehicleState } from "../model/state.ts";
import { calibrationWith } from "../baseline/calibration-for-tests.ts";
import { zeros } from "../numeric/doubles.ts";

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

describe("what is expected of the variance of a mean", () => {
  const { prior } = defaultSettings;
  const [slow, fast] = [0.3, 0.7].map((phi) => ({
    ratios: ratiosOfCorrelated(phi),
    degrees: Array.from({ length: scales }, () => 4),
  }));
  const curves = { ...prior.curves, camera: slow!, radar: fast! };
  const settings = { ...defaultSettings, prior: { ...prior, curves } };

  test("is the prior's of each sensor, a curve for each of its channels", () => {
    const { priorCurves } = calibrationModel(initialState().tracks, false, settings);
    expect(priorCurves).toEqual([slow, slow, slow, fast, curves.lidar]);
    expect(singleModel("confidence", null, false, settings).priorCurves).toEqual([curves.confidence]);
  });

  test("of an axis whose baseline was doubted is at least what it was found to be, and held to about ten blocks", () => {
    const tracks = calibratedTracks("camera");
    const { calibration } = tracks.camera;
    const leastCorrelation = [0, 0.6, 0.1];
    const camera = { ...tracks.camera, calibration: { ...calibration!, leastCorrelation } };
    const { priorCurves } = calibrationModel({ ...tracks, camera }, false, settings);
    expect(priorCurves[0]).toEqual(slow);
    expect(priorCurves[1]).toEqual({
      ratios: slow!.ratios.map((ratio, scale) => Math.max(ratio, ratiosOfCorrelated(0.6)[scale]!)),
      degrees: slow!.degrees.map(() => 10),
    });
    // Less than the prior expects already, or more surely known: it stays as it is.
    expect(priorCurves[2]!.ratios.slice(1)).toEqual(slow!.ratios.slice(1));
    const firm = { ...slow!, degrees: slow!.degrees.map(() => 25) };
    const held = { ...settings, prior: { ...prior, curves: { ...curves, camera: firm } } };
    expect(singleModel("camera", camera.calibration, false, held).priorCurves[1]!.degrees).toEqual(
      firm.degrees,
    );
  });
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
    leastCorrelation: zeros(width),
    clipUnit: [4, 2, 1].slice(0, width),
    zones: [0.5, 0.25, 0.125].slice(0, width),
  });
  const { tracks } = initialState();
  return { ...tracks, [name]: { ...initialTrack(name, null), calibration } };
}
