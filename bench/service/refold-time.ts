import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";

import type { FleetHealthSummary } from "../../core/contract/types.ts";
import { ageScoring } from "../../server/storage/sqlite/refold/aged-folder-for-tests.ts";
import { openDatabase } from "../../server/storage/sqlite/open-database.ts";
import { fleetFrames, generateFleet } from "../../simulator/generate-fleet.ts";
import { runStamp } from "../run-stamp.ts";
import { cacheFolder, incoming, openBenchLedger } from "./bench-ledger.ts";

/*
 * A start under another scoring than that of the folder: until it listens, how long a frame of a vehicle that was not
 * scored again yet waits, and until all of them are:
 *
 *     npm run bench:refold -- [--vehicles 5000] [--frames 40] [--data-dir FOLDER]
 *
 * `--frames` is of each vehicle. `--data-dir` keeps the folder for another run.
 */
const { values } = parseArgs({
  options: {
    vehicles: { type: "string", default: "5000" },
    frames: { type: "string", default: "40" },
    "data-dir": { type: "string" },
  },
});
const [vehicles, frames] = [Number(values.vehicles), Number(values.frames)];
const scratch = mkdtempSync(join(cacheFolder(), "refold-"));
const dataDir = values["data-dir"] ?? join(scratch, "data");
const repository = join(import.meta.dirname, "..", "..");
const framesAtOnce = 2_000;
/** Vehicles that send one more frame as soon as it listens. */
const senders = 50;

const plan = { seed: 1, vehicles, startUs: 1_772_352_000_000_000, periodS: 1 } as const;
const fleet = generateFleet({ ...plan, scenario: "nominal_control", onsetsWithinS: [0, 1] });

try {
  if (!existsSync(dataDir)) await fill();
  const database = openDatabase(join(dataDir, "plumbline.db"));
  ageScoring(database);
  database.close();
  const text = `${JSON.stringify({ ...runStamp(), vehicles, frames: vehicles * frames, loadAverage: loadavg()[0], ...(await measure()) }, null, 2)}\n`;
  writeFileSync(join(import.meta.dirname, "..", "results", "refold-time.json"), text);
  process.stdout.write(text);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function fill(): Promise<void> {
  const ledger = await openBenchLedger(dataDir);
  let group: ReturnType<typeof incoming>[] = [];
  for (const frame of fleetFrames(fleet, 0, frames)) {
    group.push(incoming(frame));
    if (group.length < framesAtOnce) continue;
    await ledger.ingest(group);
    group = [];
  }
  if (group.length > 0) await ledger.ingest(group);
  await ledger.close();
}

async function measure() {
  const authorization = keyOfBench();
  const words = ["cli/main.ts", "serve", "--port", "0", "--data-dir", dataDir, "--log-level", "error"];
  const beganMs = performance.now();
  const service = spawn(process.execPath, words, { cwd: repository, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [line] = (await once(service.stdout, "data")) as [Buffer];
    const listensMs = performance.now() - beganMs;
    const url = /http:\S+/u.exec(line.toString())![0];
    const waitsMs = await sendFromTheLast({ url, authorization });
    while (await isUnderWay({ url, authorization })) await sleep(100);
    const allMs = performance.now() - beganMs - listensMs;
    return {
      listensMs,
      frameOfWaitingVehicleMs: { median: waitsMs[Math.floor(waitsMs.length / 2)], longest: waitsMs.at(-1) },
      allScoredAgainMs: allMs,
      framesPerSecond: Math.round((vehicles * frames) / (allMs / 1_000)),
    };
  } finally {
    const ended = once(service, "close");
    service.kill("SIGTERM");
    await ended;
  }
}

interface Service {
  readonly url: string;
  readonly authorization: string;
}

/** One frame after the other of those whose turn would come last; how long each took, shortest first. */
async function sendFromTheLast({ url, authorization }: Service): Promise<readonly number[]> {
  const next = [...fleetFrames(fleet, frames, frames + 1)].toReversed().slice(0, senders);
  const waitsMs: number[] = [];
  for (const frame of next) {
    const headers = { authorization, "content-type": "application/json" };
    const beganMs = performance.now();
    const answer = await fetch(`${url}/v1/telemetry/ingest`, {
      method: "POST",
      headers,
      body: JSON.stringify(frame),
    });
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
    waitsMs.push(performance.now() - beganMs);
  }
  return waitsMs.toSorted((one, other) => one - other);
}

async function isUnderWay({ url, authorization }: Service): Promise<boolean> {
  const answer = await fetch(`${url}/v1/fleet/health-summary`, { headers: { authorization } });
  return ((await answer.json()) as FleetHealthSummary).rescoring !== undefined;
}

/** Before it starts, with a key of an operator: it may read and write. */
function keyOfBench(): string {
  const words = ["--org", "bench", "--name", "bench", "--preset", "admin", "--data-dir", dataDir];
  const { stdout } = spawnSync(process.execPath, ["cli/main.ts", "keys", "create", ...words], {
    cwd: repository,
    encoding: "utf8",
  });
  return `Bearer ${/plumb_\S+/u.exec(stdout)![0]}`;
}
