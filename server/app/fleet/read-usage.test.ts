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
    },
    quotas: noQuotas,
    answerRetentionUs: 1_000,
    nowUs: () => 100 * 60_000_000 + 7,
  });
  expect(answer).toEqual({ quotas: noQuotas, usage });
  expect(asked).toEqual([{ organisation: "acme", newSinceMinute: 41, keptSinceUs: 5_999_999_007 }]);
});
