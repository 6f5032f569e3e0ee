/**
 * What a new vehicle gains by starting from what its fleet taught: false alarms and delays in its first 200 frames, with
 * the prior of the settings and with that of its fleet, on the same seeded frames. Writes bench/results/cold-start.json
 * and .md. Run: npm run bench -- cold-start
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { estimateFleetPrior, priorEntry } from "../../../core/scoring/fleet/fleet-prior.ts";
import type { JournalEntry } from "../../../core/scoring/model/journal-entry.ts";
import { replayEntries } from "../../../core/scoring/replay.ts";
import { defaultSettings, scoringVersion } from "../../../core/scoring/settings/settings.ts";
import { journalOf, testNoise } from "../../../core/scoring/vehicle-journal.ts";
import { runStamp } from "../../run-stamp.ts";
import { figure, markdownTable } from "../../markdown-table.ts";

const settledVehicles = 40;
const settledFrames = 150;
const frames = 200;
const healthyVehicles = 1000;
const faultyVehicles = 300;
/** Five frames after the first verdict, and ten after a settled baseline. */
const onsets = [25, 60];

/** Noise in multiples of the settings' prior. */
interface FleetPlan {
  readonly name: string;
  readonly settled: (seed: number) => number;
  readonly newcomer: (seed: number) => number;
  readonly correlation: number;
}

/** Spread of a mixed fleet: two vehicles in three within a factor of 1.5 of the settings. */
const mixed = (seed: number) => Math.exp(0.4 * testNoise(seed, 50, 0));
const always = (factor: number) => () => factor;

const plans: readonly FleetPlan[] = [
  { name: "half the noise", settled: always(0.5), newcomer: always(0.5), correlation: 0 },
  { name: "half, correlation 0.3", settled: always(0.5), newcomer: always(0.5), correlation: 0.3 },
  { name: "the settings' noise", settled: always(1), newcomer: always(1), correlation: 0 },
  { name: "twice the noise", settled: always(2), newcomer: always(2), correlation: 0 },
  { name: "twice, correlation 0.3", settled: always(2), newcomer: always(2), correlation: 0.3 },
  { name: "mixed", settled: mixed, newcomer: mixed, correlation: 0 },
  {
    name: "the newcomer twice as noisy as its fleet",
    settled: always(0.5),
    newcomer: always(1),
    correlation: 0,
  },
];

function vehicleOf(plan: FleetPlan, given: { seed: number; frames: number; factor: number; onset?: number }) {
  const { seed, factor, onset = Infinity } = given;
  const { prior, limits, evidence } = defaultSettings;
  // 1.5 σ more than what is harmless by definition.
  const fault = { radarM: evidence.indifferenceShare * limits.radarM.caution + 1.5 * factor * prior.radarM };
  return journalOf({
    frames: given.frames,
    seed,
    noise: {
      cameraDeg: factor * prior.cameraDeg,
      radarM: factor * prior.radarM,
      lidarLog: factor * prior.lidarLog,
    },
    tails: seed % 2 === 0 ? "normal" : "student",
    correlation: plan.correlation,
    displacement: (frame) => (frame >= onset ? fault : {}),
  });
}

function priorEstimatedFrom(plan: FleetPlan): JournalEntry {
  const states = Array.from({ length: settledVehicles }, (_, vehicle) => {
    const seed = 10_000 + vehicle;
    const journal = vehicleOf(plan, { seed, frames: settledFrames, factor: plan.settled(seed) });
    return replayEntries(journal, defaultSettings).state;
  });
  const found = estimateFleetPrior(states, defaultSettings);
  if (found === null) throw new Error(`the fleet "${plan.name}" teaches nothing`);
  return priorEntry(found, 0);
}

/** Frames to the first breach from `onset` on; null for none. */
function firstBreach(journal: readonly JournalEntry[], onset: number): number | null {
  const { breaches } = replayEntries(journal, defaultSettings);
  const before = journal[0]?.kind === "prior" ? 1 : 0;
  const first = breaches.find(({ openedSeq }) => openedSeq - before > onset);
  return first === undefined ? null : first.openedSeq - before - onset;
}

function measure(plan: FleetPlan) {
  const taught = priorEstimatedFrom(plan);
  const starts = { settings: [] as const, fleet: [taught] };
  const healthy = { settings: 0, fleet: 0 };
  const outliers = { settings: 0, fleet: 0 };
  const found = onsets.map((onset) => ({ onset, settings: [] as number[], fleet: [] as number[] }));
  for (let vehicle = 0; vehicle < healthyVehicles; vehicle += 1) {
    const seed = 20_000 + vehicle;
    const journal = vehicleOf(plan, { seed, frames, factor: plan.newcomer(seed) });
    for (const start of ["settings", "fleet"] as const) {
      const { breaches, tierPath, outlierFrames } = replayEntries(
        [...starts[start], ...journal],
        defaultSettings,
      );
      const isAlarmed = tierPath.some(({ to }) => to === "CAUTION" || to === "CRITICAL");
      if (breaches.length > 0 || isAlarmed) healthy[start] += 1;
      outliers[start] += outlierFrames;
    }
  }
  for (const { onset, ...delays } of found) {
    for (let vehicle = 0; vehicle < faultyVehicles; vehicle += 1) {
      const seed = 30_000 + vehicle;
      const journal = vehicleOf(plan, { seed, frames, factor: plan.newcomer(seed), onset });
      delays.settings.push(...delaysOf(journal, onset));
      delays.fleet.push(...delaysOf([...starts.fleet, ...journal], onset));
    }
  }
  return {
    name: plan.name,
    falseAlarms: healthy,
    outliersPerThousand: perThousand(outliers),
    onsets: found.map(({ onset, settings, fleet }) => ({
      onset,
      settings: { found: settings.length, medianDelay: medianOfAll(settings) },
      fleet: { found: fleet.length, medianDelay: medianOfAll(fleet) },
    })),
  };
}

/** None where the fault was not found. */
function delaysOf(journal: readonly JournalEntry[], onset: number): readonly number[] {
  const delay = firstBreach(journal, onset);
  return delay === null ? [] : [delay];
}

function perThousand({ settings, fleet }: { settings: number; fleet: number }) {
  const all = (healthyVehicles * frames) / 1000;
  return { settings: settings / all, fleet: fleet / all };
}

/** Over all faulty vehicles, where a fault that was not found took for ever; null when that is the median. */
function medianOfAll(delays: readonly number[]): number | null {
  return delays.toSorted((one, other) => one - other)[Math.floor(faultyVehicles / 2)] ?? null;
}

const rows = plans.map(measure);
const stamp = { ...runStamp(), scoringVersion };
const pair = <T>({ settings, fleet }: { settings: T; fleet: T }, show: (value: T) => string) =>
  `${show(settings)} → ${show(fleet)}`;
const share = ({ found }: { found: number }) => `${figure((100 * found) / faultyVehicles, 0)} %`;
const delay = ({ medianDelay }: { medianDelay: number | null }) =>
  medianDelay === null ? "none" : String(medianDelay);
const lines = [
  "# Cold start from the fleet",
  "",
  `\`npm run bench -- cold-start\`, ${stamp.date}, commit ${stamp.commit}, ${stamp.machine}. Scoring ${scoringVersion}. The first ${frames} frames of a new vehicle with camera, radar and lidar, with the prior of the settings → with the prior that ${settledVehicles} settled vehicles of its fleet taught; the same frames, half of the vehicles with normal, half with Student t noise. False alarms: vehicles in order that left NOMINAL or had a breach, of ${healthyVehicles}. Faults: the radar moves by 1.5 σ more than a quarter of its CAUTION limit, ${faultyVehicles} vehicles; the median delay counts those not found by frame ${frames} too (none: that is the median).`,
  "",
  ...markdownTable(
    [
      "fleet",
      "false alarms",
      "outlier frames per 1,000",
      ...onsets.flatMap((onset) => [`fault at frame ${onset}: found`, "median delay"]),
    ],
    rows.map((row) => [
      row.name,
      pair(row.falseAlarms, String),
      pair(row.outliersPerThousand, (value) => figure(value, 2)),
      ...row.onsets.flatMap((one) => [pair(one, share), pair(one, delay)]),
    ]),
  ),
  "",
];
const results = join(import.meta.dirname, "../../results");
writeFileSync(
  join(results, "cold-start.json"),
  `${JSON.stringify({ ...stamp, frames, settledVehicles, healthyVehicles, faultyVehicles, rows }, null, 1)}\n`,
);
writeFileSync(join(results, "cold-start.md"), lines.join("\n"));
console.log(lines.join("\n"));
