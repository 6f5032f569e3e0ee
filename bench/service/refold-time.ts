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
import { cacheFolder, fillLedger } from "./bench-ledger.ts";
import { createBenchKey, ourRepository, startBenchService } from "./bench-service.ts";

/*
 * A start under another scoring than that of the folder: until it listens, how long a frame of a vehicle that was not
 * scored again yet waits, and until all of them are:
 *
 *     npm run bench -- refold [--vehicles 5000] [--frames 40] [--data-dir FOLDER]
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
/** Vehicles that send one more frame as soon as it listens. */
const senders = 50;

const plan = { seed: 1, vehicles, startUs: 1_772_352_000_000_000, periodS: 1 } as const;
const fleet = generateFleet({ ...plan, scenario: "nominal_control", onsetsWithinS: [0, 1] });

try {
  if (!existsSync(dataDir)) await fillLedger(dataDir, fleetFrames(fleet, 0, frames));
  const database = openDatabase(join(dataDir, "plumbline.db"));
  ageScoring(database);
  database.close();
  const text = `${JSON.stringify({ ...runStamp(), vehicles, frames: vehicles * frames, loadAverage: loadavg()[0], ...(await measure()) }, null, 2)}\n`;
  writeFileSync(join(import.meta.dirname, "..", "results", "refold-time.json"), text);
  process.stdout.write(text);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function measure() {
  const folder = { dataDir, repository: ourRepository };
  const authorization = createBenchKey(folder, { preset: "admin" });
  const beganMs = performance.now();
  const service = await startBenchService(folder);
  const listensMs = performance.now() - beganMs;
  const { url } = service;
  try {
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
    await service.end();
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
