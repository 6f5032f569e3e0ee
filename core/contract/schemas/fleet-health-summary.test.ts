import { expect, test } from "vitest";

import { faultsWith } from "./changed-example-for-tests.ts";

const counts = {
  total_vehicles: 0,
  critical_count: 0,
  caution_count: 0,
  nominal_count: 0,
  unknown_count: 0,
  silent_count: 0,
  late_count: 0,
  unjudged_count: 0,
};

test.each([
  [
    "a fleet may be summed up by fleet and by region",
    { by_fleet: [{ fleet_id: "", ...counts }], by_region: [{ region: "eu", ...counts }] },
    [],
  ],
  [
    "a group has all its counts",
    { by_fleet: [{ fleet_id: "a", ...counts, silent_count: undefined }] },
    ["/by_fleet/0/silent_count member_missing"],
  ],
  ["vehicles are counted whole", { nominal_count: 1.5 }, ["/nominal_count wrong_type"]],
  ["a fleet in which all is well has no worst vehicle", { worst: [] }, []],
])("%s", (_, changes, faults) => {
  expect(faultsWith("FleetHealthSummary", changes)).toEqual(faults);
});
