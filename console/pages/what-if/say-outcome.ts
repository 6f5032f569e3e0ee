import type { RescoredVehicle } from "../../../clients/typescript/generated/contract.ts";
import { count } from "../../labels/quantities.ts";

/** What other limits come to, in one sentence. */
export function sayOutcome(vehicles: readonly RescoredVehicle[], isWhole: boolean): string {
  const differing = vehicles.filter(({ differs }) => differs).length;
  const breaches = (of: (vehicle: RescoredVehicle) => number) =>
    vehicles.reduce((sum, vehicle) => sum + of(vehicle), 0);
  const present = breaches((vehicle) => vehicle.present.breaches);
  const proposed = breaches((vehicle) => vehicle.proposed.breaches);
  const worse = vehicles.filter((one) => rank(one.proposed.tier) > rank(one.present.tier)).length;
  const better = vehicles.filter((one) => rank(one.proposed.tier) < rank(one.present.tier)).length;
  const sofar = isWhole ? "" : " so far";
  if (differing === 0)
    return `Nothing would be otherwise${sofar}, with any of ${count(vehicles.length)} vehicles.`;
  return (
    `${count(differing)} of ${count(vehicles.length)} vehicles would be judged otherwise${sofar}: ` +
    `${count(present)} past breaches would be ${count(proposed)}; standing worse now: ${count(worse)}, better: ${count(better)}.`
  );
}

/** A tier this page has never heard of is no worse than unknown. */
function rank(tier: string): number {
  return ["UNKNOWN", "NOMINAL", "CAUTION", "CRITICAL"].indexOf(tier);
}
