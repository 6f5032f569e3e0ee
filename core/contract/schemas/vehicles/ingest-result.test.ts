import { expect, test } from "vitest";

import { faultsWith } from "../changed-example-for-tests.ts";

test.each([
  ["a duplicate moved nothing", { status: "duplicate", frames_ingested: 0 }, []],
  ["one frame is at most one", { frames_ingested: 2 }, ["/frames_ingested out_of_range"]],
  ["warnings may come along", { warnings: ["rotation_not_orthonormal"] }, []],
])("%s", (_, changes, faults) => {
  expect(faultsWith("IngestResult", changes)).toEqual(faults);
});

test.each([
  ["a batch taken whole has no faults", { status: "accepted", frames_rejected: 0, errors: [] }, []],
  ["a batch is never rejected with this shape", { status: "rejected" }, ["/status not_allowed"]],
  [
    "faults say which frame",
    { errors: [{ code: "a", pointer: "", detail: "b" }] },
    ["/errors/0/index member_missing"],
  ],
])("%s", (_, changes, faults) => {
  expect(faultsWith("BatchIngestResult", changes)).toEqual(faults);
});
