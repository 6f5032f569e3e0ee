import type { AnalyticsGroup } from "../../../clients/typescript/generated/contract.ts";
import { count } from "../../labels/quantities.ts";
import { groupLabel, wholeRate } from "./words.ts";

/** So many shades can be distinguished. */
const shades = 4;

/** Where each shade begins, the same for all cells: equal steps up to the highest rate that is sure. */
export function heatSteps(groups: readonly AnalyticsGroup[]): readonly number[] {
  const lows = groups.flatMap(({ breaches_by_month: cells }) =>
    cells.map(({ per_1000_vehicle_days: rate }) => rate?.low ?? 0),
  );
  const highest = Math.max(0, ...lows);
  return highest === 0 ? [] : Array.from({ length: shades }, (_, shade) => (shade * highest) / shades);
}

/** 0 for nothing that is sure, then 1 to 4. */
export function heatOf(low: number, steps: readonly number[]): number {
  return low <= 0 ? 0 : steps.filter((step) => low > step).length;
}

const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** With its year where a reader needs it: at the beginning and in January. */
export function monthName(month: string, withYear: boolean): string {
  const number = Number(month.slice(5, 7)) - 1;
  const name = monthNames[number] ?? month;
  return withYear || number === 0 ? `${name} ${month.slice(0, 4)}` : name;
}

/** The cell that is most surely bad, where one is worse than that group's other months. */
export function sayMonths(groups: readonly AnalyticsGroup[], months: readonly string[]): string {
  const cells = groups.flatMap((group) =>
    group.breaches_by_month.flatMap(({ count: breaches, per_1000_vehicle_days: rate }, at) =>
      rate === null || breaches === 0 ? [] : [{ group, breaches, rate, at }],
    ),
  );
  const [worst] = cells.toSorted((one, other) => other.rate.low - one.rate.low);
  if (worst === undefined) return "No breach in any of these months.";
  const who = groups.length === 1 ? "" : `${groupLabel(worst.group)} in `;
  const when = monthName(months[worst.at] ?? "", true);
  const figures = `${wholeRate(worst.rate.value)} (${wholeRate(worst.rate.low)} to ${wholeRate(worst.rate.high)}) from ${count(worst.breaches)}`;
  const others = cells.filter((cell) => cell !== worst);
  const isApart = others.every(({ rate }) => rate.high < worst.rate.low);
  const surely = isApart
    ? "significantly above every other cell"
    : "the highest by its lower bound, but not significantly above every other cell";
  return others.length === 0
    ? `All breaches are in one cell: ${who}${when}, ${figures}.`
    : `${who}${when} is ${surely}: ${figures}.`;
}
