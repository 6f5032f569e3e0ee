import { expect, test } from "vitest";

import { callerForTests } from "../../ledger-for-tests.ts";
import type { RedactJob, Redacted } from "../ports/report-worker.ts";
import { redactEvidence } from "./redact-evidence.ts";

const frames = Uint8Array.of(1, 2, 3);

function redacting(redacted: Redacted) {
  const asked: RedactJob[] = [];
  const found = {
    vehicleKey: 1,
    vehicleId: "van-1",
    seq: 9,
    bundle: new Uint8Array(),
    frames,
    isIntact: true,
    isSealed: true,
    tombstone: null,
  };
  const needs = {
    evidence: { findEvidence: async () => found, countWaiting: async () => 0 },
    reports: {
      async redact(_organisation: string, job: RedactJob) {
        asked.push(job);
        return redacted;
      },
    },
  };
  const ask = (withhold: string) => redactEvidence(callerForTests, { eventId: "EVB-1", withhold }, needs);
  return { asked, ask };
}

test("numbers and ranges of them name what is withheld", async () => {
  const { asked, ask } = redacting({ kind: "redacted", bytes: Uint8Array.of(9) });
  expect(await ask("12,15-20")).toEqual(Uint8Array.of(9));
  const ranges = [
    { first: 12, last: 12 },
    { first: 15, last: 20 },
  ];
  expect(asked).toEqual([{ frames, ranges }]);
});

test.each(["", "x", "20-15", "1,,2"])("%j names nothing, and no work is begun", async (withhold) => {
  const { asked, ask } = redacting({ kind: "redacted", bytes: frames });
  await expect(ask(withhold)).rejects.toMatchObject({ code: "query_parameter_invalid" });
  expect(asked).toEqual([]);
});

test("a number beyond the frames is said to be too far", async () => {
  const { ask } = redacting({ kind: "out-of-range", detail: "there are 3" });
  await expect(ask("7")).rejects.toThrow("withhold reaches too far: there are 3.");
});
