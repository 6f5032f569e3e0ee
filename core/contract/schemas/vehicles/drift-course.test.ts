import { expect, test } from "vitest";

import { faultsWith } from "../changed-example-for-tests.ts";

const changePoint = { frame_seq: 396, interval_50: [390, 400], interval_90: [380, 410] };
const trend = {
  sensor: "radar",
  unit: "m",
  shape: "ramp",
  began_at: "2025-03-01T07:40:00.000Z",
  rate_per_day: 0.2,
  rate_sd_per_day: 0.05,
  time_to_critical_days: 1.4,
  time_to_critical_interval_80: [0.9, 2.2],
  time_to_critical_reason: null,
};

test.each([
  ["a change has begun between two frames", { change_point: changePoint }, []],
  [
    "an interval has two ends",
    { change_point: { ...changePoint, interval_50: [390] } },
    ["/change_point/interval_50 wrong_length"],
  ],
  ["a trend has a date ahead", { trend }, []],
  [
    "or a reason why it has none",
    {
      trend: {
        ...trend,
        time_to_critical_days: null,
        time_to_critical_interval_80: null,
        time_to_critical_reason: "no_trend",
      },
    },
    [],
  ],
  [
    "nothing is foretold for more than a year",
    { trend: { ...trend, time_to_critical_days: 366 } },
    ["/trend/time_to_critical_days out_of_range"],
  ],
  ["a drift is a step or a ramp", { trend: { ...trend, shape: "wave" } }, ["/trend/shape not_allowed"]],
  [
    "a sensor that scatters has a time since which it does",
    { noise: [{ sensor: "radar" }] },
    ["/noise/0/since member_missing"],
  ],
])("%s", (_, changes, faults) => {
  expect(faultsWith("VehicleDetail", changes)).toEqual(faults);
});
