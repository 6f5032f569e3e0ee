import { describe, expect, test } from "vitest";
import { clipUnits, indifferenceZones, whiteningFactor } from "./indifference-zone.ts";
import { initialTrack } from "../model/initial-state.ts";
import type { TrackName } from "../model/sensors.ts";
import { defaultSettings as settings } from "../settings/settings.ts";

const { limits, evidence, lidar } = settings;

/** The clip's unit and the zone of a sensor's first value. */
function zoneOf(name: TrackName, { sigma, location = 0 }: { sigma: number; location?: number }) {
  const learner = { name, track: initialTrack(name, null), settings };
  const place = { location: [location], scale: [sigma] };
  const clipUnit = clipUnits(learner, place);
  const zones = indifferenceZones(learner, { ...place, clipUnit });
  return { unit: clipUnit[0]!, zone: zones[0]! };
}

/** Wallace's normal score of a Student t variable with 3 degrees of freedom. */
const normalScore = (u: number) => (25 / 27) * Math.sqrt(3 * Math.log(1 + (u * u) / 3));

describe("the zone is a quarter of the CAUTION limit, clipped", () => {
  test.each(["camera", "radar"] as const)("of a %s", (name) => {
    const { unit, zone } = zoneOf(name, { sigma: 0.1 });
    const limit = name === "camera" ? limits.cameraDeg : limits.radarM;
    expect(unit).toBe(1);
    expect(zone).toBeCloseTo(normalScore((0.25 * limit.caution) / 0.1), 14);
  });

  test("of a lidar in the logarithm of its error: the noisier it is already, the smaller", () => {
    const at = (level: number) =>
      zoneOf("lidar", { sigma: 2, location: Math.log(level + lidar.offsetM) }).zone;
    const rise = (level: number) => Math.log(1 + (0.25 * limits.lidarM.caution) / (level + lidar.offsetM));
    for (const level of [0.005, 0.03]) expect(at(level)).toBeCloseTo(normalScore(rise(level) / 2), 12);
    expect(at(0.03)).toBeLessThan(at(0.005));
  });

  test("of a lidar's confidence, by as much as the logit falls", () => {
    const logit = (c: number) => Math.log(c / (1 - c));
    const { zone } = zoneOf("confidence", { sigma: 1, location: logit(0.8) });
    expect(zone).toBeCloseTo(normalScore(logit(0.8) - logit(0.8 - 0.25 * limits.lidarConfidenceDrop)), 12);
  });

  test("of a confidence that cannot fall as far there is none beyond the least", () => {
    const { zone } = zoneOf("confidence", { sigma: 1, location: Math.log(0.004 / 0.996) });
    expect(zone).toBe(evidence.indifferenceSigma);
  });
});

test("of a sensor much noisier than its limit it is a share of σ", () => {
  expect(zoneOf("radar", { sigma: 5 }).zone).toBe(evidence.indifferenceSigma);
});

test("a sensor much quieter than its limit counts in larger units, in which the zone has its widest size", () => {
  const { unit, zone } = zoneOf("radar", { sigma: 0.002 });
  expect(unit).toBeCloseTo((0.25 * limits.radarM.caution) / 0.002 / evidence.widestZone, 10);
  expect(zone).toBeCloseTo(normalScore(evidence.widestZone), 12);
});

test("the whitening factor is 1 for white noise and √((1 − φ)/(1 + φ)) for the rest", () => {
  expect(whiteningFactor(0)).toBe(1);
  expect(whiteningFactor(0.8)).toBeCloseTo(1 / 3, 14);
  expect(whiteningFactor(-0.8)).toBeCloseTo(3, 14);
});
