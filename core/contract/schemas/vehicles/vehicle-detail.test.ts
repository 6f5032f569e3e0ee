import { expect, test } from "vitest";

import { faultsWith } from "../changed-example-for-tests.ts";

test.each([
  [
    "a vehicle that does not drift has neither breach nor trend",
    { open_breach: null, change_point: null, trend: null, noise: [] },
    [],
  ],
  ["a vehicle without a reference says null", { reference: null }, []],
  ["a vehicle has its tier", { tier: "RED" }, ["/tier not_allowed"]],
  [
    "sensors are camera, radar and lidar",
    { monitored_sensors: ["sonar"] },
    ["/monitored_sensors/0 not_allowed"],
  ],
])("%s", (_, changes, faults) => {
  expect(faultsWith("VehicleDetail", changes)).toEqual(faults);
});
