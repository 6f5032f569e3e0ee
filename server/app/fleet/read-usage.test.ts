import { expect, test } from "vitest";

import { noQuotas, type Usage } from "../ports/quotas.ts";
import type { UsageReader } from "../ports/reading/fleet-reader.ts";
import { readUsage } from "./read-usage.ts";

test("usage is of the whole organisation, of the last 60 minutes, and of answers not yet expired", async () => {
  const asked: Parameters<UsageReader["readUsage"]>[0][] = [];
  const usage: Usage = { vehicles: 3, newVehicles: 1, storedBytes: 10, keptAnswers: 2 };
  const caller = { organisation: "acme", keyId: "k", scopes: [], fleets: ["vans"] };
  const answer = await readUsage(caller, {
    usage: {
      async readUsage(ask) {
        asked.push(ask);
        return usage;
      },
      async countEvidenceRequests({ keyId }) {
        return keyId === "k" ? 4 : 0;
      },
      async readStoredDays({ organisation }) {
        return organisation === "acme" ? [{ day: 0, atUs: 0, storedBytes: 0 }] : [];
      },
    },
    quotas: { ...noQuotas, storedBytes: 20 },
    answerRetentionUs: 1_000,
    nowUs: () => 2_000 * 60_000_000 + 7,
  });
  const quotas = { ...noQuotas, storedBytes: 20 };
  expect(answer).toEqual({ quotas, usage, fullOn: "1970-01-03", evidenceRequests: 4 });
  expect(asked).toEqual([{ organisation: "acme", newSinceMinute: 1_941, keptSinceUs: 119_999_999_007 }]);
});
