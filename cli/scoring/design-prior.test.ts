import { Readable } from "node:stream";
import { expect, test } from "vitest";

import { generateFleet, fleetFrames } from "../../simulator/generate-fleet.ts";
import { runCommandLine } from "../run-command-line.ts";
import type { Terminal } from "../terminal/terminal.ts";

function terminalReading(text: string): Terminal & { written: () => string; errors: () => string } {
  let written = "";
  let errors = "";
  return {
    out: async (more) => void (written += more),
    exact: async (more) => void (written += more),
    isScreen: false,
    err: (more) => void (errors += more),
    stdin: Readable.from([Buffer.from(text)]),
    hasColour: false,
    hasProgress: false,
    columns: 80,
    stop: new AbortController().signal,
    written: () => written,
    errors: () => errors,
  };
}

function framesOf(vehicles: number): string {
  const fleet = generateFleet({
    seed: 9,
    vehicles,
    startUs: Date.UTC(2026, 0, 5) * 1000,
    periodS: 60,
    scenario: "nominal_control",
    onsetsWithinS: [0, 1],
  });
  return [...fleetFrames(fleet, 0, 70)].map((frame) => `${JSON.stringify(frame)}\n`).join("");
}

test("design prior reports a fleet's noise, and how to score with it", async () => {
  const frames = framesOf(12);
  const answer = terminalReading(frames);
  expect(await runCommandLine(["design", "prior", "-", "--json"], answer), answer.errors()).toBe(0);
  const { vehicles, sensors, prior } = JSON.parse(answer.written()) as {
    vehicles: number;
    sensors: { sensor: string; vehicles: number; sd: number }[];
    prior: Record<string, number>;
  };
  expect(vehicles).toBe(12);
  const radar = sensors.find(({ sensor }) => sensor === "radar")!;
  expect(radar.vehicles).toBeGreaterThanOrEqual(10);
  expect(prior["radar_m"]).toBe(radar.sd);

  const table = terminalReading(frames);
  expect(await runCommandLine(["design", "prior", "-"], table), table.errors()).toBe(0);
  expect(table.written()).toMatch(/^SENSOR +VEHICLES +NOISE/);
  expect(table.written()).toContain("--set prior.camera_deg=");
});

test("design prior refuses a fleet of nine", async () => {
  const terminal = terminalReading(framesOf(9));
  expect(await runCommandLine(["design", "prior", "-"], terminal)).not.toBe(0);
  expect(terminal.errors()).toContain("a fleet teaches from 10 vehicles on; the files hold 9");
});
