/**
 * The detection bench: `npm run bench -- detection` (about five minutes), `-- --full` (about an hour and a half on two cores),
 * `-- --speed`, `-- --only NAME`, `-- --full --share 0.25` for a quarter of the simulated runs. A full run writes its tables and figures to bench/results, a quick one beside the cache, so
 * that a quick look never replaces the figures the documents quote. What an interrupted run has finished is not run again.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { SingleBar } from "cli-progress";

import { runStamp } from "../run-stamp.ts";
import { acceptanceTable } from "./acceptance.ts";
import { openBench, type Bench, type Part, type PartOutcome } from "./bench.ts";
import { noisePart } from "./noise/noise-part.ts";
import { publishedPart } from "./published/measure-published.ts";
import { realPeersPart } from "./real/measure-real-peers.ts";
import { realStreamPlot } from "./real/real-stream-plot.ts";
import { referencePart } from "./reference/measure-reference.ts";
import { scenariosPart } from "./vehicles/measure-scenarios.ts";
import { simulatedPart } from "./simulated/measure-simulated.ts";
import { speedPart } from "./vehicles/measure-speed.ts";
import { outlierPart } from "./outliers/measure-outliers.ts";

/** The real streams have a bench of their own, which the parts after it read. */
const realStreamsPart: Part = {
  name: "real-streams",
  title: "Real streams",
  steps: () => 1,
  run(bench) {
    bench.step("real streams");
    const ran = spawnSync(process.execPath, [join(import.meta.dirname, "real-streams.ts")], {
      encoding: "utf8",
    });
    if (ran.status !== 0) throw new Error(`the real streams failed: ${ran.stderr.slice(-500)}`);
    return { markdown: [ran.stdout.replace(/^# .*\n/u, "")], json: null, figures: realStreamPlot() };
  },
};

const fullResults = join(import.meta.dirname, "../results");

const parts: readonly Part[] = [
  referencePart,
  realStreamsPart,
  realPeersPart,
  scenariosPart,
  publishedPart,
  simulatedPart,
  noisePart,
  outlierPart,
  speedPart,
];

// Taken before anything runs: the code that will judge has been read by now, whatever becomes of its files.
const stamp = runStamp();
const full = process.argv.includes("--full");
const share = Number(wordAfter("--share") ?? 1);
if (!(share > 0 && share <= 1)) throw new RangeError("--share takes a number above 0, up to 1");
const chosen = choose();
const bar = openBar(chosen.reduce((total, part) => total + part.steps(full), 0));
const bench = openBench({ full, share }, (what) => bar?.increment(1, { what }));
try {
  for (const part of chosen) await runPart(part, bench);
} finally {
  bar?.stop();
}
writeAcceptance();

/** Only where somebody can see it move. */
function openBar(steps: number): SingleBar | null {
  if (!process.stderr.isTTY) return null;
  const bar = new SingleBar({
    format: "{bar} {percentage} % | {what}",
    stream: process.stderr,
    clearOnComplete: true,
  });
  bar.start(steps, 0, { what: "" });
  return bar;
}

function choose(): readonly Part[] {
  if (process.argv.includes("--speed")) return [speedPart];
  const name = wordAfter("--only");
  if (name === undefined) return parts;
  const found = parts.filter((part) => part.name === name);
  if (found.length === 0)
    throw new Error(`no part ${name}; there are: ${parts.map((part) => part.name).join(", ")}`);
  return found;
}

function wordAfter(option: string): string | undefined {
  const at = process.argv.indexOf(option);
  return at < 0 ? undefined : process.argv[at + 1];
}

async function runPart(part: Part, given: Bench): Promise<void> {
  const before = performance.now();
  const outcome = await part.run(given);
  write(part, outcome, (performance.now() - before) / 1000);
}

/** Quick figures lie beside the cache: the documents quote full ones only. */
function resultsFolder(): string {
  return full ? fullResults : join(import.meta.dirname, "../.cache/detection/quick");
}

function ranHow(): string {
  const options = `${full ? " -- --full" : ""}${share < 1 ? ` --share ${share}` : ""}`;
  return `\`npm run bench -- detection${options}\`, ${stamp.date}, commit ${stamp.commit}, scoring ${stamp.scoringSha256.slice(0, 12)}, ${stamp.machine}`;
}

function write(part: Part, { markdown, json, figures }: PartOutcome, seconds: number): void {
  const folder = resultsFolder();
  mkdirSync(folder, { recursive: true });
  const pictures = figures.map(({ file }) => `![${file.replace(".svg", "")}](${file})`);
  const head = `${ranHow()}; ${seconds.toFixed(0)} s.`;
  const text = [`# ${part.title}`, "", head, "", ...markdown, ...pictures, ""].join("\n");
  process.stdout.write(`${text}\n`);
  for (const { file, svg } of figures) writeFileSync(join(folder, file), svg);
  // The real streams' own bench has written its tables already.
  if (json === null) return;
  writeFileSync(join(folder, `${part.name}.md`), text);
  writeFileSync(
    join(folder, `${part.name}.json`),
    `${JSON.stringify({ stamp, full, share, ...Object(json) }, null, 1)}\n`,
  );
}

function writeAcceptance(): void {
  const folder = resultsFolder();
  const text = ["# Acceptance", "", `${ranHow()}.`, "", ...acceptanceTable(folder, fullResults), ""].join(
    "\n",
  );
  process.stdout.write(`${text}\n`);
  writeFileSync(join(folder, "detection-acceptance.md"), text);
}
