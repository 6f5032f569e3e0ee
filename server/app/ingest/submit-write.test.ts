import { expect, test } from "vitest";

import { ledgerForTests } from "../../ledger-for-tests.ts";
import type { ScoreRequest } from "../ports/write-request.ts";
import { radarFrame } from "../../storage/frames-for-tests.ts";
import { submitWrite } from "./submit-write.ts";

const uses = { kind: "key-uses", uses: [] } as const;
const writer = { organisation: "acme", keyId: "k", fleets: null };

function keyed(fingerprint: string): ScoreRequest {
  const keep = { space: "acme/key/1", organisation: "acme", fingerprint, status: 200 };
  return { kind: "score", writer, frame: radarFrame("van-1", 0), receivedAtUs: 0, requestId: "r", keep };
}

test("what the ledger answers is the answer, and what it refuses is thrown with its code and place", async () => {
  expect(
    await submitWrite(
      uses,
      ledgerForTests(() => ({ kind: "key-uses" })),
    ),
  ).toEqual({ kind: "key-uses" });
  const fault = { pointer: "/vehicle_id", code: "vehicle_limit_reached", detail: "full" } as const;
  const refusing = ledgerForTests(() => ({ kind: "refused", code: fault.code, detail: "full", fault }));
  await expect(submitWrite(uses, refusing)).rejects.toMatchObject({ code: fault.code, faults: [fault] });
});

test.each([
  ["again", "idempotency_in_progress"],
  ["another", "idempotency_key_reused"],
])(
  "while a request runs, one with its key that is the same request (%s) is refused: %s",
  async (same, code) => {
    const running = Promise.withResolvers<{ readonly kind: "answer" }>();
    const needs = ledgerForTests(() => running.promise);
    const first = submitWrite(keyed("again"), needs);
    await expect(submitWrite(keyed(same), needs)).rejects.toMatchObject({ code });
    running.resolve({ kind: "answer" });
    await first;
    expect(needs.inFlight.size).toBe(0);
  },
);

test("a key is free again after a fault", async () => {
  const needs = ledgerForTests(() => Promise.reject(new Error("the disk is on fire")));
  await expect(submitWrite(keyed("f"), needs)).rejects.toThrow("on fire");
  expect(needs.inFlight.size).toBe(0);
});
