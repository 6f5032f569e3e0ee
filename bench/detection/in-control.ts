/**
 * How often vehicles without any fault are accused: many seeded vehicles, quiet and noisy, with normal and heavy-tailed
 * and correlated noise. Writes bench/results/in-control.json and .md. Run: npm run bench -- in-control
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { fold } from "../../core/scoring/fold.ts";
import { defaultSettings, scoringVersion } from "../../core/scoring/settings/settings.ts";
import { journalOf } from "../../core/scoring/vehicle-journal.ts";
import type { TestVehicle } from "../../core/scoring/vehicle-journal.ts";
import { runStamp } from "../run-stamp.ts";
import { figure, markdownTable } from "../markdown-table.ts";
import { FrameTester } from "../../core/scoring/frame/frame-tester.ts";
import { initialState } from "../../core/scoring/model/initial-state.ts";

const tester = new FrameTester();

const vehicles = 100;
const framesEach = 2000;

const noises = {
  quiet: { cameraDeg: 0.01, radarM: 0.01, lidarLog: 0.1 },
  ordinary: { cameraDeg: 0.06, radarM: 0.05, lidarLog: 0.3 },
  noisy: { cameraDeg: 0.3, radarM: 0.2, lidarLog: 0.5 },
};

interface Population {
  readonly noise: keyof typeof noises;
  readonly tails: NonNullable<TestVehicle["tails"]>;
  readonly correlation: number;
}

const populations: readonly Population[] = [
  ...(["quiet", "ordinary", "noisy"] as const).flatMap((noise) =>
    (["normal", "student", "outliers"] as const).map((tails) => ({ noise, tails, correlation: 0 })),
  ),
  ...(["quiet", "noisy"] as const).map((noise) => ({ noise, tails: "normal" as const, correlation: 0.3 })),
  { noise: "noisy", tails: "normal", correlation: 0.6 },
];

interface InControl extends Population {
  readonly frames: number;
  /** Vehicles that opened a breach, and vehicles accused by the absolute check. */
  readonly breached: number;
  readonly accusedFromTheStart: number;
  /** One-sided 95 % bound on the mean frames to a breach, exponential. */
  readonly atLeastFramesToBreach: number;
}

function runPopulation(population: Population, seed: number): InControl {
  let frames = 0;
  let breached = 0;
  let accusedFromTheStart = 0;
  for (let vehicle = 0; vehicle < vehicles; vehicle += 1) {
    const ended = runVehicle({
      ...population,
      noise: noises[population.noise],
      frames: framesEach,
      seed: seed + vehicle,
    });
    frames += ended.frames;
    breached += ended.how === "breach" ? 1 : 0;
    accusedFromTheStart += ended.how === "absolute" ? 1 : 0;
  }
  return {
    ...population,
    frames,
    breached,
    accusedFromTheStart,
    atLeastFramesToBreach: frames / upperBound(breached),
  };
}

function runVehicle(vehicle: TestVehicle): { frames: number; how: "quiet" | "breach" | "absolute" } {
  let state = initialState();
  let frames = 0;
  for (const entry of journalOf(vehicle)) {
    const { state: next, score } = fold(state, entry, defaultSettings, tester);
    state = next;
    frames += 1;
    if (score?.breachOpened === true) return { frames, how: "breach" };
    if (score?.tier === "CAUTION" || score?.tier === "CRITICAL") return { frames, how: "absolute" };
  }
  return { frames, how: "quiet" };
}

/** Largest Poisson mean that still gives so few events one time in twenty. */
function upperBound(events: number): number {
  let low = 0;
  let high = 10 + 4 * events;
  for (let step = 0; step < 60; step += 1) {
    const mean = 0.5 * (low + high);
    let term = Math.exp(-mean);
    let probability = term;
    for (let k = 1; k <= events; k += 1) {
      term *= mean / k;
      probability += term;
    }
    if (probability > 0.05) low = mean;
    else high = mean;
  }
  return high;
}

const stamp = { ...runStamp(), scoringVersion };
const results = populations.map((population, at) => {
  const result = runPopulation(population, 10_000 * (at + 1));
  console.error(
    `${at + 1}/${populations.length} ${population.noise} ${population.tails} ${population.correlation}`,
  );
  return result;
});
const lines = [
  "# Vehicles without a fault",
  "",
  `\`npm run bench -- in-control\`, ${stamp.date}, commit ${stamp.commit}, ${stamp.machine}. Scoring ${scoringVersion}, default settings; camera, radar and lidar in every frame, ${vehicles} vehicles of ${framesEach} frames in each row, each followed to its first accusation.`,
  "",
  ...markdownTable(
    [
      "noise",
      "tails",
      "lag-1 correlation",
      "frames",
      "breaches",
      "absolute check",
      "frames to a breach, at least (95 %)",
    ],
    results.map((row) => [
      row.noise,
      row.tails,
      figure(row.correlation, 1),
      String(row.frames),
      String(row.breached),
      String(row.accusedFromTheStart),
      String(Math.round(row.atLeastFramesToBreach)),
    ]),
  ),
  "",
];
const folder = join(import.meta.dirname, "../results");
mkdirSync(folder, { recursive: true });
writeFileSync(
  join(folder, "in-control.json"),
  `${JSON.stringify({ ...stamp, vehicles, framesEach, noises, results }, null, 1)}\n`,
);
writeFileSync(join(folder, "in-control.md"), lines.join("\n"));
console.log(lines.join("\n"));
