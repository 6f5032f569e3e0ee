import type { TwoShares } from "../../../core/analytics/compare-shares.ts";
import type { SharedValue } from "../../../core/contract/types.ts";

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
