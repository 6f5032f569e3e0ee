/**
 * How many of the vehicles that the work queue calls discoveries are in order: seeded fleets of which a tenth has a fault.
 * Writes bench/results/fleet-discoveries.json and .md. Run: npm run bench -- discoveries
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { changeEValue, discoveryThreshold } from "../../../core/scoring/verdict/false-discoveries.ts";
import { fold } from "../../../core/scoring/fold.ts";
import { defaultSettings, scoringVersion } from "../../../core/scoring/settings/settings.ts";
import { journalOf } from "../../../core/scoring/vehicle-journal.ts";
import { runStamp } from "../../run-stamp.ts";
import { figure, markdownTable } from "../../markdown-table.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";


const fleets = 20;
const vehicles = 60;
const frames = 400;
const faulty = 6;
const rates = [0.05, 0.1, 0.2];
/** The last frames before the list is read: some faults have only just begun. */
const onsets = [250, 340, 370, 380, 388, 394];

function eValueOf(seed: number, onset: number | null): number {
  let state = initialState();
  const displacement = (frame: number) => (onset !== null && frame >= onset ? { radarM: 0.15 } : {});
  for (const entry of journalOf({
    frames,
    seed,
    tails: seed % 2 === 0 ? "normal" : "student",
    displacement,
  })) {
    state = fold(state, entry, defaultSettings).state;
  }
  return changeEValue(state.finding.nats, frames);
}

const found = rates.map((rate) => ({ rate, discoveries: 0, false: 0, share: 0 }));
for (let fleet = 0; fleet < fleets; fleet += 1) {
  const eValues = Array.from({ length: vehicles }, (_, vehicle) =>
    eValueOf(90_000 + fleet * 1000 + vehicle, onsets[vehicle] ?? null),
  );
  for (const row of found) {
    const threshold = discoveryThreshold(eValues, vehicles, row.rate);
    const chosen = eValues
      .map((eValue, vehicle) => ({ eValue, vehicle }))
      .filter(({ eValue }) => eValue >= threshold);
    const wrong = chosen.filter(({ vehicle }) => vehicle >= faulty).length;
    row.discoveries += chosen.length;
    row.false += wrong;
    row.share += wrong / Math.max(1, chosen.length) / fleets;
  }
}

const stamp = { ...runStamp(), scoringVersion };
const lines = [
  "# Which vehicles today",
  "",
  `\`npm run bench -- discoveries\`, ${stamp.date}, commit ${stamp.commit}, ${stamp.machine}. Scoring ${scoringVersion}. ${fleets} fleets of ${vehicles} vehicles after ${frames} frames, ${faulty} of each with a radar moved by 0.15 m since ${onsets.map((onset) => frames - onset).join(", ")} frames; half with normal, half with Student t noise.`,
  "",
  ...markdownTable(
    ["stated rate", "discoveries", "of faults", "false", "mean share of false ones"],
    found.map((row) => [
      figure(row.rate, 2),
      String(row.discoveries),
      `${row.discoveries - row.false} of ${fleets * faulty}`,
      String(row.false),
      figure(row.share, 4),
    ]),
  ),
  "",
];
const results = join(import.meta.dirname, "../../results");
writeFileSync(
  join(results, "fleet-discoveries.json"),
  `${JSON.stringify({ ...stamp, fleets, vehicles, frames, onsets, found }, null, 1)}\n`,
);
writeFileSync(join(results, "fleet-discoveries.md"), lines.join("\n"));
console.log(lines.join("\n"));
