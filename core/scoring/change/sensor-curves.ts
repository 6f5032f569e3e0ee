import { calibrationModel } from "./change-model.ts";
import { curvesOf } from "./compare-window.ts";
import { addSums } from "./change-sums.ts";
import { firstChannel, trackWidths } from "../model/sensors.ts";
import type { LimitedSensor } from "../model/sensors.ts";
import type { ScoringSettings } from "../model/settings.ts";
import type { SensorCurves } from "../model/standing.ts";
import type { VehicleState } from "../model/state.ts";

/** How the variances of means grow, as the sums of the test that breaches have measured them. */
export function sensorCurves(
  { evidence, tracks, breach }: Pick<VehicleState, "evidence" | "tracks" | "breach">,
  settings: ScoringSettings,
): SensorCurves {
  const isHeld = breach !== null;
  const model = calibrationModel(tracks, isHeld, settings);
  const { past, buckets, scatter } = evidence;
  const heard = isHeld ? past : buckets.reduce((sums, bucket) => addSums(sums, bucket.sums), past);
  const curves = curvesOf(heard, scatter, model);
  const ofSensor = (sensor: LimitedSensor) =>
    curves.slice(firstChannel[sensor], firstChannel[sensor] + trackWidths[sensor]);
  return { camera: ofSensor("camera"), radar: ofSensor("radar"), lidar: ofSensor("lidar") };
}
