import { expect, test } from "vitest";

import { badBracket } from "./describe-vehicle.ts";
import { scenariosThatMustNotAlarm } from "../core/scenario/drift/drift-formulas.ts";
import { fleetFrames, generateFleet, type FleetPlan } from "./generate-fleet.ts";

const plan: FleetPlan = {
  seed: 42,
  vehicles: 40,
  startUs: Date.UTC(2026, 0, 5) * 1000,
  periodS: 60,
  scenario: "mixed",
  onsetsWithinS: [3600, 7200],
};

test("a described fleet has the sensor values and times of the same fleet without description", () => {
  const sensors = (isDescribed: boolean) =>
    [...fleetFrames(generateFleet({ ...plan, isDescribed }), 0, 50)].map(
      ({ metadata: _said, ...frame }) => frame,
    );
  expect(sensors(true)).toEqual(sensors(false));
});

test("a vehicle says the same of itself with every frame, and moves about its depot", () => {
  const [vehicle] = generateFleet({ ...plan, isDescribed: true });
  const said = [0, 40, 400].flatMap((step): Readonly<Record<string, unknown>>[] => [
    vehicle!.frameAt(step)?.metadata ?? {},
  ]);
  const places = said.map(({ lat, lon }) => `${String(lat)} ${String(lon)}`);
  expect(new Set(places).size).toBe(said.length);
  const constant = said.map(({ lat: _lat, lon: _lon, ...rest }) => rest);
  expect(constant[1]).toEqual(constant[0]);
  expect(Object.keys(constant[0]!)).toEqual([
    "fleet_id",
    "region",
    "simulated",
    "model",
    "model_year",
    "firmware",
    "camera_bracket",
    "camera_part_number",
    "radar_part_number",
    "depot",
  ]);
});

test("every position is on earth and within 20 km of the last", () => {
  for (const vehicle of generateFleet({ ...plan, isDescribed: true })) {
    const { positionAt } = vehicle.plan.description!;
    const first = positionAt(0);
    for (const elapsedS of [1_000, 50_000, 1e6]) {
      const { lat, lon } = positionAt(elapsedS);
      expect(Math.abs(lat - first.lat)).toBeLessThan(0.4);
      expect(Math.abs(lon - first.lon)).toBeLessThan(0.8);
    }
  }
});

test("most vehicles that come out of true have the bad bracket, and few of the others", () => {
  const fleet = generateFleet({ ...plan, vehicles: 400, isDescribed: true });
  const share = (faulty: boolean) => {
    const group = fleet.filter(
      ({ plan: { scenario } }) => scenariosThatMustNotAlarm.has(scenario) !== faulty,
    );
    const bad = group.filter(
      ({ plan: { description } }) => description?.metadata["camera_bracket"] === badBracket,
    );
    return bad.length / group.length;
  };
  expect(share(true)).toBeGreaterThan(0.75);
  expect(share(false)).toBeLessThan(0.15);
});
