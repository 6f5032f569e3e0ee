import { describe, expect, test } from "vitest";
import { estimateFleetPrior, estimateVariancePrior, estimatedNoise, priorEntry } from "./fleet-prior.ts";
import { replayEntries } from "../replay.ts";
import { defaultSettings } from "../settings/settings.ts";
import { journalOf } from "../vehicle-journal.ts";

test("variances of twelve vehicles give the prior that scipy's digamma, polygamma and brentq give", () => {
  const variances = [1.2, 0.8, 2.5, 0.6, 1.9, 0.4, 3.1, 1.0, 1.4, 0.7, 0.9, 2.2];
  const degrees = [18, 18, 30, 12, 18, 18, 25, 18, 40, 18, 18, 9];
  const prior = estimateVariancePrior(
    variances.map((variance, at) => ({ variance: 1e-3 * variance, degrees: degrees[at]! })),
  );
  expect(prior.degrees).toBeCloseTo(8.486321778634759, 7);
  expect(prior.variance).toBeCloseTo(0.0010970590357345185, 11);
});

test("vehicles that differ by no more than their measurement are one and the same", () => {
  const same = Array.from({ length: 20 }, () => ({ variance: 4, degrees: 18 }));
  expect(estimateVariancePrior(same).degrees).toBe(Infinity);
});

describe("a fleet of quiet radars", () => {
  const quietM = 0.015;
  const stateOf = (seed: number, frames: number, settings = defaultSettings) =>
    replayEntries(journalOf({ frames, seed, sensors: ["radar"], noise: { radarM: quietM } }), settings).state;
  const fleet = Array.from({ length: 24 }, (_, vehicle) => stateOf(400 + vehicle, 60));

  test("gives a noise that is theirs, not the default, and leaves the other sensors alone", () => {
    const { prior, sensors } = estimateFleetPrior(fleet, defaultSettings)!;
    expect(sensors.map(({ name, vehicles }) => [name, vehicles])).toEqual([["radar", 24]]);
    expect(prior.radarM / quietM).toBeGreaterThan(0.8);
    expect(prior.radarM / quietM).toBeLessThan(1.25);
    expect(prior.cameraDeg).toBe(defaultSettings.prior.cameraDeg);
    expect(prior.degrees).toBeGreaterThan(4);
    expect(prior.degrees).toBeLessThanOrEqual(20);
  });

  test("lets the next vehicle begin with a noise nearer the truth", () => {
    const { prior } = estimateFleetPrior(fleet, defaultSettings)!;
    let [nearer, count] = [0, 0];
    for (let seed = 800; seed < 820; seed += 1) {
      const scaleOf = (settings: typeof defaultSettings) =>
        stateOf(seed, 22, settings).tracks.radar.calibration?.scale[0];
      const [byDefault, byFleet] = [scaleOf(defaultSettings), scaleOf({ ...defaultSettings, prior })];
      if (byDefault === undefined || byFleet === undefined) continue;
      count += 1;
      if (Math.abs(byFleet - quietM) < Math.abs(byDefault - quietM)) nearer += 1;
    }
    expect(count).toBeGreaterThan(15);
    expect(nearer / count).toBeGreaterThan(0.9);
  });

  test("gives the next two dozen the same estimate, though these started from its own", () => {
    const estimated = priorEntry(estimateFleetPrior(fleet, defaultSettings)!, 0);
    const next = Array.from({ length: 24 }, (_, vehicle) => {
      const frames = journalOf({
        frames: 60,
        seed: 900 + vehicle,
        sensors: ["radar"],
        noise: { radarM: quietM },
      });
      return replayEntries([estimated, ...frames], defaultSettings).state;
    });
    const alone = next.map(({ tracks }) => tracks.radar.calibration!.scale[0]!);
    const { sensors } = estimateFleetPrior(next, defaultSettings)!;
    expect(sensors[0]).toMatchObject({ name: "radar", vehicles: 24 });
    expect(sensors[0]!.sd / quietM).toBeGreaterThan(0.8);
    expect(sensors[0]!.sd / quietM).toBeLessThan(1.25);
    // What the prior adds to each vehicle is taken out again: their own spread is wider than that of their baselines.
    const own = next.map((state) => estimatedNoise(state, defaultSettings)[0]!.measured[0]!.variance);
    expect(spreadOf(own.map(Math.sqrt))).toBeGreaterThan(1.1 * spreadOf(alone));
  });

  test("is nothing yet with nine vehicles", () => {
    expect(estimateFleetPrior(fleet.slice(0, 9), defaultSettings)).toBeNull();
  });
});

function spreadOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}
