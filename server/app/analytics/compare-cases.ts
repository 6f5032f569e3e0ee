import { compareShares } from "../../../core/analytics/compare-shares.ts";
import { adjustForMany } from "../../../core/analytics/many-comparisons.ts";
import type { FleetShared, SharedValue } from "../../../core/contract/types.ts";
import { formatTime } from "../../../core/encoding/instant.ts";
import type { Tier } from "../../../core/scoring/model/tier.ts";
import type { Caller } from "../application.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import { tiersNamed } from "../visibility-scope.ts";
import type { SharedQuery } from "./fleet-question.ts";
import { sayConclusion, sayShare } from "./say-share.ts";
import { attributesNamed, selectVehicles } from "./select-vehicles.ts";

/** What the cases have more often than all other vehicles the caller may see. */
export async function compareCases(
  caller: Caller,
  query: SharedQuery,
  needs: Pick<ReadingNeeds, "analytics" | "nowUs" | "silentAfterS">,
): Promise<FleetShared> {
  const { filter } = selectVehicles(caller, { ...query, tiers: [], attributes: [] }, needs);
  const caseTiers: readonly Tier[] = tiersNamed(query.tiers) ?? ["CRITICAL"];
  const caseAttributes = attributesNamed(query.attributes);
  const counted = await needs.analytics.countShares({ filter, caseTiers, caseAttributes });

  const { cases, others } = counted;
  const compared = counted.values.map(({ name, value, cases: casesHaving, others: othersHaving }) => {
    const shares = { cases, casesHaving, others, othersHaving };
    return { name, value, shares, ...compareShares(shares) };
  });
  const adjusted = adjustForMany(compared.map(({ pValue }) => pValue));
  const data = compared
    .map((one, at) => ({ ...one, ...adjusted[at]! }))
    .filter(({ oddsRatio, shares }) => oddsRatio > 1 && shares.casesHaving > 0)
    .sort((one, other) => one.pValue - other.pValue || other.oddsRatio - one.oddsRatio)
    .slice(0, query.limit)
    .map((one): SharedValue => ({
      attribute: one.name,
      value: one.value,
      cases_having: one.shares.casesHaving,
      cases_share: shareOf(one.shares.casesHaving, cases),
      others_having: one.shares.othersHaving,
      others_share: shareOf(one.shares.othersHaving, others),
      odds_ratio: one.oddsRatio,
      odds_ratio_low: one.oddsRatioLow,
      odds_ratio_high: one.oddsRatioHigh,
      p_value: one.pValue,
      false_discovery_rate: one.falseDiscoveryRate,
      familywise_p_value: one.familywise,
      expected_by_chance: one.expectedByChance,
      sentence: sayShare({ name: one.name, value: one.value, ...one.shares }),
    }));
  return {
    case_tiers: [...caseTiers],
    cases,
    others,
    comparisons: compared.length,
    data,
    sentence: sayConclusion({ cases, others, comparisons: compared.length, first: data[0] ?? null }),
    as_of: formatTime(needs.nowUs()),
  };
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
