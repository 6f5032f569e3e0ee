import { engine } from "../engine.ts";
import { sensorsIn, type SensorRows } from "../model/rows.ts";
import { trackWidths, type LimitedSensor } from "../model/sensors.ts";
import type { VehicleState } from "../model/state.ts";
import { expDeg, multiply, type Quaternion } from "../numeric/quaternion.ts";
import type { ScoringSettings } from "../settings/settings.ts";

/** Where the baseline of a sensor stands, and how surely; plain data, to be kept over a repair. */
export interface BaselinePlace {
  readonly sensor: LimitedSensor;
  /** Camera: mean rotation of the baseline, of unit length; null for the others. */
  readonly rotation: Quaternion | null;
  /** Per channel: radar metres, lidar the logarithm the scoring works in; camera nothing to go by. */
  readonly centre: readonly number[];
  /** Standard deviation of that mean, per channel. */
  readonly sds: readonly number[];
  /** How far the sensor was from this baseline when it was noted, degrees or metres; null while nothing was estimated. */
  readonly drift: number | null;
}

/** The baselines that the first rig of a vehicle has, sensor by sensor. */
export function baselinePlaces(state: VehicleState, settings: ScoringSettings): readonly BaselinePlace[] {
  return sensorsIn(state.rows).flatMap((sensor, index) => {
    const { kind } = sensor;
    if (kind === "confidence" || sensor.rig !== 0 || sensor.of("baseline") === 0) return [];
    const axes = Array.from({ length: trackWidths[kind] }, (_, axis) => axis);
    return [
      {
        sensor: kind,
        rotation: kind === "camera" ? rotationOf(sensor) : null,
        centre: axes.map((axis) => sensor.of("baselineLevel", axis)),
        sds: axes.map((axis) => engine().levelSd(state, index, axis, settings)),
        drift: sensor.of("amount"),
      },
    ];
  });
}

function rotationOf(camera: SensorRows): Quaternion {
  const part = (at: number) => camera.of("reference", at);
  const level = (axis: number) => camera.of("baselineLevel", axis);
  return multiply([part(0), part(1), part(2), part(3)], expDeg([level(0), level(1), level(2)]));
}
