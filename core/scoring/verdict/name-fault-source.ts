import type { VehicleState } from "../model/state.ts";
import type { FaultSource } from "../model/tier.ts";
import type { AbsoluteStanding } from "../model/standing.ts";
import { limitedSensors } from "../model/sensors.ts";
import type { LimitedSensor } from "../model/sensors.ts";

/** Which sensor is at fault: those that more likely than not take part in the breach, or stand beyond an absolute limit. */
export function nameFaultSource(
  state: Pick<VehicleState, "tier" | "breach" | "confidenceAlarm">,
  absolute: AbsoluteStanding,
): FaultSource {
  const { tier } = state.tier;
  if (tier === "NOMINAL" || tier === "UNKNOWN") return "none";
  const suspects = new Set<LimitedSensor>(absolute.beyond);
  if (state.breach !== null) {
    const { posterior } = state.breach;
    const most = limitedSensors.toSorted((a, b) => shareOf(posterior, b) - shareOf(posterior, a))[0]!;
    suspects.add(most);
    for (const sensor of limitedSensors) if (shareOf(posterior, sensor) >= 0.5) suspects.add(sensor);
  }
  if (suspects.size === 0) {
    // Also while its tier is held after the alarm.
    const isLidars = state.confidenceAlarm !== null || state.tier.reason === "lidar_confidence_low";
    return isLidars ? "lidar" : "none";
  }
  return suspects.size > 1 ? "multi_modal" : [...suspects][0]!;
}

/**
 * All sensors have moved in one breach while the lidar matches worse than it used to: a knock, a load or a sagging body has
 * tilted the vehicle, rather than three mounts having failed at once.
 */
export function isCommonMode({
  breach,
  confidenceAlarm,
  finding,
}: Pick<VehicleState, "breach" | "confidenceAlarm" | "finding">): boolean {
  if (breach === null || (confidenceAlarm === null && finding.confidenceChangeSeq === null)) return false;
  return limitedSensors.every((sensor) => shareOf(breach.posterior, sensor) >= 0.5);
}

function shareOf(posterior: readonly number[], sensor: LimitedSensor): number {
  return posterior[limitedSensors.indexOf(sensor)]!;
}
