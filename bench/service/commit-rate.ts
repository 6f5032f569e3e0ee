import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";

import { runStamp } from "../run-stamp.ts";
import { loadFrames, vehicles, warmUpFrames } from "./load-frames.ts";
import { cacheFolder, incoming, openBenchLedger } from "./bench-ledger.ts";
import { probeDisk, type DiskProbe } from "./disk-probe.ts";

/**
 * Durable frames a second through the ledger: counted, folded and scored, on the disk before they are answered. No
 * HTTP and no parsing (`ingest` measures those). Every vehicle has an established baseline before the clock
 * starts, because a learning one costs less. With what the process writes until it is closed, what the database is then,
 * warm-up included, and the processor time of all threads, each for one frame.
 *
 *     npm run bench -- commit-rate [FRAMES_PER_REQUEST]
 */

interface Load {
  readonly framesPerRequest: number;
  /** Requests waiting at the same time. */
  readonly clients: number;
  readonly frames: number;
}

const loads: readonly Load[] = [
  { framesPerRequest: 1, clients: 1, frames: 500 },
  { framesPerRequest: 1, clients: 64, frames: 10_000 },
  { framesPerRequest: 20, clients: 32, frames: 20_000 },
  { framesPerRequest: 500, clients: 4, frames: 30_000 },
  { framesPerRequest: 5_000, clients: 2, frames: 30_000 },
];

interface Result extends Load {
  readonly framesPerSecond: number;
  readonly answerMsP50: number;
  readonly answerMsP99: number;
  readonly cpuUs: number;
  readonly storedBytes: number;
  /** Null where the system does not tell (Linux does). */
  readonly writtenBytes: number | null;
  readonly disk: DiskProbe;
}

const loadBefore = loadavg()[0];
const folder = mkdtempSync(join(cacheFolder(), "commit-rate-"));
try {
  const results: Result[] = [];
  for (const load of loads.filter(isAskedFor)) results.push(await measure(load, folder));
  print(results);
  if (results.length === loads.length) save(results);
} finally {
  rmSync(folder, { recursive: true });
}

function isAskedFor({ framesPerRequest }: Load): boolean {
  const asked = process.argv[2];
  return asked === undefined || Number(asked) === framesPerRequest;
}

async function measure(load: Load, parent: string): Promise<Result> {
  const dataDir = mkdtempSync(join(parent, "data-"));
  const { ingest, close } = await openBenchLedger(dataDir);

  const { warmUp, timed } = incomingLoad(load.frames);
  await ingest(warmUp);
  const requests = Array.from({ length: load.frames / load.framesPerRequest }, (_, at) =>
    timed.slice(at * load.framesPerRequest, (at + 1) * load.framesPerRequest),
  );
  const disk = probeDisk(dataDir);
  const writtenBefore = writtenBytes();
  const cpuBefore = process.cpuUsage();
  const answersMs: number[] = [];
  const beganMs = performance.now();
  const client = async () => {
    for (let request = requests.shift(); request !== undefined; request = requests.shift()) {
      const sentMs = performance.now();
      await ingest(request);
      answersMs.push(performance.now() - sentMs);
    }
  };
  await Promise.all(Array.from({ length: load.clients }, client));
  const tookS = (performance.now() - beganMs) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  await close();
  const written = writtenBytes();
  const storedBytes = statSync(join(dataDir, "plumbline.db")).size;
  rmSync(dataDir, { recursive: true });

  answersMs.sort((one, other) => one - other);
  const at = (share: number) => answersMs[Math.floor(share * (answersMs.length - 1))]!;
  return {
    ...load,
    framesPerSecond: load.frames / tookS,
    answerMsP50: at(0.5),
    answerMsP99: at(0.99),
    cpuUs: (user + system) / load.frames,
    storedBytes: storedBytes / (load.frames + warmUp.length),
    writtenBytes: written === null || writtenBefore === null ? null : (written - writtenBefore) / load.frames,
    disk,
  };
}

/** What this process has had written to disks so far. */
function writtenBytes(): number | null {
  const path = "/proc/self/io";
  if (!existsSync(path)) return null;
  return Number(/^write_bytes: (\d+)$/m.exec(readFileSync(path, "utf8"))?.[1]);
}

function incomingLoad(frames: number) {
  const { warmUp, timed } = loadFrames(frames);
  return { warmUp: warmUp.map(incoming), timed: timed.map(incoming) };
}

function print(results: readonly Result[]): void {
  const lines = results.map((result) => ({
    "frames/request": result.framesPerRequest,
    clients: result.clients,
    "frames/s": Math.round(result.framesPerSecond),
    "answer p50 ms": Number(result.answerMsP50.toFixed(1)),
    "answer p99 ms": Number(result.answerMsP99.toFixed(1)),
    "CPU µs": Math.round(result.cpuUs),
    "stored B": Math.round(result.storedBytes),
    "written B": result.writtenBytes === null ? null : Math.round(result.writtenBytes),
    "disk p50 ms": Number(result.disk.fdatasyncMsP50.toFixed(2)),
    "disk p99 ms": Number(result.disk.fdatasyncMsP99.toFixed(2)),
  }));
  console.table(lines);
}

function save(results: readonly Result[]): void {
  const path = new URL("../results/commit-rate.json", import.meta.url);
  mkdirSync(new URL(".", path), { recursive: true });
  const report = {
    ...runStamp(),
    // Above the number of processors, somebody else was at work on the machine and the figures are a lower bound.
    load_average_before: loadBefore,
    vehicles,
    warm_up_frames_per_vehicle: warmUpFrames,
    results,
  };
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`);
}
