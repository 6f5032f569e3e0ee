import { expect, test } from "vitest";

import { ErasedRefusal, Refusal } from "./refusal.ts";

test("a refusal is an error whose message is the detail, and names no fault unless given some", () => {
  const refusal = new Refusal("batch_empty", "The batch holds no frame.");
  expect(refusal).toBeInstanceOf(Error);
  expect(refusal).toMatchObject({ code: "batch_empty", detail: "The batch holds no frame.", faults: [] });
});

test("the refusal of erased evidence brings its tombstone and says since when", () => {
  const tombstone = {
    event_id: "EVB-20250301-7K3M9Q2XW4HJ",
    content_digest: `sha256:${"0".repeat(64)}`,
    leaf_index: 7,
    erased_at: "2035-03-02T08:00:00.000Z",
    basis: "retention period over",
    decision_sha256: "0".repeat(64),
    envelope: { payload: "", payloadType: "", signatures: [] },
  };
  const refusal = new ErasedRefusal(tombstone);
  expect(refusal.code).toBe("evidence_purged");
  expect(refusal.detail).toContain("2035-03-02T08:00:00.000Z");
  expect(refusal.tombstone).toBe(tombstone);
});
