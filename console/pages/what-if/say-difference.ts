import type { RescoredVehicle } from "../../../clients/typescript/generated/contract.ts";
import { durationInWords } from "../../labels/moments.ts";
import { counted } from "../../labels/quantities.ts";

type Outcome = Pick<RescoredVehicle["present"], "breaches_at">;

/** Past breaches that would not be there, and such as would: one that opens at another frame is both. */
export function breachesMoved(
  present: Outcome,
  proposed: Outcome,
): { readonly gone: readonly string[]; readonly fresh: readonly string[] } {
  const [before, then] = [new Set(present.breaches_at), new Set(proposed.breaches_at)];
  return {
    gone: present.breaches_at.filter((at) => !then.has(at)),
    fresh: proposed.breaches_at.filter((at) => !before.has(at)),
  };
}

type Outcomes = Pick<RescoredVehicle, "present" | "proposed">;

/** Vehicles of which a reader sees that they would be otherwise. */
export function visiblyDiffering(vehicles: readonly RescoredVehicle[]): readonly RescoredVehicle[] {
  return vehicles.filter((vehicle) => vehicle.differs && sayDifference(vehicle) !== null);
}

/** What would be otherwise with one vehicle, in plain words; null where the figures are the same. */
export function sayDifference({ present, proposed }: Outcomes): string | null {
  const { gone, fresh } = breachesMoved(present, proposed);
  const moved = Math.min(gone.length, fresh.length);
  const parts = [
    ...gone.slice(0, moved).map((at, index) => sayMoved(at, fresh[index]!)),
    ...(gone.length > moved ? [`${counted(gone.length - moved, "breach", "breaches")} fewer`] : []),
    ...(fresh.length > moved ? [`${counted(fresh.length - moved, "breach", "breaches")} more`] : []),
  ];
  if (parts.length > 0) return parts.length > 3 ? `${parts.length} breaches differ` : parts.join(", ");
  if (present.breaches !== proposed.breaches) return sayMore(proposed.breaches - present.breaches, "breach");
  if (present.tier !== proposed.tier) return "another tier";
  const changes = proposed.tier_changes - present.tier_changes;
  return changes === 0 ? null : sayMore(changes, "change of tier");
}

/** Breaches are in the order of time, so those that moved are listed in pairs. */
function sayMoved(was: string, is: string): string {
  const byS = (Date.parse(was) - Date.parse(is)) / 1000;
  return `noticed ${durationInWords(Math.abs(byS))} ${byS > 0 ? "earlier" : "later"}`;
}

function sayMore(by: number, what: "breach" | "change of tier"): string {
  const many = what === "breach" ? "breaches" : "changes of tier";
  return `${counted(Math.abs(by), what, many)} ${by > 0 ? "more" : "fewer"}`;
}
