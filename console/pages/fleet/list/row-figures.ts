import type { VehicleListItem } from "../../../../clients/typescript/generated/contract.ts";
import { type Kind, perKind, type Sensor } from "../../../../core/sensors/sensor-lists.ts";
import { degrees, sensorMetres, statistic } from "../../../labels/quantities.ts";

type Drifts = Pick<VehicleListItem, Kind["drift"]["member"]>;

/** The figures of a vehicle in a list; a dash for what is not measured. */
export function rowFigures(
  vehicle: Drifts & Pick<VehicleListItem, "health_score">,
): Readonly<Record<"health" | Sensor, string>> {
  const drifts = perKind(
    ({ name }) => name,
    (kind) => driftFigure(kind, vehicle),
  );
  return { health: statistic(vehicle.health_score), ...drifts };
}

/** The drift of one sensor in the unit people read. */
export function driftFigure({ unit, drift: { member, factor } }: Kind, vehicle: Drifts): string {
  const value = vehicle[member];
  if (unit === "deg") return degrees(value);
  return sensorMetres(value === null ? null : value / factor);
}
