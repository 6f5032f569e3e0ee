import { expect, test } from "vitest";

import { faultsWith } from "../changed-example-for-tests.ts";

test.each([
  ["a reason has at most 500 characters", { reason: "x".repeat(501) }, ["/reason wrong_length"]],
  ["and at least one", { reason: "" }, ["/reason wrong_length"]],
  [
    "a reason that turns the direction of text is refused",
    { reason: "\u202Ecalibrated" },
    ["/reason wrong_format"],
  ],
  ["there is no fourth command", { action: "forget" }, ["/action not_allowed"]],
  ["nothing else is taken", { vehicle_id: "veh-1" }, ["/vehicle_id member_unknown"]],
])("%s", (_, changes, faults) => {
  expect(faultsWith("BaselineCommand", changes)).toEqual(faults);
});

test.each([
  [
    "a baseline is in one of four states",
    { baseline: { state: "old", frames: 0, needed: 20 } },
    ["/baseline/state not_allowed"],
  ],
])("%s", (_, changes, faults) => {
  expect(faultsWith("BaselineResult", changes)).toEqual(faults);
});
