import type { VehicleDetail } from "../../clients/typescript/generated/contract.ts";
import { utcMinute } from "./moments.ts";
import { count } from "./quantities.ts";

type SensorDropouts = NonNullable<NonNullable<VehicleDetail["dropped_readings"]>[number]>;

/** The readings that were left out, sensor by sensor. */
export function droppedLabel(dropped: readonly SensorDropouts[]): string {
  const each = dropped.map(
    (one) => `${names[one.reading]}: ${readings(one.count)}, the newest ${utcMinute(one.last_at)}`,
  );
  return `${each.join("; ")}. Their values are impossible; check sensor and wiring.`;
}

function readings(number: number): string {
  return number === 1 ? "1 reading" : `${count(number)} readings`;
}

const names: Readonly<Record<SensorDropouts["reading"], string>> = {
  camera_rotation_matrix: "camera rotation",
  lidar_confidence: "lidar confidence",
  lidar_registration_error_m: "lidar registration error",
  radar_range_bias_m: "radar range bias",
};
