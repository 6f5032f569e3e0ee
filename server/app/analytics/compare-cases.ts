import { compareShares, type TwoShares } from "../../../core/analytics/compare-shares.ts";
import { adjustForMany } from "../../../core/analytics/many-comparisons.ts";
import type { FleetShared, SharedValue } from "../../../core/contract/types.ts";
import { formatTime } from "../../../core/encoding/instant.ts";
import type { Tier } from "../../../core/scoring/model/tier.ts";
import type { Caller } from "../application.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import { tiersNamed } from "../visibility-scope.ts";
import type { SharedQuery } from "./fleet-question.ts";
import { attributesNamed, selectVehicles } from "./select-vehicles.ts";

/** A share in words, with the numbers it rests on. */
export function sayShare(given: TwoShares & { readonly name: string; readonly value: string }): string {
  const { name, value, cases, casesHaving, others, othersHaving } = given;
  const have = `${counted(casesHaving)} of ${counted(cases)} ${casesHaving === 1 ? "has" : "have"} ${name} ${value}`;
  if (others === 0) return `${have}; there are no other vehicles to compare with.`;
  if (othersHaving === 0) return `${have}; none of the other ${counted(others)} does.`;
  return `${have}; of the other ${counted(others)}, ${percent(othersHaving / others)} do.`;
}

/** What all comparisons come to. Chance is part of the answer: who looks at many things finds something in any heap. */
export function sayConclusion(given: {
  readonly cases: number;
  readonly others: number;
  readonly comparisons: number;
  readonly first: SharedValue | null;
}): string {
  const { cases, others, comparisons, first } = given;
  if (cases === 0) return "There is no such vehicle.";
  if (others === 0) return "All vehicles are such: there is nothing to compare them with.";
  if (comparisons === 0) return "The vehicles have no attribute that two of them share.";
  const looked = comparisons === 1 ? "In one comparison" : `Among ${counted(comparisons)} comparisons`;
  if (first === null) return `${looked} there is nothing that they have more often than the others.`;
  if (first.familywise_p_value > credible) {
    return `They share nothing that chance does not explain. ${looked} the most striking one would come about by chance ${chanceOf(first)}.`;
  }
  return `${first.sentence} ${looked} about ${expected(first.expected_by_chance)} such are to be expected by chance. It is a hint where to look, not a cause.`;
}

/** As striking in one of twenty fleets without any cause. */
const credible = 0.05;

function chanceOf(first: SharedValue): string {
  const times = Math.max(1, Math.round(first.familywise_p_value * 100));
  return times >= 100 ? "nearly every time" : `${times} times in a hundred`;
}

function expected(count: number): string {
  return count < 0.05 ? "0.0" : count.toFixed(1);
}

function percent(share: number): string {
  const value = share * 100;
  return value < 1 ? `${value.toFixed(1)} %` : `${Math.round(value)} %`;
}

function counted(count: number): string {
  return count.toLocaleString("en-GB");
}

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
