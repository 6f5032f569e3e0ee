import type { DatabaseSync } from "node:sqlite";

import { noChanges, type FrameCount, type TierTransition } from "../../server/app/ports/changes.ts";
import type { VehicleSummary } from "../../server/app/ports/vehicle-summary.ts";
import { SqliteStore } from "../../server/storage/sqlite/write/sqlite-store.ts";

export const organisation = "bench";
const fleets = 40;
const regions = 5;
const minuteUs = 60_000_000;
const dayUs = 24 * 60 * minuteUs;
const vehiclesAtOnce = 10_000;

/**
 * Writes a fleet of so many vehicles, as commits would have left it: most were heard within the last minutes, one in five
 * went silent within a week, one in twenty-five needs somebody. Every fleet and region had frames in each minute of the day.
 */
export async function growFleet(
  database: DatabaseSync,
  given: { vehicles: number; nowUs: number },
): Promise<void> {
  const store = new SqliteStore(database);
  const draw = drawsFrom(1);
  for (let from = 0; from < given.vehicles; from += vehiclesAtOnce) {
    const count = Math.min(vehiclesAtOnce, given.vehicles - from);
    const vehicles = Array.from({ length: count }, (_, at) => vehicleOf(from + at, given.nowUs, draw));
    await store.transact((transaction) =>
      transaction.write({
        ...noChanges,
        scoring: "bench",
        vehicles,
        newlyDescribed: vehicles,
        transitions: vehicles.flatMap(transitionsOf),
      }),
    );
  }
  const frameCounts = [...countsOfDay(given.nowUs)];
  await store.transact((transaction) => transaction.write({ ...noChanges, scoring: "bench", frameCounts }));
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
}

function vehicleOf(number: number, nowUs: number, draw: Draw): VehicleSummary {
  const silentUs = draw(5) === 0 ? draw(7 * dayUs) : draw(10 * minuteUs);
  const fleet = draw(fleets);
  const heardUs = nowUs - silentUs;
  // The first fleet has no faults: its worst vehicles are healthy ones.
  const isBad = draw(25) === 0 && fleet > 0;
  return {
    organisation,
    vehicleId: `vehicle-${String(number).padStart(7, "0")}`,
    vehicleKey: number + 1,
    fleetId: `fleet-${fleet}`,
    region: `region-${draw(regions)}`,
    entries: 5_000,
    frames: 5_000,
    firstReceivedUs: nowUs - 30 * dayUs,
    lastReceivedUs: heardUs,
    silentSinceUs: null,
    firstTimestampUs: nowUs - 30 * dayUs,
    newestTimestampUs: heardUs,
    ...describe(number, draw),
    tierSinceUs: heardUs - dayUs,
    scoredSeq: 5_000,
    residualScore: 0.3,
    confidence: 0.9,
    cameraDriftDeg: 0.01,
    radarDriftMm: 1,
    lidarDriftM: 0.001,
    noise: [],
    dropped: [],
    lateness: "none",
    baselineState: "established",
    baselineFrames: 50,
    baselineNeeded: 50,
    ...(isBad ? drawFault(draw) : drawHealth(draw)),
    openBreach: isBad
      ? { evidenceId: `EVB-${number}`, worstTier: "CAUTION", seq: 4_990, openedAtUs: heardUs }
      : null,
  };
}

/** From its first verdict on each vehicle left NOMINAL and came back, three times in a month. */
function transitionsOf({ vehicleKey, firstReceivedUs, tier }: VehicleSummary): TierTransition[] {
  const course = ["UNKNOWN", "NOMINAL", "CAUTION", "NOMINAL", "CAUTION", "NOMINAL", "CAUTION", tier] as const;
  return course.slice(1).map((to, at) => {
    const atUs = firstReceivedUs + Math.floor((at + 1 + (vehicleKey % 97) / 97) * 3 * dayUs);
    const facts = { organisation, vehicleKey, seq: at + 1, atUs, recordedAtUs: atUs };
    return { ...facts, from: course[at]!, to, reason: "in_control", evidenceId: null };
  });
}

function describe(number: number, draw: Draw) {
  return {
    attributes: {
      camera_part: `CAM-${draw(6)}`,
      depot: `depot-${draw(30)}`,
      firmware: `4.${draw(4)}.${draw(10)}`,
      model: `model-${draw(8)}`,
      model_year: 2018 + draw(8),
      radar_part: `RAD-${draw(4)}`,
      vin: `VIN-${number}`,
      windscreen_replaced: draw(10) === 0,
    },
    attributesAtUs: 0,
    position: { latitude: 35 + draw(20_000) / 1000, longitude: draw(30_000) / 1000 },
    odometer: { firstKm: 1_000 * draw(80), newestKm: 80_000 + draw(40_000) },
    metadataText: "",
  };
}

type Draw = (below: number) => number;

function drawFault(draw: Draw) {
  return {
    tier: draw(4) === 0 ? "CRITICAL" : "CAUTION",
    reason: "caution_limit_exceeded",
    healthScore: draw(50_000) / 1000,
    cusumStatistic: 9,
    cusumTriggered: true,
    probableFaultSource: "camera",
    recommendedAction: "schedule_calibration",
  } as const;
}

function drawHealth(draw: Draw) {
  const isLearning = draw(30) === 0;
  return {
    tier: isLearning ? "UNKNOWN" : "NOMINAL",
    reason: isLearning ? "learning" : "in_control",
    healthScore: isLearning ? null : 70 + draw(30_000) / 1000,
    cusumStatistic: isLearning ? null : -2,
    cusumTriggered: false,
    probableFaultSource: "none",
    recommendedAction: "none",
  } as const;
}

function* countsOfDay(nowUs: number): Generator<FrameCount> {
  const newest = Math.floor(nowUs / minuteUs);
  for (let minute = newest - 24 * 60; minute <= newest; minute += 1) {
    for (let at = 0; at < fleets * regions; at += 1) {
      yield {
        organisation,
        fleetId: `fleet-${at % fleets}`,
        region: `region-${Math.floor(at / fleets)}`,
        minute,
        frames: 1 + ((minute * 31 + at) % 97),
        late: 0,
      };
    }
  }
}

/** Whole numbers below a bound, the same in every run. (Park, Miller 1988, "Random number generators", minimal standard.) */
function drawsFrom(seed: number): Draw {
  let state = seed;
  const next = () => (state = (state * 48_271) % 2_147_483_647);
  // A second draw fills in what the first is too coarse for: a week has more microseconds than 2³¹.
  return (below) => Math.floor(((next() + next() / 2_147_483_647) / 2_147_483_647) * below);
}
