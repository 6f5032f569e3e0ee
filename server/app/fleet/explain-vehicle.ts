import type { ScoringSettings } from "../../../core/scoring/model/settings.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import { explainWork } from "./explain-work.ts";

/** The queue's sentence for a vehicle that has an action; for any other, why it has none. */
export function explainVehicle(vehicle: VehicleSummary, limits: ScoringSettings["limits"]): string {
  if (vehicle.recommendedAction !== "none") return explainWork(vehicle, limits);
  if (vehicle.reason === "learning") return learningText(vehicle);
  if (vehicle.reason === "in_control")
    return "No sensor differs from its baseline by more than ordinary noise.";
  return explainWork(vehicle, limits);
}

function learningText({ baselineFrames, baselineNeeded }: VehicleSummary): string {
  const awaited = baselineFrames + baselineNeeded;
  return `What is ordinary for this vehicle is still being learnt, from ${baselineFrames} of ${awaited} usable frames: no verdict on drift yet.`;
}
