import { measurementsOf, perKind, type SensorDrifts } from "../../../core/sensors/sensor-lists.ts";
import { formatTime } from "../../../core/encoding/instant.ts";
import type { VehicleListItem } from "../../../core/contract/types.ts";
import { versionOfScoring } from "../journal/name-scoring.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import { isSilent, tierToday, tierTodaySinceUs } from "../fleet/silence.ts";

/** One vehicle as lists show it. Before its first score no drift is known. */
export function presentVehicle(vehicle: VehicleSummary, silentBeforeUs: number): VehicleListItem {
  return {
    vehicle_id: vehicle.vehicleId,
    fleet_id: vehicle.fleetId,
    region: vehicle.region,
    attributes: { ...vehicle.attributes },
    position: vehicle.position,
    tier: tierToday(vehicle, silentBeforeUs),
    tier_since: formatTime(tierTodaySinceUs(vehicle, silentBeforeUs)),
    silent: isSilent(vehicle, silentBeforeUs),
    last_frame_at: formatTime(lastFrameUs(vehicle)),
    last_received_at: formatTime(vehicle.lastReceivedUs),
    frames: vehicle.frames,
    ...presentMeasurements(vehicle, silentBeforeUs),
    ...presentDrifts(vehicle),
    probable_fault_source: vehicle.probableFaultSource,
    decided_by: vehicle.reason,
    recommended_action: vehicle.recommendedAction,
    baseline_state: vehicle.baselineState,
    evidence_id: vehicle.openBreach?.evidenceId ?? null,
    ...presentEarlierScoring(vehicle),
  };
}

/** Of every sensor, under the contract's names; null where it is not measured. */
export function presentDrifts(drifts: SensorDrifts) {
  return perKind(
    ({ drift }) => drift.member,
    ({ drift }) => drifts[drift.field],
  );
}

/** Which rules a vehicle was judged by, where they are not the present ones. */
export function presentEarlierScoring({ earlierScoring }: Pick<VehicleSummary, "earlierScoring">) {
  return earlierScoring === undefined ? {} : { earlier_scoring: versionOfScoring(earlierScoring) };
}

/** Null for what is not measured; health only of a vehicle that is judged. */
export function presentMeasurements(vehicle: VehicleSummary, silentBeforeUs: number) {
  const isJudged = tierToday(vehicle, silentBeforeUs) !== "UNKNOWN";
  return {
    health_score: isJudged ? vehicle.healthScore : null,
    ...measurementsOf(vehicle),
  };
}

/** Newest capture time; a vehicle is only ever known by a frame, so it has one. */
export function lastFrameUs(vehicle: Pick<VehicleSummary, "newestTimestampUs" | "lastReceivedUs">): number {
  return vehicle.newestTimestampUs ?? vehicle.lastReceivedUs;
}
