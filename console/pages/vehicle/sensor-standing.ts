import type { VehicleDetail } from "../../../clients/typescript/generated/contract.ts";
import { faultSize, kindOf, type Sensor, sensors } from "../../../core/sensors/sensor-lists.ts";

/** How one sensor stands against its limits, in its unit. */
export interface SensorStanding {
  readonly sensor: Sensor;
  readonly unit: "deg" | "m";
  /** Null before there is a baseline to drift from. */
  readonly drift: number | null;
  readonly deviation: number | null;
  readonly limits: { readonly caution: number; readonly critical: number };
  /** Size of the drift in units of the CAUTION limit; of an error only what is worse counts. */
  readonly share: number;
  readonly beyond: "caution" | "critical" | null;
  readonly isMonitored: boolean;
  /** The evidence points to it, alone or with others. */
  readonly isSource: boolean;
}

type Standing = Pick<
  VehicleDetail,
  "extrinsics" | "sensor_limits" | "monitored_sensors" | "probable_fault_source"
>;

/** The sensors of which there ever was a reading: at fault first, then the one nearest to its limits, or furthest beyond. */
export function sensorStandings(vehicle: Standing): readonly SensorStanding[] {
  return sensors
    .flatMap((sensor) => standingOf(sensor, vehicle) ?? [])
    .sort((one, other) => Number(other.isSource) - Number(one.isSource) || other.share - one.share);
}

function standingOf(sensor: Sensor, vehicle: Standing): SensorStanding | null {
  const isMonitored = vehicle.monitored_sensors.includes(sensor);
  const estimate = estimateOf(sensor, vehicle);
  if (estimate === null && !isMonitored) return null;
  const { drift, deviation } = estimate ?? { drift: null, deviation: null };
  const { unit, limits } = limitsOf(sensor, vehicle);
  const size = faultSize(kindOf(sensor), drift ?? 0);
  const share = size / limits.caution;
  const isSource = vehicle.probable_fault_source === sensor || isShared(vehicle, share);
  return {
    sensor,
    unit,
    drift,
    deviation,
    limits,
    share,
    beyond: beyondOf(size, limits),
    isMonitored,
    isSource,
  };
}

function beyondOf(size: number, { caution, critical }: SensorStanding["limits"]): SensorStanding["beyond"] {
  if (size >= critical) return "critical";
  return size >= caution ? "caution" : null;
}

/** Of a fault that several share, those that have moved noticeably: as the sentence of the work queue counts them. */
function isShared({ probable_fault_source: source }: Standing, share: number): boolean {
  return source === "multi_modal" && share >= 0.25;
}

function estimateOf(
  sensor: Sensor,
  { extrinsics }: Standing,
): { readonly drift: number; readonly deviation: number } | null {
  const { [sensor]: found } = extrinsics;
  if (found === null) return null;
  return "drift_deg" in found
    ? { drift: found.drift_deg, deviation: found.drift_sd_deg }
    : { drift: found.drift_m, deviation: found.drift_sd_m };
}

export function limitsOf(
  sensor: Sensor,
  { sensor_limits: limits }: Pick<VehicleDetail, "sensor_limits">,
): Pick<SensorStanding, "unit" | "limits"> {
  const { unit, drift } = kindOf(sensor);
  return { unit, limits: limits[drift.limits] };
}
