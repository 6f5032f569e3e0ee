import type { Tier } from "../../../core/scoring/model/tier.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";

export function isSilent(vehicle: Pick<VehicleSummary, "lastReceivedUs">, silentBeforeUs: number): boolean {
  return vehicle.lastReceivedUs < silentBeforeUs;
}

/**
 * The tier as it is shown. Nothing vouches for a silent vehicle, so NOMINAL becomes UNKNOWN; but a fault does not
 * heal by silence, so CAUTION and CRITICAL stay what they were.
 */
export function tierToday(
  vehicle: Pick<VehicleSummary, "tier" | "lastReceivedUs">,
  silentBeforeUs: number,
): Tier {
  return vehicle.tier === "NOMINAL" && isSilent(vehicle, silentBeforeUs) ? "UNKNOWN" : vehicle.tier;
}

/** Vehicles whose newest frame was received before this are silent. */
export function silentBefore(nowUs: number, silentAfterS: number): number {
  return nowUs - silentAfterS * 1_000_000;
}

/** Since when that tier holds; of a vehicle gone silent nothing is known since its newest frame was received. */
export function tierTodaySinceUs(
  vehicle: Pick<VehicleSummary, "tier" | "tierSinceUs" | "lastReceivedUs">,
  silentBeforeUs: number,
): number {
  return tierToday(vehicle, silentBeforeUs) === vehicle.tier ? vehicle.tierSinceUs : vehicle.lastReceivedUs;
}
