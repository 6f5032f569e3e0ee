import { expect, test } from "vitest";

import { faultsWith, firstOf } from "./changed-example-for-tests.ts";

const vehicles = firstOf("Limits", "data");

test.each([
  [
    "a limit that nothing is counted against may say null for what is used",
    { data: [{ ...vehicles, used: null, remaining: null, setting: null }] },
    [],
  ],
  [
    "what is used is never below nothing",
    { data: [{ ...vehicles, used: -1 }] },
    ["/data/0/used out_of_range"],
  ],
  [
    "a limit of nobody is none",
    { data: [{ ...vehicles, holds_for: "planet" }] },
    ["/data/0/holds_for not_allowed"],
  ],
  [
    "a limit without its code cannot be looked up",
    { data: [{ ...vehicles, code: undefined }] },
    ["/data/0/code member_missing"],
  ],
])("%s", (_, changes, faults) => {
  expect(faultsWith("Limits", changes)).toEqual(faults);
});
