import { formatTime } from "../../../core/encoding/instant.ts";
import type { ScoringSettings } from "../../../core/scoring/settings/settings.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import { explainWork } from "./explain-work.ts";

/** What the vehicle's own verdict rests on; of one that is silent also that this is old news. */
export function explainVehicle(
  vehicle: VehicleSummary,
  limits: ScoringSettings["limits"],
  silent: boolean,
): string {
  if (!silent) return verdictText(vehicle, limits);
  return vehicle.recommendedAction === "none" && vehicle.reason === "in_control"
    ? `No frame since ${lastHeard(vehicle)}: its present state is not known. At its last frame no sensor differed from its baseline by more than ordinary noise.`
    : `${verdictText(vehicle, limits)} ${silentText(vehicle)}`;
}

/** What is said behind any sentence about a vehicle that is silent. */
export function silentText(vehicle: Pick<VehicleSummary, "lastReceivedUs">): string {
  return `No frame since ${lastHeard(vehicle)}: this is its last known state.`;
}

function verdictText(vehicle: VehicleSummary, limits: ScoringSettings["limits"]): string {
  if (vehicle.recommendedAction !== "none") return explainWork(vehicle, limits);
  if (vehicle.reason === "learning") return learningText(vehicle);
  if (vehicle.reason === "in_control")
    return "No sensor differs from its baseline by more than ordinary noise.";
  return explainWork(vehicle, limits);
}

function learningText({ baselineFrames, baselineNeeded }: VehicleSummary): string {
  const frames = baselineNeeded === 1 ? "frame" : "frames";
  return `The baseline is still being learnt, from ${baselineFrames} of ${baselineNeeded} usable ${frames}: no verdict on drift yet.`;
}

function lastHeard({ lastReceivedUs }: Pick<VehicleSummary, "lastReceivedUs">): string {
  return `${formatTime(lastReceivedUs).slice(0, 16).replace("T", " ")} UTC`;
}
