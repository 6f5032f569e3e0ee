import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";

import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import type { Caller } from "../../server/app/application.ts";
import { analyseFleet } from "../../server/app/analytics/analyse-fleet.ts";
import { compareCases } from "../../server/app/analytics/compare-cases.ts";
import { listAttributes } from "../../server/app/analytics/list-attributes.ts";
import { showPositions } from "../../server/app/analytics/show-positions.ts";
import { listVehicles } from "../../server/app/fleet/list-vehicles.ts";
import { rankWorkQueue } from "../../server/app/fleet/rank-work-queue.ts";
import { summariseFleet } from "../../server/app/fleet/summarise-fleet.ts";
import { openDatabase } from "../../server/storage/sqlite/open-database.ts";
import { openReader } from "../../server/storage/sqlite/read/open-reader.ts";
import { cacheFolder } from "../service/bench-ledger.ts";
import { growFleet, organisation } from "./grown-fleet.ts";

export interface FleetFigure {
  readonly vehicles: number;
  readonly question: string;
  readonly msMedian: number;
  readonly msWorst: number;
}

const rounds = 9;
const daySeconds = 86_400;

/** Medians of the questions about a whole fleet, asked of the reading thread as the service asks them. */
export async function measureFleet(vehicles: number): Promise<readonly FleetFigure[]> {
  const folder = mkdtempSync(join(cacheFolder(), "growth-"));
  const file = join(folder, "plumbline.db");
  const nowUs = Date.now() * 1000;
  try {
    const database = openDatabase(file);
    await growFleet(database, { vehicles, nowUs });
    database.close();
    return await askAll(file, { vehicles, nowUs });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function askAll(
  file: string,
  { vehicles, nowUs }: { readonly vehicles: number; readonly nowUs: number },
): Promise<readonly FleetFigure[]> {
  const fleet = await openReader({
    file,
    settings: defaultSettings,
    onBroken(reason) {
      throw new Error(reason);
    },
  });
  const caller: Caller = { organisation, keyId: "bench", scopes: ["admin"], fleets: null };
  const narrow: Caller = { ...caller, fleets: ["fleet-7"] };
  const needs = {
    fleet,
    work: fleet,
    analytics: fleet,
    nowUs: () => nowUs,
    silentAfterS: daySeconds,
    settings: defaultSettings,
  };
  const listing = { ...needs, cursorSecret: new Uint8Array(32) };
  const questions: Readonly<Record<string, () => Promise<unknown>>> = {
    "health summary": () => summariseFleet(caller, {}, needs),
    "health summary by fleet": () => summariseFleet(caller, { groupBy: "fleet" }, needs),
    "health summary of one fleet": () => summariseFleet(caller, { fleets: ["fleet-7"] }, needs),
    "health summary under one fleet's key": () => summariseFleet(narrow, {}, needs),
    "health summary of a fleet without faults": () => summariseFleet(caller, { fleets: ["fleet-0"] }, needs),
    "health summary of one region": () => summariseFleet(caller, { regions: ["region-3"] }, needs),
    "health summary, silent after an hour": () => summariseFleet(caller, { silentAfterS: 3_600 }, needs),
    "health summary, silent after 5 minutes": () => summariseFleet(caller, { silentAfterS: 300 }, needs),
    "work queue": () => rankWorkQueue(caller, { limit: 50 }, needs),
    "work queue of one fleet": () => rankWorkQueue(caller, { fleets: ["fleet-7"], limit: 50 }, needs),
    "list by attribute": () => listVehicles(caller, { attributes: ["model:model-3"], limit: 100 }, listing),
    "list by two attributes, by name": () =>
      listVehicles(
        caller,
        { attributes: ["model:model-3", "depot:depot-7"], sort: "vehicle_id", limit: 100 },
        listing,
      ),
    "list by camera drift": () => listVehicles(caller, { sort: "camera_drift_deg", limit: 100 }, listing),
    "list by latest frame": () => listVehicles(caller, { sort: "last_frame_at", limit: 100 }, listing),
    "list of a text in the name": () => listVehicles(caller, { text: "00042", limit: 100 }, listing),
    "list of a text nobody has, by camera drift": () =>
      listVehicles(caller, { text: "no such", sort: "camera_drift_deg", limit: 100 }, listing),
    attributes: () => listAttributes(caller, {}, needs),
    "attributes of one fleet": () => listAttributes(narrow, {}, needs),
    positions: () => showPositions(caller, {}, needs),
    "analytics, 30 days": () => analyseFleet(caller, {}, needs),
    "analytics, 30 days by an attribute": () => analyseFleet(caller, { groupBy: "attribute:depot" }, needs),
    "what the critical ones share": () => compareCases(caller, { limit: 20 }, needs),
    "what those of one fleet share": () => compareCases(narrow, { limit: 20 }, needs),
  };
  try {
    const figures: FleetFigure[] = [];
    for (const [question, ask] of Object.entries(questions)) {
      const tookMs: number[] = [];
      for (let round = 0; round < rounds; round += 1) tookMs.push(await timed(ask));
      figures.push({ vehicles, question, ...sorted(tookMs) });
    }
    const meanwhile = await timesMeanwhile(
      () => fleet.openVehicle(someVehicle),
      questions["analytics, 30 days"]!,
    );
    figures.push({ vehicles, question: "one vehicle, while analytics is found", ...sorted(meanwhile) });
    return figures;
  } finally {
    await fleet.close();
  }
}

const someVehicle = { scope: { organisation, fleets: null }, vehicleId: "vehicle-0000007" };

/** What others wait for an answer of theirs, asked again and again until the long one has come. */
async function timesMeanwhile(
  ask: () => Promise<unknown>,
  long: () => Promise<unknown>,
): Promise<readonly number[]> {
  const tookMs: number[] = [];
  const state = { isFound: false };
  const finding = long().finally(() => (state.isFound = true));
  while (!state.isFound) tookMs.push(await timed(ask));
  await finding;
  return tookMs;
}

function sorted(tookMs: readonly number[]): Pick<FleetFigure, "msMedian" | "msWorst"> {
  const ascending = tookMs.toSorted((one, other) => one - other);
  return { msMedian: ascending[ascending.length >> 1] ?? 0, msWorst: ascending.at(-1) ?? 0 };
}

async function timed(ask: () => Promise<unknown>): Promise<number> {
  const beganMs = performance.now();
  await ask();
  return performance.now() - beganMs;
}
