import { expect, test } from "vitest";
import { defaultSettings } from "../settings/settings.ts";
import { calibratedConfidence } from "./judge-confidence.ts";

test("lines join the knots, and the ends hold beyond them", () => {
  const knots = { raw: [0.1, 0.5, 0.9], observed: [0.2, 0.4, 1] };
  expect(calibratedConfidence(0, knots)).toBe(0.2);
  expect(calibratedConfidence(0.3, knots)).toBeCloseTo(0.3, 12);
  expect(calibratedConfidence(0.5, knots)).toBeCloseTo(0.4, 12);
  expect(calibratedConfidence(0.7, knots)).toBeCloseTo(0.7, 12);
  expect(calibratedConfidence(1, knots)).toBe(1);
});

test("the fitted map has twenty knots, never falls and never claims certainty", () => {
  const { raw, observed } = defaultSettings.confidenceMap;
  expect(raw).toHaveLength(20);
  expect(observed).toHaveLength(20);
  for (let at = 1; at < 20; at += 1) {
    expect(raw[at]!).toBeGreaterThan(raw[at - 1]!);
    expect(observed[at]!).toBeGreaterThanOrEqual(observed[at - 1]!);
  }
  expect(observed[19]).toBeLessThan(1);
});
