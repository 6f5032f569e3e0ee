import { expect, test } from "vitest";
import { initialTrack } from "../model/initial-state.ts";
import { defaultSettings } from "../model/settings.ts";
import { clipUnits, indifferenceZones, whiteningFactor } from "./indifference-zone.ts";

const learner = { name: "radar" as const, track: initialTrack("radar", null), settings: defaultSettings };
const noise = (scale: number) => ({ location: Float64Array.of(0.02), scale: Float64Array.of(scale) });
const { indifferenceShare, indifferenceSigma, widestZone } = defaultSettings.evidence;
const harmlessM = indifferenceShare * defaultSettings.limits.radarM.caution;

test("a noisy sensor's clip has the unit of its noise, a quiet one's a wider", () => {
  expect([...clipUnits(learner, noise(1))]).toEqual([1]);
  const quiet = harmlessM / (4 * widestZone);
  expect(clipUnits(learner, noise(quiet))[0]).toBeCloseTo(4, 12);
});

test("the zone is a share of the limit for a quiet sensor, and a share of σ for a noisy one", () => {
  const zoneOf = (scale: number) =>
    indifferenceZones(learner, {
      ...noise(scale),
      correlation: Float64Array.of(0),
      clipUnit: Float64Array.of(1),
    })[0] ?? 0;
  expect(zoneOf(1)).toBeCloseTo(indifferenceSigma, 1);
  expect(zoneOf(0.1 * harmlessM)).toBeGreaterThan(zoneOf(1));
});

test("correlated blocks say less of their mean: √((1 − φ)/(1 + φ))", () => {
  expect(whiteningFactor(0)).toBe(1);
  expect(whiteningFactor(0.6)).toBeCloseTo(0.5, 12);
});
