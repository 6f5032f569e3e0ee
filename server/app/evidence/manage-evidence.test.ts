import { expect, test } from "vitest";

import { callerForTests, ledgerForTests } from "../../ledger-for-tests.ts";
import { eraseEvidence, setLegalHold } from "./manage-evidence.ts";

const context = { requestId: "req_1", receivedAtUs: 0 };
const needs = () => ledgerForTests(() => ({ kind: "custody", answer: { value: {} as never, body: "{}" } }));

test("a hold and an erasure are acts of custody, under the key that asked", async () => {
  const given = needs();
  await setLegalHold(callerForTests, { eventId: "EVB-1", hold: true, reason: "court" }, context, given);
  const erasure = { eventId: "EVB-1", basis: "Art. 17", decision_sha256: "ab" };
  await eraseEvidence(callerForTests, erasure, context, given);
  expect(given.asked).toMatchObject([
    { kind: "custody", eventId: "EVB-1", keyId: "key-1", act: { kind: "hold", hold: true, reason: "court" } },
    { act: { kind: "erasure", basis: "Art. 17", decisionSha256: "ab" }, keep: null },
  ]);
});

test("a refusal of the ledger is the caller's", async () => {
  const onHold = ledgerForTests(() => ({ kind: "refused", code: "evidence_on_hold", detail: "held" }));
  const erasure = { eventId: "EVB-1", basis: "b", decision_sha256: "ab" };
  await expect(eraseEvidence(callerForTests, erasure, context, onHold)).rejects.toMatchObject({
    code: "evidence_on_hold",
  });
});
