import { expect, test } from "vitest";

import { faultsWith } from "./changed-example-for-tests.ts";

test.each([
  ["a degraded service says so", { status: "degraded" }, []],
  ["there is no other state", { status: "fine" }, ["/status not_allowed"]],
  ["the checks come along", { checks: undefined }, ["/checks member_missing"]],
])("%s", (_, changes, faults) => {
  expect(faultsWith("Health", changes)).toEqual(faults);
});

test.each([
  ["a process that answers lives", {}, []],
  ["liveness has its status", { status: undefined }, ["/status member_missing"]],
])("%s", (_, changes, faults) => {
  expect(faultsWith("Liveness", changes)).toEqual(faults);
});
