/**
 * What the absolute check does with radars that are wrong from the start, and with those that are only noisy.
 * Writes bench/results/absolute-check.json and .md. Run: npm run bench -- absolute
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { fold } from "../../../core/scoring/fold.ts";
import { defaultSettings, scoringVersion } from "../../../core/scoring/settings/settings.ts";
import { journalOf } from "../../../core/scoring/vehicle-journal.ts";
import type { TestVehicle } from "../../../core/scoring/vehicle-journal.ts";
import { runStamp } from "../../run-stamp.ts";
import { figure, markdownTable } from "../../markdown-table.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";


const vehicles = 400;
const frames = 120;
/** The test vehicles' own bias. */
const ownBiasM = 0.02;

interface Case {
  readonly biasM: number;
  readonly noiseM: number;
  readonly tails?: TestVehicle["tails"];
  readonly correlation?: number;
}

const cases: readonly Case[] = [
  { biasM: 0.02, noiseM: 0.2 },
  { biasM: 0.02, noiseM: 0.2, tails: "student" },
  { biasM: 0.02, noiseM: 0.2, correlation: 0.6 },
  { biasM: 0.2, noiseM: 0.05 },
  { biasM: 0.2, noiseM: 0.2 },
  { biasM: 0.3, noiseM: 0.05 },
  { biasM: 0.6, noiseM: 0.05 },
  { biasM: 0.8, noiseM: 0.05 },
  { biasM: 0.6, noiseM: 0.2 },
];

interface Measured extends Case {
  readonly accused: number;
  readonly cautionAt: number | null;
  readonly critical: number;
  readonly criticalAt: number | null;
}

function measureCase(plan: Case): Measured {
  const told = Array.from({ length: vehicles }, (_, vehicle) => judgeVehicle(plan, 50_000 + vehicle));
  const cautions = told.flatMap(({ cautionAt }) => cautionAt ?? []);
  const criticals = told.flatMap(({ criticalAt }) => criticalAt ?? []);
  return {
    ...plan,
    accused: cautions.length,
    cautionAt: middle(cautions),
    critical: criticals.length,
    criticalAt: middle(criticals),
  };
}

function judgeVehicle(plan: Case, seed: number): { cautionAt: number | null; criticalAt: number | null } {
  let state = initialState();
  let cautionAt: number | null = null;
  const journal = journalOf({
    frames,
    seed,
    sensors: ["radar"],
    noise: { radarM: plan.noiseM },
    ...(plan.tails !== undefined && { tails: plan.tails }),
    ...(plan.correlation !== undefined && { correlation: plan.correlation }),
    displacement: () => ({ radarM: plan.biasM - ownBiasM }),
  });
  for (const entry of journal) {
    const { state: next, score } = fold(state, entry, defaultSettings);
    state = next;
    if (score!.breachOpened) break;
    if (score!.tier === "CAUTION" || score!.tier === "CRITICAL") cautionAt ??= score!.seq;
    if (score!.tier === "CRITICAL") return { cautionAt, criticalAt: score!.seq };
  }
  return { cautionAt, criticalAt: null };
}

function middle(values: readonly number[]): number | null {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? null;
}

const stamp = { ...runStamp(), scoringVersion };
const measured = cases.map(measureCase);
const lines = [
  "# Wrong from the start, or only noisy",
  "",
  `\`npm run bench -- absolute\`, ${stamp.date}, commit ${stamp.commit}, ${stamp.machine}. Scoring ${scoringVersion}, default settings: the radar's limits are 0.2 and 0.5 m. ${vehicles} vehicles a row with nothing but a radar, ${frames} frames each.`,
  "",
  ...markdownTable(
    [
      "bias, m",
      "noise, m",
      "tails",
      "lag-1 correlation",
      "CAUTION or worse",
      "at frame (median)",
      "CRITICAL",
      "at frame (median)",
    ],
    measured.map((row) => [
      figure(row.biasM, 2),
      figure(row.noiseM, 2),
      row.tails ?? "normal",
      figure(row.correlation ?? 0, 1),
      String(row.accused),
      String(row.cautionAt ?? "–"),
      String(row.critical),
      String(row.criticalAt ?? "–"),
    ]),
  ),
  "",
];
const results = join(import.meta.dirname, "../../results");
writeFileSync(
  join(results, "absolute-check.json"),
  `${JSON.stringify({ ...stamp, vehicles, frames, measured }, null, 1)}\n`,
);
writeFileSync(join(results, "absolute-check.md"), lines.join("\n"));
console.log(lines.join("\n"));
