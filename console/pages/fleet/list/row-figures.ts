import type { VehicleListItem } from "../../../../clients/typescript/generated/contract.ts";
import { degrees, millimetres, millimetresFromMetres, statistic } from "../../../labels/quantities.ts";

type Figures = Pick<
  VehicleListItem,
  "health_score" | "camera_drift_deg" | "radar_drift_mm" | "lidar_drift_m"
>;

/** The figures of a vehicle in a list; a dash for what is not measured. */
export function rowFigures(
  vehicle: Figures,
): Readonly<Record<"health" | "camera" | "radar" | "lidar", string>> {
  return {
    health: statistic(vehicle.health_score),
    camera: degrees(vehicle.camera_drift_deg),
    radar: millimetres(vehicle.radar_drift_mm),
    lidar: millimetresFromMetres(vehicle.lidar_drift_m),
  };
}
