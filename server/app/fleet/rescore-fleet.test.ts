import { afterAll, beforeAll, expect, test } from "vitest";

import { Refusal } from "../../../core/contract/refusal.ts";
import { validate } from "../../../core/contract/requests/validate.ts";
import { callerOf, openFleetForTests, streamForTests, type FleetForTests } from "../../fleet-for-tests.ts";

const acme = callerOf("acme");
let fleet: FleetForTests;

beforeAll(async () => {
  fleet = await openFleetForTests();
  await fleet.send(acme, [
    ...streamForTests({ vehicleId: "broken", frames: 140, radarFaultM: (at) => (at < 80 ? 0 : 0.6) }),
    ...streamForTests({ vehicleId: "quiet", frames: 90 }),
  ]);
});
afterAll(() => fleet.close());

test("the present settings lead to what is stored, whatever is proposed", async () => {
  const answer = await fleet.application.rescoreFleet(acme, { settings: {} });

  expect(validate("FleetRescore", answer)).toEqual([]);
  expect(answer).toMatchObject({ frames: 230, differing: 0, breaches_present: 1, breaches_proposed: 1 });
  for (const { vehicle_id: vehicleId, present } of answer.vehicles) {
    const { tier, tier_history: history } = await fleet.application.showVehicle(acme, vehicleId);
    expect(present).toMatchObject({ tier, tier_changes: history.length });
  }
});

test("the fleet of another key is refused by the member that names it", async () => {
  const ask = fleet.application.rescoreFleet(callerOf("acme", ["vans"]), {
    settings: {},
    fleet_id: "trucks",
  });
  await expect(ask).rejects.toMatchObject({ code: "fleet_not_allowed", faults: [{ pointer: "/fleet_id" }] });
});

test("a limit nothing reaches leaves no breach, and nothing is changed by asking", async () => {
  const before = await fleet.application.showVehicle(acme, "broken");
  const answer = await fleet.application.rescoreFleet(acme, {
    settings: { change: { limit_nats: 1e6 } },
    vehicle_ids: ["broken"],
  });

  expect(answer.vehicles).toMatchObject([
    {
      vehicle_id: "broken",
      differs: true,
      present: { breaches: 1 },
      proposed: { breaches: 0, first_breach_at: null },
    },
  ]);
  expect(await fleet.application.showVehicle(acme, "broken")).toEqual(before);
});

test.each([
  [{ settings: { change: { limit: 8 } } }, "not_allowed", "/settings/change/limit"],
  [{ settings: { change: { harmless_share: 2 } } }, "out_of_range", "/settings/change/harmless_share"],
  [
    { settings: { limits: { radar_m: { caution: -1 } } } },
    "out_of_range",
    "/settings/limits/radar_m/caution",
  ],
  [
    { settings: { limits: { radar_m: { caution: 0.9, critical: 0.5 } } } },
    "out_of_range",
    "/settings/limits/radar_m/caution",
  ],
  [{ settings: {}, vehicle_ids: ["nobody"] }, "vehicle_not_found", "/vehicle_ids/0"],
])("%j is refused by name", async (request, code, pointer) => {
  const refusal = await fleet.application.rescoreFleet(acme, request).catch((fault: unknown) => fault);
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({ code, faults: [{ pointer }] });
});

test("another organisation's vehicles are unknown", async () => {
  const asking = fleet.application.rescoreFleet(callerOf("globex"), {
    settings: {},
    vehicle_ids: ["broken"],
  });
  await expect(asking).rejects.toMatchObject({ code: "vehicle_not_found" });
});
