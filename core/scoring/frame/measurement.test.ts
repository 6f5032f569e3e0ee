import { describe, expect, test } from "vitest";
import { logit, measure } from "./measurement.ts";
import { expDeg, toMatrix } from "../numeric/quaternion.ts";
import type { SensorReading } from "../model/journal-entry.ts";
import { defaultSettings } from "../settings/settings.ts";

const timestampUs = 1_767_225_600_000_000;
const measured = (reading: Omit<SensorReading, "timestampUs">) =>
  measure({ timestampUs, ...reading }, 7, defaultSettings);

test("a frame without sensors measures nothing, and is no misshapen matrix", () => {
  expect(measured({})).toEqual({
    seq: 7,
    timestampUs,
    camera: null,
    orthonormalityError: 0,
    coarselyRounded: false,
    radar: null,
    lidar: null,
    lidarWeight: 1,
    lidarConfidence: null,
    confidence: null,
  });
});

test("a radar bias of zero is a measurement", () => {
  expect(measured({ radarRangeBiasM: 0 }).radar).toBe(0);
});

describe("the camera", () => {
  const rotation = expDeg([10, -20, 30]);

  test("is measured as the rotation its matrix stands for", () => {
    const { camera, orthonormalityError, coarselyRounded } = measured({ cameraRotation: toMatrix(rotation) });
    camera!.forEach((part, at) => expect(part).toBeCloseTo(rotation[at]!, 14));
    expect(orthonormalityError).toBeLessThan(1e-15);
    expect(coarselyRounded).toBe(false);
  });

  test("is taken from a stretched matrix too, and the stretch is reported: (1 + e)² − 1", () => {
    const stretched = toMatrix(rotation).map((entry) => 1.001 * entry);
    const { camera, orthonormalityError } = measured({ cameraRotation: stretched });
    camera!.forEach((part, at) => expect(part).toBeCloseTo(rotation[at]!, 14));
    expect(orthonormalityError).toBeCloseTo(0.002001, 12);
  });

  test("says when its matrix was rounded to three decimals", () => {
    const rounded = toMatrix(rotation).map((entry) => Number(entry.toFixed(3)));
    expect(measured({ cameraRotation: rounded }).coarselyRounded).toBe(true);
  });
});

describe("the lidar", () => {
  const { confidenceFloor, offsetM } = defaultSettings.lidar;

  test("is measured by the logarithm of its error and the offset, also without an error", () => {
    expect(measured({ lidarRegistrationErrorM: 0.04 }).lidar).toBeCloseTo(Math.log(0.04 + offsetM), 14);
    expect(measured({ lidarRegistrationErrorM: 0 }).lidar).toBeCloseTo(Math.log(offsetM), 14);
  });

  test("weighs what its confidence says", () => {
    const { lidarWeight, lidarConfidence } = measured({
      lidarRegistrationErrorM: 0.04,
      lidarConfidence: 0.6,
    });
    expect([lidarWeight, lidarConfidence]).toEqual([0.6, 0.6]);
  });

  test("is trusted down to the confidence floor; below it only its confidence is kept", () => {
    const at = (lidarConfidence: number) => measured({ lidarRegistrationErrorM: 0.04, lidarConfidence });
    expect(at(confidenceFloor).lidar).not.toBeNull();
    expect(at(confidenceFloor - 1e-9).lidar).toBeNull();
    expect(at(confidenceFloor - 1e-9).confidence).toBeCloseTo(Math.log(0.25), 7);
  });
});

test("the logit is ln(c/(1 − c)), odd about one half, and finite for certainty", () => {
  expect(logit(0.8)).toBeCloseTo(Math.log(4), 14);
  expect(logit(0.5)).toBe(0);
  expect(logit(0.3)).toBeCloseTo(-logit(0.7), 14);
  expect(logit(1)).toBeCloseTo(Math.log(199), 12);
  expect(logit(0)).toBeCloseTo(-Math.log(199), 12);
});
