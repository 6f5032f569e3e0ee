import { expect, test } from "vitest";

import { faultsWith, firstOf } from "./changed-example-for-tests.ts";

const vehicle = firstOf("FleetRescore", "vehicles");

test.each([
  ["vehicles may be named", { vehicle_ids: ["veh-1", "veh-2"] }, []],
  ["naming none is not leaving them out", { vehicle_ids: [] }, ["/vehicle_ids wrong_length"]],
  [
    "at most a hundred are rescored at once",
    { vehicle_ids: Array.from({ length: 101 }, (_, at) => `veh-${at}`) },
    ["/vehicle_ids wrong_length"],
  ],
  ["settings are what it is about", { settings: undefined }, ["/settings member_missing"]],
])("%s", (_, changes, faults) => {
  expect(faultsWith("FleetRescoreRequest", changes)).toEqual(faults);
});

test.each([
  [
    "a vehicle whose verdict stays is listed too",
    { vehicles: [{ ...vehicle, differs: false, proposed: vehicle["present"] }] },
    [],
  ],
  [
    "a vehicle without a breach has no first one",
    { vehicles: [{ ...vehicle, present: vehicle["proposed"] }] },
    [],
  ],
  ["breaches are counted", { breaches_present: -1 }, ["/breaches_present out_of_range"]],
])("%s", (_, changes, faults) => {
  expect(faultsWith("FleetRescore", changes)).toEqual(faults);
});
