import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { runStamp } from "../run-stamp.ts";
import { cacheFolder } from "./bench-ledger.ts";
import { ourRepository, startBenchService } from "./bench-service.ts";

/*
 * From `plumbline serve` until it listens: wall clock and the CPU time of all its threads.
 *
 *     npm run bench -- start [--data-dir FOLDER] [--runs 5] [--repository FOLDER]
 *
 * Without a folder every run begins an empty one, keys and first log entries included. The first run after a change of
 * the sources compiles them and is told apart. CPU time is read from /proc, so that this runs under Linux only.
 */
const { values } = parseArgs({
  options: {
    "data-dir": { type: "string" },
    runs: { type: "string", default: "5" },
    repository: { type: "string", default: ourRepository },
  },
});
const given = values["data-dir"];
const scratch = mkdtempSync(join(cacheFolder(), "start-"));
/** Ticks a second of /proc on every Linux that Node runs on. */
const msPerTick = 10;

interface Start {
  readonly wallMs: number;
  readonly cpuMs: number;
}

try {
  const first = await start(0);
  const later: Start[] = [];
  for (let run = 1; run <= Number(values.runs); run += 1) later.push(await start(run));
  const result = {
    ...runStamp(),
    folder: given === undefined ? "empty" : "given",
    loadAverage: loadavg()[0],
    first,
    wallMs: median(later.map(({ wallMs }) => wallMs)),
    cpuMs: median(later.map(({ cpuMs }) => cpuMs)),
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

function median(list: readonly number[]): number {
  return list.toSorted((one, other) => one - other)[Math.floor(list.length / 2)] ?? Number.NaN;
}
