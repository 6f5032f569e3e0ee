import { standingOf } from "./standing.ts";
import type { Drift, SensorCurves } from "../model/standing.ts";
import { effectiveSettings } from "../settings/effective-settings.ts";
import { varianceOfMean } from "../scatter/variance-curve.ts";
import { asVector, expDeg, multiply } from "../numeric/quaternion.ts";
import type { Quaternion } from "../numeric/quaternion.ts";
import type { LimitedSensor } from "../model/sensors.ts";
import { limitedSensors } from "../model/sensors.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import type { SensorTrack, VehicleState } from "../model/state.ts";

/** Where the baseline of a sensor stands, and how surely; plain data, to be kept over a repair. */
export interface BaselinePlace {
  readonly sensor: LimitedSensor;
  /** Camera: mean rotation of the baseline, of unit length; null for the others. */
  readonly rotation: Quaternion | null;
  /** In the track's unit, per value: radar metres, lidar the logarithm the scoring works in; camera nothing to go by. */
  readonly centre: readonly number[];
  /** Standard deviation of that mean, per value. */
  readonly sds: readonly number[];
  /** How far the sensor was from this baseline when it was noted, degrees or metres; null while nothing was estimated. */
  readonly drift: number | null;
}

/** The baselines a vehicle has, sensor by sensor. */
export function baselinePlaces(state: VehicleState, given: ScoringSettings): readonly BaselinePlace[] {
  const { drifts, curves } = standingOf(state, effectiveSettings(state, given)).standing;
  return limitedSensors.flatMap((sensor) => placeOf(sensor, state.tracks[sensor], { drifts, curves }));
}

function placeOf(
  sensor: LimitedSensor,
  { calibration, centre, centreWeight }: SensorTrack,
  {
    drifts,
    curves,
  }: { readonly drifts: Readonly<Record<LimitedSensor, Drift | null>>; readonly curves: SensorCurves },
): readonly BaselinePlace[] {
  if (calibration === null) return [];
  const { pose, scale } = calibration;
  const blocks = Math.max(1, centreWeight);
  return [
    {
      sensor,
      rotation: pose === null ? null : multiply(pose, expDeg(asVector(centre))),
      centre: centre.slice(),
      sds: scale.map((one, axis) => one * Math.sqrt(varianceOfMean(curves[sensor][axis]!, blocks))),
      drift: drifts[sensor]?.amount ?? null,
    },
  ];
}
