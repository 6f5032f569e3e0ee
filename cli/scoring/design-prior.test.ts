import { expect, test } from "vitest";

import { generateFleet, fleetFrames } from "../../simulator/generate-fleet.ts";
import { runRecorded } from "../run-recorded-for-tests.ts";

function framesOf(vehicles: number): string {
  const fleet = generateFleet({
    seed: 9,
    vehicles,
    startUs: Date.UTC(2026, 0, 5) * 1000,
    periodS: 60,
    scenario: "nominal_control",
    onsetsWithinS: [0, 1],
  });
  return [...fleetFrames(fleet, 0, 220)].map((frame) => `${JSON.stringify(frame)}\n`).join("");
}

test("design prior reports a fleet's noise, and how to score with it", async () => {
  const frames = framesOf(12);
  const answer = await runRecorded(["design", "prior", "-", "--json"], { stdin: frames });
  expect(answer.exitCode, answer.err).toBe(0);
  const { vehicles, sensors, expected } = JSON.parse(answer.out) as {
    vehicles: number;
    sensors: { sensor: string; vehicles: number; sd: number }[];
    expected: Record<string, number>;
  };
  expect(vehicles).toBe(12);
  const radar = sensors.find(({ sensor }) => sensor === "radar")!;
  expect(radar.vehicles).toBeGreaterThanOrEqual(10);
  expect(expected["radar_m"]).toBe(radar.sd);

  const table = await runRecorded(["design", "prior", "-"], { stdin: frames });
  expect(table.exitCode, table.err).toBe(0);
  expect(table.out).toMatch(/^SENSOR +VEHICLES +NOISE/);
  expect(table.out).toContain("--set expected.camera_deg=");
});

test("design prior refuses a fleet of nine", async () => {
  const refused = await runRecorded(["design", "prior", "-"], { stdin: framesOf(9) });
  expect(refused.exitCode).not.toBe(0);
  expect(refused.err).toContain("a fleet prior needs at least 10 vehicles; the files contain 9");
});
