import { expect, test } from "vitest";

import { validate } from "../../../core/contract/requests/validate.ts";
import { scoringVersion } from "../../../core/scoring/settings/settings.ts";
import { callerForTests } from "../../ledger-for-tests.ts";
import { startUs } from "../../storage/frames-for-tests.ts";
import { vehicleForTests } from "../../vehicle-for-tests.ts";
import type { FleetReader, TierCount } from "../ports/reading/fleet-reader.ts";
import { summariseFleet } from "./summarise-fleet.ts";

const tiers = { critical: 1, caution: 0, nominal: 2, unknown: 1 };
const all: TierCount = { vehicles: 4, ...tiers, silent: 1, late: 3, unjudged: 2 };

function fleetOf() {
  const asked: Parameters<FleetReader["countFleet"]>[0][] = [];
  const fleet: FleetReader = {
    async countFleet(ask) {
      asked.push(ask);
      const groups = ask.groupBy === null ? [] : [{ ...all, name: null }];
      return { all, groups, openBreaches: 1, frames: 99 };
    },
    listVehicles: async () => [vehicleForTests({ tier: "CRITICAL" })],
  };
  return { asked, needs: { fleet, nowUs: () => startUs, silentAfterS: 60 } };
}

test("the summary is what was counted, with the worst vehicles, as the contract has it", async () => {
  const summary = await summariseFleet(callerForTests, {}, fleetOf().needs);
  expect(validate("FleetHealthSummary", summary)).toEqual([]);
  expect(summary).toMatchObject({ total_vehicles: 4, late_count: 3, unjudged_count: 2, frames_24h: 99 });
  expect(summary.worst.map(({ vehicle_id: id }) => id)).toEqual(["van-1"]);
});

test("frames are those of a day, and silence is judged by the limit asked for", async () => {
  const { asked, needs } = fleetOf();
  await summariseFleet(callerForTests, { silentAfterS: 1 }, needs);
  expect(asked).toMatchObject([
    { framesSinceUs: startUs - 86_400_000_000, filter: { silentBeforeUs: startUs - 1_000_000 } },
  ]);
});

test("while vehicles are scored again by other rules the summary says how far that is, as the contract has it", async () => {
  const refoldOf = (vehiclesDone: number, expectedEndUs: number | null) => ({
    refoldProgress: () => ({ vehicles: 3, vehiclesDone, expectedEndUs }),
    attend: async () => {},
  });
  const rescoringOf = async (...told: Parameters<typeof refoldOf>) => {
    const summary = await summariseFleet(
      callerForTests,
      {},
      { ...fleetOf().needs, refold: refoldOf(...told) },
    );
    expect(validate("FleetHealthSummary", summary)).toEqual([]);
    return summary.rescoring;
  };
  const scoring = scoringVersion;
  expect(await rescoringOf(0, null)).toEqual({ scoring, done: 0, expected_end: null });
  expect(await rescoringOf(2, startUs)).toEqual({
    scoring,
    done: 0.66,
    expected_end: "2026-03-01T08:00:00.000Z",
  });
  expect(await summariseFleet(callerForTests, {}, fleetOf().needs)).not.toHaveProperty("rescoring");
});
