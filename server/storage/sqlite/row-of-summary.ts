import type { SQLInputValue } from "node:sqlite";

import type { VehicleSummary } from "../../app/ports/vehicle-summary.ts";

/** Columns of the table `vehicle` and what goes into them; `vehicle_key` first. The way back is vehicle-rows.ts. */
const columnValues: readonly (readonly [string, (vehicle: VehicleSummary) => SQLInputValue])[] = [
  ["vehicle_key", (vehicle) => vehicle.vehicleKey],
  ["organisation", (vehicle) => vehicle.organisation],
  ["vehicle_id", (vehicle) => vehicle.vehicleId],
  ["fleet_id", (vehicle) => vehicle.fleetId],
  ["region", (vehicle) => vehicle.region],
  ["entries", (vehicle) => vehicle.entries],
  ["frames", (vehicle) => vehicle.frames],
  ["first_received_us", (vehicle) => vehicle.firstReceivedUs],
  ["last_received_us", (vehicle) => vehicle.lastReceivedUs],
  ["newest_timestamp_us", (vehicle) => vehicle.newestTimestampUs],
  ["tier", (vehicle) => vehicle.tier],
  ["tier_since_us", (vehicle) => vehicle.tierSinceUs],
  ["reason", (vehicle) => vehicle.reason],
  ["scored_seq", (vehicle) => vehicle.scoredSeq],
  ["health_score", (vehicle) => vehicle.healthScore],
  ["residual_score", (vehicle) => vehicle.residualScore],
  ["cusum_statistic", (vehicle) => vehicle.cusumStatistic],
  ["cusum_triggered", (vehicle) => (vehicle.cusumTriggered ? 1 : 0)],
  ["confidence", (vehicle) => vehicle.confidence],
  ["probable_fault_source", (vehicle) => vehicle.probableFaultSource],
  ["recommended_action", (vehicle) => vehicle.recommendedAction],
  ["camera_drift_deg", (vehicle) => vehicle.cameraDriftDeg],
  ["radar_drift_mm", (vehicle) => vehicle.radarDriftMm],
  ["lidar_drift_m", (vehicle) => vehicle.lidarDriftM],
  ["noise", (vehicle) => JSON.stringify(vehicle.noise)],
  ["baseline_state", (vehicle) => vehicle.baselineState],
  ["baseline_frames", (vehicle) => vehicle.baselineFrames],
  ["baseline_needed", (vehicle) => vehicle.baselineNeeded],
  ["breach_opened_seq", (vehicle) => vehicle.openBreach?.seq ?? null],
  ["breach_opened_us", (vehicle) => vehicle.openBreach?.openedAtUs ?? null],
  ["open_evidence_id", (vehicle) => vehicle.openBreach?.evidenceId ?? null],
];

export const vehicleColumns: readonly string[] = columnValues.map(([column]) => column);

export function rowOfSummary(vehicle: VehicleSummary): SQLInputValue[] {
  return columnValues.map(([, valueOf]) => valueOf(vehicle));
}
