/**
 * How long a vehicle without a fault goes without a breach, at every limit and for every set of sensors: what the defaults of
 * `cautionNats`, `criticalNats` and `inControlLaw` rest on. `npm run bench -- run-lengths`.
 * Writes bench/results/run-lengths.json and .md.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { defaultSettings, scoringVersion } from "../../../core/scoring/settings/settings.ts";
import { runStamp } from "../../run-stamp.ts";
import { markdownTable } from "../../markdown-table.ts";
import { alarmProbability, countAlarms } from "./run-lengths.ts";
import type { SensorName } from "./run-lengths.ts";

const limits = [5, 5.5, 6, 6.5, 7, 7.25, 7.5, 7.75, 8, 9, 10, 10.5];
/** Where alarms are frequent enough to be counted outright, as a check. */
const countedAt = 5;
const sampled = { runs: 1500, blocks: 2000, seed: 5 };
const counted = { vehicles: 30, blocks: 5000, seed: 6 };

const combinations: readonly (readonly SensorName[])[] = [
  ["radar"],
  ["lidar"],
  ["camera"],
  ["radar", "lidar"],
  ["camera", "radar", "lidar"],
];

const { cautionNats, criticalNats, inControlLaw } = defaultSettings.evidence;
const stamp = runStamp();
const results = combinations.map((sensors) => {
  const rows = alarmProbability(sensors, limits, sampled).map(({ probability, standardError }, at) => ({
    limit: limits[at]!,
    runLength: sampled.blocks / probability,
    relativeError: standardError / probability,
  }));
  const [check] = countAlarms(sensors, [countedAt], counted);
  console.error(sensors.join(", "));
  return { sensors, rows, check: check! };
});

const shortest = limits.map((limit, at) => ({
  limit,
  runLength: Math.min(...results.map(({ rows }) => rows[at]!.runLength)),
}));
const lengthAt = (limit: number) => shortest.find((row) => row.limit === limit)!.runLength;
const slope = Math.log(lengthAt(criticalNats) / lengthAt(cautionNats)) / (criticalNats - cautionNats);

const lines = [
  "# How long until a false breach",
  "",
  `\`npm run bench -- run-lengths\`, ${stamp.date}, commit ${stamp.commit}, ${stamp.machine}. Scoring ${scoringVersion}. Independent normal noise, clipped as the product clips it, zone ${defaultSettings.evidence.indifferenceSigma} σ, the least there is; 50 blocks of reference. A breach opens when W is at the limit, and would be without any single block.`,
  "",
  `Mean blocks to a breach, by the limit in nats: ${sampled.blocks} divided by the probability of one within so many blocks, from ${sampled.runs} runs of importance sampling, with its standard error in per cent. The last column counts outright at ${countedAt} nats: breaches and blocks without one, in ${counted.vehicles} vehicles of ${counted.blocks} blocks.`,
  "",
  ...markdownTable(
    ["sensors", ...limits.map(String), `counted at ${countedAt}`],
    results.map(({ sensors, rows, check }) => [
      sensors.join(", "),
      ...rows.map((row) => `${scientific(row.runLength)} ± ${Math.round(100 * row.relativeError)} %`),
      `${check.alarms} in ${check.exposure}: ${scientific(check.exposure / Math.max(1, check.alarms))}`,
    ]),
  ),
  "",
  `Shortest of all at the CAUTION limit of ${cautionNats}: ${scientific(lengthAt(cautionNats))} blocks; at the CRITICAL limit of ${criticalNats}: ${scientific(lengthAt(criticalNats))}. Between them ln(run length) = ${Math.log(lengthAt(cautionNats)).toFixed(2)} + ${slope.toFixed(2)}·(h − ${cautionNats}); the settings say ${inControlLaw.lnRunLengthAt} + ${inControlLaw.slope}·(h − ${inControlLaw.at}).`,
  "",
];

function scientific(value: number): string {
  return value.toExponential(1).replace("e+", "e");
}

const folder = join(import.meta.dirname, "../../results");
const json = { ...stamp, scoringVersion, limits, sampled, counted, countedAt, results };
writeFileSync(join(folder, "run-lengths.json"), `${JSON.stringify(json, null, 1)}\n`);
writeFileSync(join(folder, "run-lengths.md"), lines.join("\n"));
console.log(lines.join("\n"));
