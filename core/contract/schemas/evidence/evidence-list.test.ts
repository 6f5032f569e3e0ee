import { expect, test } from "vitest";

import { faultsWith, firstOf } from "../changed-example-for-tests.ts";

const item = firstOf("EvidenceList", "data");

test.each([
  [
    "erased evidence is listed with the time of its erasure",
    { data: [{ ...item, erased_at: "2035-03-02T08:00:00.000Z" }] },
    [],
  ],
  [
    "evidence of no frames is none",
    { data: [{ ...item, frame_count: 0 }] },
    ["/data/0/frame_count out_of_range"],
  ],
  [
    "an id has its date",
    { data: [{ ...item, event_id: "EVB-7K3M9Q2XW4HJ" }] },
    ["/data/0/event_id wrong_format"],
  ],
  [
    "a digest has its algorithm",
    { data: [{ ...item, signature: "cff5d56d2d916547" }] },
    ["/data/0/signature wrong_format"],
  ],
])("%s", (_, changes, faults) => {
  expect(faultsWith("EvidenceList", changes)).toEqual(faults);
});
