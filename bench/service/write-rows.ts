import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";

import type { IncomingFrame } from "../../core/contract/requests/parse-frame.ts";
import { noChanges, type Changes } from "../../server/app/ports/changes.ts";
import { openDatabase } from "../../server/storage/sqlite/open-database.ts";
import { SqliteStore } from "../../server/storage/sqlite/write/sqlite-store.ts";
import { vehicleForTests } from "../../server/vehicle-for-tests.ts";
import { runStamp } from "../run-stamp.ts";
import { cacheFolder, incoming } from "./bench-ledger.ts";
import { loadFrames } from "./load-frames.ts";

/**
 * Processor time of the writer's thread for the rows of a commit, microseconds a frame: 500 frames of 250 vehicles and
 * what is known of these, without folding. The best commit of many, because whoever shares the machine only ever adds.
 *
 *     npm run bench:rows
 */

const framesPerCommit = 500;
/** Every vehicle has its row and its texts a pattern by then. */
const commitsBefore = 10;
/** About what a score takes; its bytes are none of this bench's business. */
const score = new Uint8Array(293);

const frames = loadFrames(30_000).timed.map(incoming);
const keys = new Map<string, number>();
/** Vehicles as they are stored. */
const stored = new Map<number, Changes["vehicles"][number]>();
const folder = mkdtempSync(join(cacheFolder(), "rows-"));
const database = openDatabase(join(folder, "rows.db"));
try {
  const store = new SqliteStore(database);
  const took: number[] = [];
  for (let from = 0; from < frames.length; from += framesPerCommit) {
    const changes = changesOf(frames.slice(from, from + framesPerCommit));
    const before = process.threadCpuUsage();
    await store.transact((transaction) => transaction.write(changes));
    const { user, system } = process.threadCpuUsage(before);
    took.push((user + system) / framesPerCommit);
  }
  const best = Math.min(...took.slice(commitsBefore));
  console.log(JSON.stringify({ ...runStamp(), "µs a frame": Number(best.toFixed(1)) }, null, 2));
} finally {
  database.close();
  rmSync(folder, { recursive: true });
}

function changesOf(some: readonly IncomingFrame[]): Changes {
  const vehicles = new Map<number, Changes["vehicles"][number]>();
  const vehiclesBefore = new Map(stored);
  const rows = some.map((frame) => {
    const { vehicleId, timestampUs: receivedAtUs } = frame;
    const vehicleKey = keys.get(vehicleId) ?? keys.size + 1;
    keys.set(vehicleId, vehicleKey);
    const seq = (stored.get(vehicleKey)?.entries ?? 0) + 1;
    const known = { vehicleKey, vehicleId, entries: seq, lastReceivedUs: receivedAtUs };
    const vehicle = vehicleForTests({ ...known, healthScore: 100 - (seq % 3) });
    vehicles.set(vehicleKey, vehicle);
    stored.set(vehicleKey, vehicle);
    return { vehicleKey, seq, frame, receivedAtUs, score, evidenceId: null } as const;
  });
  return { ...noChanges, scoring: "bench", vehicles: [...vehicles.values()], vehiclesBefore, frames: rows };
}
