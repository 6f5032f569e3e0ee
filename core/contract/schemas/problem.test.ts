import { expect, test } from "vitest";

import { faultsWith } from "./changed-example-for-tests.ts";

test.each([
  ["a problem need not name single faults", { errors: undefined }, []],
  [
    "a fault may be in a header or a parameter",
    {
      errors: [
        { header: "expect", code: "a", detail: "b" },
        { parameter: "limit", code: "a", detail: "b" },
      ],
    },
    [],
  ],
  ["a fault has a code", { errors: [{ pointer: "", detail: "b" }] }, ["/errors/0/code member_missing"]],
  [
    "a problem without a request id cannot be found again",
    { request_id: undefined },
    ["/request_id member_missing"],
  ],
])("%s", (_, changes, faults) => {
  expect(faultsWith("Problem", changes)).toEqual(faults);
});

test.each([
  ["a rejected batch counts its frames", { frames_rejected: undefined }, ["/frames_rejected member_missing"]],
  [
    "it lists at most a hundred faults",
    { errors: Array.from({ length: 101 }, (_, index) => ({ index, code: "a", pointer: "", detail: "b" })) },
    ["/errors wrong_length"],
  ],
])("%s", (_, changes, faults) => {
  expect(faultsWith("BatchRejection", changes)).toEqual(faults);
});
