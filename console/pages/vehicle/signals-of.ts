import type { VehicleDetail } from "../../../core/contract/types.ts";

/**
 * When the detector spoke, in the vehicle's own time: the opening of the open breach, and before it every rise out of a
 * quiet tier. (The times of evidence are those of the service's clock; a replayed stream has others.)
 */
export function signalsOf(vehicle: Pick<VehicleDetail, "open_breach" | "tier_history">): readonly string[] {
  const openedAt = vehicle.open_breach?.opened_at ?? null;
  const rises = vehicle.tier_history
    .filter((change) => isQuiet(change.from) && !isQuiet(change.to))
    .map((change) => change.at)
    .filter((at) => openedAt === null || Date.parse(at) < Date.parse(openedAt));
  return openedAt === null ? rises : [...rises, openedAt];
}

function isQuiet(tier: string): boolean {
  return tier === "NOMINAL" || tier === "UNKNOWN";
}
