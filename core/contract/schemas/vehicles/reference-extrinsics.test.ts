import { expect, test } from "vitest";

import { faultsWith } from "../changed-example-for-tests.ts";

test.each([
  ["null withdraws the reference", { camera_rotation_matrix: null, valid_from: undefined }, []],
  [
    "who withdraws it says so",
    { camera_rotation_matrix: undefined },
    ["/camera_rotation_matrix member_missing"],
  ],
  ["a matrix has nine numbers", { camera_rotation_matrix: [1] }, ["/camera_rotation_matrix wrong_length"]],
  ["a source has at most 200 characters", { source: "x".repeat(201) }, ["/source wrong_length"]],
])("%s", (_, changes, faults) => {
  expect(faultsWith("ReferenceExtrinsics", changes)).toEqual(faults);
});

test.each([["a reference holds from a time on", { valid_from: "soon" }, ["/valid_from timestamp_invalid"]]])(
  "%s",
  (_, changes, faults) => {
    expect(faultsWith("ReferenceResult", changes)).toEqual(faults);
  },
);
