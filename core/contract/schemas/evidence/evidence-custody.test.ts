import { expect, test } from "vitest";

import { faultsWith } from "../changed-example-for-tests.ts";

test.each([
  ["a hold is set or released", { hold: "yes" }, ["/hold wrong_type"]],
  ["and says why", { reason: "" }, ["/reason wrong_length"]],
])("%s", (_, changes, faults) => {
  expect(faultsWith("LegalHoldRequest", changes)).toEqual(faults);
});

test.each([
  [
    "an erasure names the decision by its digest",
    { decision_sha256: "none" },
    ["/decision_sha256 wrong_format"],
  ],
  ["nothing else is taken", { event_id: "EVB-20250301-7K3M9Q2XW4HJ" }, ["/event_id member_unknown"]],
])("%s", (_, changes, faults) => {
  expect(faultsWith("ErasureRequest", changes)).toEqual(faults);
});

test.each([
  ["a tombstone of before there were organisations names none", { organisation: undefined }, []],
  [
    "a tombstone is signed",
    { envelope: { payload: "", payloadType: "", signatures: [] } },
    ["/envelope/signatures wrong_length"],
  ],
])("%s", (_, changes, faults) => {
  expect(faultsWith("Tombstone", changes)).toEqual(faults);
});

test.each([["a hold that was there already changed nothing", { changed: false }, []]])(
  "%s",
  (_, changes, faults) => {
    expect(faultsWith("LegalHoldResult", changes)).toEqual(faults);
  },
);
