import { expect, test } from "vitest";

import { callerForTests } from "../../ledger-for-tests.ts";
import type { StoredEvidence } from "../ports/reading/evidence-reader.ts";
import { openEvidence, openSealed, readEvidence } from "./read-evidence.ts";

const stored: StoredEvidence = {
  vehicleKey: 1,
  vehicleId: "van-1",
  seq: 9,
  bundle: Uint8Array.of(1),
  frames: Uint8Array.of(2),
  isIntact: true,
  isSealed: true,
  tombstone: null,
};
const wanted = { eventId: "EVB-1", withFrames: true };
const finding = (found: StoredEvidence | null, waiting = 0) => ({
  evidence: { findEvidence: async () => found, countWaiting: async () => waiting },
});

test("evidence is handed out as it was stored, byte for byte", async () => {
  const { bundle, frames } = await readEvidence(callerForTests, "EVB-1", finding(stored));
  expect([bundle, frames]).toEqual([stored.bundle, stored.frames]);
});

test.each([
  ["none that the caller may see", null, "evidence_not_found"],
  ["of a breach that waits for its issuer's name", null, "issuer_not_named", 1],
  ["damaged on the disk", { ...stored, isIntact: false }, "evidence_damaged"],
  ["damaged before it was sealed", { ...stored, isIntact: false, isSealed: false }, "evidence_damaged"],
  ["not final yet", { ...stored, isSealed: false }, "evidence_not_sealed"],
])("evidence that is %s is refused with %s", async (_, found, code, waiting = 0) => {
  await expect(openSealed(callerForTests, wanted, finding(found, waiting))).rejects.toMatchObject({ code });
});

test("what is not sealed may be looked into by the service itself", async () => {
  const waiting = { ...stored, isSealed: false };
  expect(await openEvidence(callerForTests, wanted, finding(waiting))).toBe(waiting);
});

test("the question is asked within the caller's scope", async () => {
  const asked: unknown[] = [];
  const findEvidence = async (ask: unknown) => {
    asked.push(ask);
    return stored;
  };
  await readEvidence({ ...callerForTests, fleets: ["vans"] }, "EVB-1", {
    evidence: { findEvidence, countWaiting: async () => 0 },
  });
  expect(asked).toEqual([
    { scope: { organisation: "acme", fleets: ["vans"] }, eventId: "EVB-1", withFrames: true },
  ]);
});
