import { expect, test } from "vitest";

import { faultsWith } from "../changed-example-for-tests.ts";

test.each([
  [
    "a vehicle without frames in the span has an empty one",
    { from: null, to: null, frames: 0, timestamps: [], frame_seqs: [], tiers: [], channels: [] },
    [],
  ],
  [
    "points that stand for several frames hold the extremes",
    { downsampled: true, t2_max: [110, null], cusum_statistic_max: [19.4, 19.6] },
    [],
  ],
  ["a statistic is a number or null", { cusum_statistic: ["18.8"] }, ["/cusum_statistic/0 wrong_type"]],
  ["a tier is one of the four", { tiers: ["RED"] }, ["/tiers/0 not_allowed"]],
])("%s", (_, changes, faults) => {
  expect(faultsWith("VehicleSeries", changes)).toEqual(faults);
});
