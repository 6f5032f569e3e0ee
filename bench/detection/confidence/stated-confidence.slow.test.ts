import { expect, test } from "vitest";

import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { expectedCalibrationError, stateConfidences } from "./stated-confidence.ts";

test("the error is the distance between stated and observed, weighted by how often it was stated", () => {
  const verdicts = [
    { confidence: 0.95, right: true },
    { confidence: 0.95, right: true },
    { confidence: 0.25, right: true },
    { confidence: 0.25, right: false },
  ];
  // Half of the verdicts are 0.05 off, half 0.25.
  expect(expectedCalibrationError(verdicts)).toBeCloseTo(0.15, 12);
});

test("on vehicles that had no part in the fit, verdicts are right as often as they say, within 0.03", () => {
  const verdicts = stateConfidences({ seed: 3_000_000, vehicles: 36, frames: 400 }, defaultSettings);
  expect(verdicts.length).toBeGreaterThan(10_000);
  expect(expectedCalibrationError(verdicts)).toBeLessThanOrEqual(0.03);
});
