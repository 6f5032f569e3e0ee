import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";

import { fleetFrames } from "../../simulator/generate-fleet.ts";
import { quantile } from "../ingest/quantile.ts";
import { runStamp } from "../run-stamp.ts";
import { cacheFolder, fillLedger } from "./bench-ledger.ts";
import { ourRepository, startBenchService } from "./bench-service.ts";
import { calmFleet } from "./load-frames.ts";

/*
 * From `plumbline serve` until it listens: wall clock and the CPU time of all its threads.
 *
 *     npm run bench -- start [--data-dir FOLDER] [--frames 1000000] [--runs 5] [--repository FOLDER]
 *
 * With `--frames` the folder holds as many, of 200 vehicles; `--data-dir` keeps it for another run. With neither every
 * run begins an empty folder, keys and first log entries included. The first run after a change of the sources compiles
 * them and is named apart. CPU time is read from /proc, so that this runs under Linux only.
 */
const { values } = parseArgs({
  options: {
    "data-dir": { type: "string" },
    frames: { type: "string" },
    runs: { type: "string", default: "5" },
    repository: { type: "string", default: ourRepository },
  },
});
const scratch = mkdtempSync(join(cacheFolder(), "start-"));
const given = values["data-dir"] ?? (values.frames === undefined ? undefined : join(scratch, "filled"));
const vehicles = 200;
/** Ticks a second of /proc on every Linux that Node runs on. */
const msPerTick = 10;

interface Start {
  readonly wallMs: number;
  readonly cpuMs: number;
}

try {
  if (values.frames !== undefined && given !== undefined && !existsSync(given)) {
    const each = Math.ceil(Number(values.frames) / vehicles);
    await fillLedger(given, fleetFrames(calmFleet(vehicles), 0, each));
    // The fill takes in what a fleet sends in days: its last minute would be most of the folder, and a start reads that of the
    // interval that is still open. The next commit after a minute closes it.
    await setTimeout(61_000);
    await fillLedger(given, fleetFrames(calmFleet(1), each, each + 1));
  }
  const first = await start(0);
  const later: Start[] = [];
  for (let run = 1; run <= Number(values.runs); run += 1) later.push(await start(run));
  const result = {
    ...runStamp(),
    folder: given === undefined ? "empty" : "given",
    loadAverage: loadavg()[0],
    first,
    wallMs: middleAndWorst(later.map(({ wallMs }) => wallMs)),
    cpuMs: middleAndWorst(later.map(({ cpuMs }) => cpuMs)),
    runs: later,
  };
  const text = `${JSON.stringify(result, null, 2)}\n`;
  if (given === undefined) writeFileSync(join(import.meta.dirname, "..", "results", "start-time.json"), text);
  process.stdout.write(text);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function start(run: number): Promise<Start> {
  const dataDir = given ?? join(scratch, String(run));
  const beganMs = performance.now();
  const service = await startBenchService({ dataDir, repository: values.repository });
  const measured = { wallMs: performance.now() - beganMs, cpuMs: cpuMsOf(service.pid) };
  await service.end();
  return measured;
}

/** User and system time of all threads; the process's name, which may hold spaces, is in parentheses before them. */
function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * msPerTick;
}

function middleAndWorst(list: readonly number[]) {
  const sorted = list.toSorted((one, other) => one - other);
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) };
}
