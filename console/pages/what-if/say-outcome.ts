import type { RescoredVehicle } from "../../../clients/typescript/generated/contract.ts";
import { isWorseTier } from "../../../core/encoding/field-schemas.ts";
import { count, counted } from "../../labels/quantities.ts";
import { visiblyDiffering } from "./say-difference.ts";

/** What other limits come to, in one sentence. */
export function sayOutcome(vehicles: readonly RescoredVehicle[], isWhole: boolean): string {
  const differing = visiblyDiffering(vehicles).length;
  const breaches = (of: (vehicle: RescoredVehicle) => number) =>
    vehicles.reduce((sum, vehicle) => sum + of(vehicle), 0);
  const present = breaches((vehicle) => vehicle.present.breaches);
  const proposed = breaches((vehicle) => vehicle.proposed.breaches);
  const worse = vehicles.filter((one) => isWorseTier(one.proposed.tier, one.present.tier)).length;
  const better = vehicles.filter((one) => isWorseTier(one.present.tier, one.proposed.tier)).length;
  const sofar = isWhole ? "" : " so far";
  if (differing === 0) return `No difference${sofar} for any of ${counted(vehicles.length, "vehicle")}.`;
  return (
    `${count(differing)} of ${counted(vehicles.length, "vehicle")} would get another verdict${sofar}: ` +
    `${sayBreaches(present, proposed)}; worse tier now: ${count(worse)}, better: ${count(better)}.`
  );
}

function sayBreaches(present: number, proposed: number): string {
  const past = counted(present, "past breach", "past breaches");
  return present === proposed
    ? `as many breaches as now, ${count(present)}`
    : `${past} would be ${count(proposed)}`;
}
