import { expect, test } from "vitest";

import { callerForTests, ledgerForTests } from "../../ledger-for-tests.ts";
import { commandBaseline } from "./command-baseline.ts";

test("a command enters the journal at the time it was received, with who asked and why", async () => {
  const needs = ledgerForTests(() => ({
    kind: "command",
    answer: { value: {} as never, body: '{"done":1}' },
  }));
  const command = { vehicleId: "van-1", action: "freeze", reason: "calibrated" } as const;
  const context = { requestId: "req_1", receivedAtUs: 42 };
  const { body } = await commandBaseline(callerForTests, command, context, needs);
  expect(body).toBe('{"done":1}');
  expect(needs.asked).toEqual([
    {
      kind: "command",
      writer: { organisation: "acme", keyId: "key-1", fleets: null },
      vehicleId: "van-1",
      entry: { kind: "baseline", action: "freeze", atUs: 42 },
      reason: "calibrated",
      keyId: "key-1",
      requestId: "req_1",
      receivedAtUs: 42,
      keep: null,
      audit: null,
    },
  ]);
});
