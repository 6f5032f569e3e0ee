import { expect, test } from "vitest";

import { faultsWith } from "../changed-example-for-tests.ts";
import { exampleVehicle } from "./vehicle-list.ts";

test.each([
  [
    "a vehicle without a lidar has no lidar drift",
    { data: [{ ...exampleVehicle, lidar_drift_m: null }] },
    [],
  ],
  ["a vehicle without a breach has no evidence", { data: [{ ...exampleVehicle, evidence_id: null }] }, []],
  [
    "health is at most 100",
    { data: [{ ...exampleVehicle, health_score: 101 }] },
    ["/data/0/health_score out_of_range"],
  ],
  [
    "an angle has no sign",
    { data: [{ ...exampleVehicle, camera_drift_deg: -1 }] },
    ["/data/0/camera_drift_deg out_of_range"],
  ],
  ["the last page has no cursor, the others do", { has_more: true, next_cursor: "abc" }, []],
  ["a page says whether there is more", { has_more: undefined }, ["/has_more member_missing"]],
])("%s", (_, changes, faults) => {
  expect(faultsWith("VehicleList", changes)).toEqual(faults);
});
