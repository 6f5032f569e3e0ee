import { expect, test } from "vitest";

import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { callerForTests } from "../../ledger-for-tests.ts";
import { startUs } from "../../storage/frames-for-tests.ts";
import { vehicleForTests } from "../../vehicle-for-tests.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import { rankWorkQueue } from "./rank-work-queue.ts";

const drifting: Partial<VehicleSummary> = {
  tier: "CRITICAL",
  reason: "critical_limit_exceeded",
  probableFaultSource: "radar",
  radarDriftMm: 600,
  healthScore: 10,
  cusumStatistic: 40,
  frames: 1_000,
};

function queueOf(vehicles: readonly Partial<VehicleSummary>[], limit = 10) {
  const tiers = { critical: 0, caution: 0, nominal: 0, unknown: 0 };
  const count = { vehicles: vehicles.length, ...tiers, silent: 0, late: 0, unjudged: 0 };
  const needs = {
    fleet: {
      countFleet: async () => ({ all: count, groups: [], openBreaches: 0, frames: 0 }),
      listVehicles: async ({ limit: most }: { readonly limit: number }) =>
        vehicles.slice(0, most).map(vehicleForTests),
    },
    work: {
      findWork: async (keys: readonly number[]) => keys.map(() => null),
      listWorkEntries: async () => [],
      listHeld: async () => [],
      countSnoozed: async () => 0,
    },
    nowUs: () => startUs,
    silentAfterS: 60,
    settings: defaultSettings,
  };
  return rankWorkQueue(callerForTests, { limit }, needs);
}

test("items are ranked in the order of the store, with why, and priorities follow tier and health", async () => {
  const noisySinceUs = startUs - 5_000_000;
  const noisy: Partial<VehicleSummary> = {
    vehicleId: "van-2",
    tier: "NOMINAL",
    reason: "noise_inflation",
    noise: [{ sensor: "radar", sinceUs: noisySinceUs }],
  };
  const { data } = await queueOf([drifting, noisy]);
  expect(data.map(({ rank, priority }) => [rank, priority])).toEqual([
    [1, 3_090],
    [2, 1_000],
  ]);
  expect(data.map(({ why }) => why.split(" ").slice(0, 4).join(" "))).toEqual([
    "The radar range is",
    "Noise far above the",
  ]);
  expect(data[1]?.since).toBe(new Date(noisySinceUs / 1_000).toISOString());
});

test("as few items as asked for, though more are weighed", async () => {
  const { data } = await queueOf([drifting, { ...drifting, vehicleId: "van-2" }], 1);
  expect(data.map(({ vehicle_id: id }) => id)).toEqual(["van-1"]);
});

test("a change far beyond chance is a discovery, and one that may be chance is none", async () => {
  const { data } = await queueOf([drifting, { vehicleId: "van-2", cusumStatistic: null, frames: 10 }]);
  expect(data.map(({ discovery }) => discovery)).toEqual([true, false]);
});

test("an empty fleet has an empty queue", async () => {
  expect((await queueOf([])).data).toEqual([]);
});
