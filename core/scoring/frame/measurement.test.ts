import { expect, test } from "vitest";
import { defaultSettings } from "../model/settings.ts";
import { ln } from "../numeric/ln.ts";
import { logit, measure } from "./measurement.ts";

test("a sensor that is not in the frame says nothing", () => {
  expect(measure({ timestampUs: 5 }, 1, defaultSettings)).toEqual({
    seq: 1,
    timestampUs: 5,
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

test("a lidar that hardly trusts itself counts as missing, its confidence does not", () => {
  const reading = { timestampUs: 5, lidarRegistrationErrorM: 0.03 };
  const { lidar } = measure(reading, 1, defaultSettings);
  expect(lidar).toBe(ln(0.03 + defaultSettings.lidar.offsetM));
  const doubtful = measure({ ...reading, lidarConfidence: 0.1 }, 1, defaultSettings);
  expect(doubtful.lidar).toBeNull();
  expect(doubtful.confidence).toBe(logit(0.1));
});

test("certainty is kept half a per cent away", () => {
  expect(logit(0.5)).toBe(0);
  expect(logit(1)).toBe(logit(0.995));
  expect(logit(0)).toBeCloseTo(-logit(1), 12);
});
