import { expect, test } from "vitest";

import { validate } from "../../../core/contract/requests/validate.ts";
import { callerForTests } from "../../ledger-for-tests.ts";
import type { AnalyticsReader, ShareCount, ShareQuestion } from "../ports/reading/analytics-reader.ts";
import { compareCases } from "./compare-cases.ts";

const unasked = () => Promise.reject(new Error("not asked for"));

function reading(counted: Partial<ShareCount>) {
  const asked: ShareQuestion[] = [];
  const analytics: AnalyticsReader = {
    countAttributes: unasked,
    listPositions: unasked,
    gatherCourse: unasked,
    async countShares(ask) {
      asked.push(ask);
      return { cases: 37, others: 963, values: [], ...counted };
    },
  };
  return { asked, needs: { analytics, nowUs: () => 1_790_000_000_000_000, silentAfterS: 60 } };
}

const bracket = { name: "camera_bracket", value: "B", cases: 31, others: 77 };
/** As common among the cases as among the others. */
const ordinary = Array.from({ length: 213 }, (_, at) => ({
  name: "depot",
  value: `d-${at}`,
  cases: 2,
  others: 52,
}));

test("what is shared comes first, with its numbers and what chance would do", async () => {
  const { needs, asked } = reading({ values: [...ordinary, bracket] });
  const found = await compareCases(callerForTests, { limit: 3 }, needs);
  expect(validate("FleetShared", found)).toEqual([]);
  expect(asked[0]).toMatchObject({ caseTiers: ["CRITICAL"], caseAttributes: [] });
  expect(found).toMatchObject({ cases: 37, others: 963, comparisons: 214 });
  expect(found.data).toHaveLength(3);
  expect(found.data[0]).toMatchObject({
    attribute: "camera_bracket",
    value: "B",
    cases_having: 31,
    others_having: 77,
    sentence: "31 of 37 have camera_bracket B; of the other 963, 8 % do.",
  });
  expect(found.data[0]!.odds_ratio_low).toBeGreaterThan(20);
  expect(found.data[0]!.familywise_p_value).toBeLessThan(1e-20);
  expect(found.sentence).toBe(
    "31 of 37 have camera_bracket B; of the other 963, 8 % do. Among 214 comparisons about 0.0 such are to be expected by chance. It is a hint where to look, not a cause.",
  );
});

test("where nothing is shared it says so, and how often chance does as much", async () => {
  const { needs } = reading({ values: ordinary });
  const found = await compareCases(callerForTests, { limit: 5 }, needs);
  expect(found.sentence).toMatch(/^They share nothing that chance does not explain\. Among 213 comparisons /);
});

test("what the cases have less often is compared, and not listed as shared", async () => {
  const { needs } = reading({ values: [{ name: "model", value: "A", cases: 0, others: 900 }] });
  const found = await compareCases(callerForTests, { limit: 5 }, needs);
  expect([found.comparisons, found.data]).toEqual([1, []]);
});

test.each([
  [{ cases: 0 }, "There is no such vehicle."],
  [{ others: 0 }, "All vehicles are such: there is nothing to compare them with."],
  [{ values: [] }, "The vehicles have no attribute that two of them share."],
])("with %o it says why there is no answer", async (counted, sentence) => {
  const found = await compareCases(callerForTests, { limit: 5 }, reading(counted).needs);
  expect(found.sentence).toBe(sentence);
  expect(validate("FleetShared", found)).toEqual([]);
});

test("cases are those asked for, by tiers and attributes", async () => {
  const { needs, asked } = reading({});
  const query = { tiers: ["CAUTION", "CRITICAL"], attributes: ["model:A:b"], fleets: ["vans"], limit: 5 };
  await compareCases(callerForTests, query, needs);
  expect(asked[0]).toMatchObject({
    caseTiers: ["CAUTION", "CRITICAL"],
    caseAttributes: [{ name: "model", value: "A:b" }],
    filter: { scope: { fleets: ["vans"] } },
  });
});
