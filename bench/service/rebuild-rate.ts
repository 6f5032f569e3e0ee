import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import { verifyInThreads } from "../../server/administration/verify-in-threads.ts";
import { nameScoring } from "../../server/app/journal/name-scoring.ts";
import { openReadable } from "../../server/storage/sqlite/open-database.ts";
import { SqliteAudit } from "../../server/storage/sqlite/audit/sqlite-audit.ts";
import { fleetFrames } from "../../simulator/generate-fleet.ts";
import { runStamp } from "../run-stamp.ts";
import { cacheFolder, fillLedger } from "./bench-ledger.ts";
import { calmFleet, loadFrames } from "./load-frames.ts";

/*
 * Frames a second that `plumbline doctor --rebuild` folds again and compares, in one thread and in all; and of many vehicles of a few
 * frames, where what is done once a vehicle is most:
 *
 *     npm run bench -- rebuild [--frames 200000] [--data-dir FOLDER]
 *
 * The same vehicles as the other benches of the service, with 120 frames each before those that are counted here.
 */
const { values } = parseArgs({
  options: { frames: { type: "string", default: "200000" }, "data-dir": { type: "string" } },
});
const youngVehicles = 5_000;
const youngFrames = 3;
const scratch = mkdtempSync(join(cacheFolder(), "rebuild-"));
const dataDir = values["data-dir"] ?? join(scratch, "data");

try {
  if (!existsSync(dataDir)) {
    const { warmUp, timed } = loadFrames(Number(values.frames));
    await fillLedger(dataDir, [...warmUp, ...timed]);
  }
  const results = [];
  for (const threads of [1, availableParallelism()]) results.push(await measure(dataDir, threads));
  const youngDir = join(scratch, "young");
  await fillLedger(youngDir, fleetFrames(calmFleet(youngVehicles), 0, youngFrames));
  const young = await measure(youngDir, 1);
  const ofYoung = { ...young, cpuUsPerVehicle: (young.cpuUsPerFrame * young.frames) / youngVehicles };
  const report = { ...runStamp(), loadAverage: loadavg()[0], results, young: ofYoung };
  const text = `${JSON.stringify(report, null, 2)}\n`;
  writeFileSync(join(import.meta.dirname, "..", "results", "rebuild-rate.json"), text);
  process.stdout.write(text);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function measure(folder: string, threads: number) {
  const address = join(folder, "plumbline.db");
  const database = openReadable(address);
  const settings = defaultSettings;
  const needs = { audit: new SqliteAudit(database), address, settings, scoring: nameScoring(settings) };
  const cpu = process.cpuUsage();
  const beganMs = performance.now();
  const { entries, differenceCount } = await verifyInThreads(needs, { threads });
  const seconds = (performance.now() - beganMs) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  database.close();
  if (differenceCount > 0) throw new Error(`${differenceCount} of the bench's own states differ`);
  return {
    threads,
    frames: entries,
    framesPerSecond: Math.round(entries / seconds),
    cpuUsPerFrame: (user + system) / entries,
  };
}
