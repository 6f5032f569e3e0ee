import type { VehicleListItem } from "../../../../clients/typescript/generated/contract.ts";
import { degrees, millimetres, millimetresFromMetres, statistic } from "../../../labels/quantities.ts";

type Figures = Pick<
  VehicleListItem,
  "tier" | "baseline_state" | "health_score" | "camera_drift_deg" | "radar_drift_mm" | "lidar_drift_m"
>;

/**
 * The figures of a vehicle in a list. The service writes zeros, and a health of 100, for what it has not measured yet; a
 * reader would take them for a perfect vehicle.
 */
export function rowFigures(
  vehicle: Figures,
): Readonly<Record<"health" | "camera" | "radar" | "lidar", string>> {
  // Nothing has been compared with a baseline so far.
  const isLearning = vehicle.tier === "UNKNOWN" && vehicle.baseline_state === "learning";
  const known = (value: number | null): number | null => (isLearning ? null : value);
  // An estimate of a radar that was heard is never exactly none; a camera's angle may be, with the noise taken off.
  const radar = vehicle.radar_drift_mm === 0 ? null : vehicle.radar_drift_mm;
  return {
    health: statistic(known(vehicle.health_score)),
    camera: degrees(known(vehicle.camera_drift_deg)),
    radar: millimetres(known(radar)),
    lidar: millimetresFromMetres(known(vehicle.lidar_drift_m)),
  };
}
