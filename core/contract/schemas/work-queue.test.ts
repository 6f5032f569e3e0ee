import { expect, test } from "vitest";

import { faultsWith, firstOf } from "./changed-example-for-tests.ts";

const item = firstOf("WorkQueue", "data");

test.each([
  ["nothing to do is an empty list", { data: [] }, []],
  ["ranks begin with 1", { data: [{ ...item, rank: 0 }] }, ["/data/0/rank out_of_range"]],
  [
    "a vehicle in CAUTION may have no evidence",
    { data: [{ ...item, tier: "CAUTION", evidence_id: null }] },
    [],
  ],
  ["an e-value is never negative", { data: [{ ...item, e_value: -0.1 }] }, ["/data/0/e_value out_of_range"]],
  [
    "a rate of discoveries is at most 1",
    { false_discovery_rate: 1.1 },
    ["/false_discovery_rate out_of_range"],
  ],
])("%s", (_, changes, faults) => {
  expect(faultsWith("WorkQueue", changes)).toEqual(faults);
});
