import { expect, test } from "vitest";

import { faultsWith, firstOf } from "../changed-example-for-tests.ts";

const scorer = firstOf("EvidenceScorers", "scorers");
const envelope = { payload: "e30=", payloadType: "a", signatures: [{ keyid: "k", sig: "MA==" }] };

test.each([
  [
    "a scorer is named by its digest",
    { scorers: [{ ...scorer, sha256: "7DED" }] },
    ["/scorers/0/sha256 wrong_format"],
  ],
  [
    "a scorer that the log has begun to use has its document",
    {
      scorers: [
        {
          ...scorer,
          logged: { at: "2026-01-01T00:00:00.000Z", envelope, log_index: 3, tlog_proof: "proof" },
        },
      ],
    },
    [],
  ],
  [
    "that document is signed",
    {
      scorers: [
        {
          ...scorer,
          logged: {
            at: "2026-01-01T00:00:00.000Z",
            envelope: { ...envelope, signatures: [] },
            log_index: 3,
            tlog_proof: "proof",
          },
        },
      ],
    },
    ["/scorers/0/logged/envelope/signatures wrong_length"],
  ],
])("%s", (_, changes, faults) => {
  expect(faultsWith("EvidenceScorers", changes)).toEqual(faults);
});
