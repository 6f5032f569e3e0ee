import type { AnalyticsGroup, FleetAnalytics } from "../../../clients/typescript/generated/contract.ts";
import { count } from "../../labels/quantities.ts";
import { wholeRate } from "./words.ts";

export function ageText({ from, to }: FleetAnalytics["hazard"]["bins"][number], unit: "km" | "days"): string {
  return to === null
    ? `${ageNumber(from)} ${unit} and more`
    : `${ageNumber(from)} to ${ageNumber(to)} ${unit}`;
}

/** What all of them cover together. */
export function agesText(bins: FleetAnalytics["hazard"]["bins"], unit: "km" | "days"): string {
  const [first, last] = [bins[0]!, bins.at(-1)!];
  return last.to === null
    ? `${ageNumber(first.from)} to ${ageNumber(last.from)} ${unit} and more`
    : ageText({ ...last, from: first.from }, unit);
}

function ageNumber(age: number): string {
  return age >= 10 || Number.isInteger(age) ? count(Math.round(age)) : age.toFixed(1);
}

/** Twice the highest rate: an interval of one vehicle would press all others to the ground. */
export function hazardCeiling(groups: readonly AnalyticsGroup[]): number {
  const rates = groups.flatMap(({ hazard }) => hazard.flatMap(({ rate }) => rate ?? []));
  const highest = Math.max(0, ...rates.map(({ high }) => high));
  const values = Math.max(0, ...rates.map(({ value }) => value));
  const ceiling = values === 0 ? highest : Math.min(highest, 2 * values);
  return ceiling > 0 ? ceiling : 1;
}

/** Whether age has a part in it, where that can be said. */
export function sayHazard({ all, hazard }: Pick<FleetAnalytics, "all" | "hazard">): string {
  const unit = hazard.against === "kilometres" ? "km" : "days";
  const seen = all.hazard.flatMap(({ rate }, at) => (rate === null ? [] : [{ rate, at }]));
  const breaches = all.hazard.reduce((sum, { first_breaches: first }) => sum + first, 0);
  const whole = `${count(breaches)} of ${count(hazard.vehicles)} vehicles have had a breach`;
  if (breaches === 0) return `None of ${count(hazard.vehicles)} vehicles has had a breach.`;
  const [worst] = seen.toSorted((one, other) => other.rate.low - one.rate.low);
  const least = Math.min(...seen.map(({ rate }) => rate.high));
  if (worst === undefined || worst.rate.low <= least) {
    return `${whole}; too few to distinguish ages.`;
  }
  const { value, low, high } = worst.rate;
  return `${whole}; most clearly at ${ageText(hazard.bins[worst.at]!, unit)}: ${wholeRate(value)} (${wholeRate(low)} to ${wholeRate(high)}) for ${count(hazard.per)} ${unit}, more than at some other ages.`;
}
