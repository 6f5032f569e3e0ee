import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";

import type { IncomingFrame } from "../../core/contract/requests/parse-frame.ts";
import { fold } from "../../core/scoring/fold.ts";
import { packState } from "../../core/scoring/model/codec/state-codec.ts";
import { initialState } from "../../core/scoring/model/initial-state.ts";
import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import type { VehicleState } from "../../core/scoring/model/state.ts";
import { nameScoring } from "../../server/app/journal/name-scoring.ts";
import { unpackedBytes } from "../../server/app/journal/state-cache.ts";
import { summaryBeforeFirst } from "../../server/app/journal/summary-after.ts";
import { noChanges } from "../../server/app/ports/changes.ts";
import { setMetaValue } from "../../server/storage/sqlite/meta-value.ts";
import { openDatabase } from "../../server/storage/sqlite/open-database.ts";
import { SqliteStore } from "../../server/storage/sqlite/write/sqlite-store.ts";
import { fleetFrames } from "../../simulator/generate-fleet.ts";
import { cacheFolder, incoming, openBenchLedger } from "../service/bench-ledger.ts";
import { calmFleet } from "../service/load-frames.ts";

export interface RoundsFigure {
  readonly cacheMebibytes: number;
  /** Vehicles heard in turn, and how many times as many as the memory holds as objects. */
  readonly vehicles: number;
  readonly timesCache: number;
  /** Of all threads, as is garbage collection. */
  readonly cpuUsPerFrame: number;
  readonly wallUsPerFrame: number;
}

/** Different vehicles; the others of a fleet begin as one of them. */
const templates = 50;
const warmUpFrames = 150;
const framesPerRequest = 500;
const rounds = 5;

/** Each vehicle sends one frame a round, in the same order: the case a memory that lets the longest unused go is worst at. */
export async function measureRounds(
  cacheMebibytes: number,
  times: readonly number[],
): Promise<RoundsFigure[]> {
  const held = Math.floor((cacheMebibytes * 2 ** 20) / unpackedBytes);
  const settled = settledVehicles();
  const figures: RoundsFigure[] = [];
  for (const timesCache of times) {
    const vehicles = Math.floor(held * timesCache);
    const spent = await runRounds({ vehicles, cacheMebibytes }, settled);
    figures.push({ cacheMebibytes, vehicles, timesCache, ...spent });
  }
  return figures;
}

interface Settled {
  readonly state: VehicleState;
  readonly packed: Uint8Array;
  readonly entries: number;
  /** What it sends next, a frame a round. */
  readonly next: readonly object[];
}

function settledVehicles(): readonly Settled[] {
  const fleet = calmFleet(templates);
  const steps = warmUpFrames + rounds + 2;
  const frames = [...fleetFrames(fleet, 0, steps)];
  return Array.from({ length: templates }, (_, at) => {
    const own = frames.filter((_frame, index) => index % templates === at);
    let state = initialState();
    for (const frame of own.slice(0, warmUpFrames)) {
      const entry = { kind: "frame", reading: incoming(frame).reading } as const;
      state = fold(state, entry, defaultSettings).state;
    }
    return { state, packed: packState(state), entries: warmUpFrames, next: own.slice(warmUpFrames) };
  });
}

async function runRounds(
  { vehicles, cacheMebibytes }: { readonly vehicles: number; readonly cacheMebibytes: number },
  settled: readonly Settled[],
): Promise<Pick<RoundsFigure, "cpuUsPerFrame" | "wallUsPerFrame">> {
  const dataDir = mkdtempSync(join(cacheFolder(), "rounds-"));
  try {
    await storeVehicles(dataDir, vehicles, settled);
    const { ingest, close } = await openBenchLedger(dataDir, { stateCacheBytes: cacheMebibytes * 2 ** 20 });
    const spent: { cpu: number; wall: number }[] = [];
    for (let round = 0; round < rounds + 1; round += 1) {
      const requests = requestsOf(round, vehicles, settled);
      const began = { cpu: process.cpuUsage(), wall: performance.now() };
      for (const frames of requests) await ingest(frames);
      const { user, system } = process.cpuUsage(began.cpu);
      spent.push({
        cpu: (user + system) / vehicles,
        wall: ((performance.now() - began.wall) * 1000) / vehicles,
      });
    }
    await close();
    // The first round reads every vehicle from the store.
    const median = (list: number[]) => list.sort((one, other) => one - other)[list.length >> 1]!;
    const timed = spent.slice(1);
    return {
      cpuUsPerFrame: median(timed.map(({ cpu }) => cpu)),
      wallUsPerFrame: median(timed.map(({ wall }) => wall)),
    };
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

function requestsOf(
  round: number,
  vehicles: number,
  settled: readonly Settled[],
): readonly IncomingFrame[][] {
  const requests: IncomingFrame[][] = [];
  for (let at = 0; at < vehicles; at += 1) {
    if (at % framesPerRequest === 0) requests.push([]);
    const frame = settled[at % templates]!.next[round]!;
    requests.at(-1)!.push(incoming({ ...frame, vehicle_id: vehicleIdOf(at) }));
  }
  return requests;
}

/** Rows and snapshots as a long life would have left them. */
async function storeVehicles(dataDir: string, vehicles: number, settled: readonly Settled[]): Promise<void> {
  const database = openDatabase(join(dataDir, "plumbline.db"));
  const scoring = nameScoring(defaultSettings);
  setMetaValue(database, "scoring", scoring);
  const store = new SqliteStore(database);
  for (let from = 0; from < vehicles; from += framesPerRequest) {
    const keys = Array.from({ length: Math.min(framesPerRequest, vehicles - from) }, (_, at) => from + at);
    const rows = keys.map((at) => rowOf(at, settled[at % templates]!));
    await store.transact((transaction) => transaction.write({ ...noChanges, scoring, ...joined(rows) }));
  }
  database.close();
}

function rowOf(at: number, { packed, entries, next }: Settled) {
  const first = incoming({ ...next[0]!, vehicle_id: vehicleIdOf(at) });
  const name = { organisation: "bench", vehicleId: vehicleIdOf(at), vehicleKey: at + 1 };
  const begun = summaryBeforeFirst(name, { frame: first, receivedAtUs: first.timestampUs });
  return {
    vehicle: {
      ...begun,
      entries,
      frames: entries,
      tier: "NOMINAL",
      newestTimestampUs: first.timestampUs - 1_000_000,
    } as const,
    snapshot: { vehicleKey: name.vehicleKey, seq: entries, state: packed },
  };
}

function joined(rows: readonly ReturnType<typeof rowOf>[]) {
  return { vehicles: rows.map(({ vehicle }) => vehicle), snapshots: rows.map(({ snapshot }) => snapshot) };
}

function vehicleIdOf(at: number): string {
  return `vehicle-${String(at).padStart(7, "0")}`;
}
