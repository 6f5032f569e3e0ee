import { calibrationModel } from "./change-model.ts";
import { curvesOf } from "./compare-window.ts";
import { firstChannel, trackWidths } from "../model/sensors.ts";
import type { LimitedSensor } from "../model/sensors.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import type { CurveMemo, SensorCurves } from "../model/standing.ts";
import type { VehicleState } from "../model/state.ts";

/** How the variances of means grow, as the sums of the test that breaches have measured them. */
export function sensorCurves(
  { evidence, tracks }: Pick<VehicleState, "evidence" | "tracks">,
  settings: ScoringSettings,
  known?: CurveMemo,
): SensorCurves {
  const curves = curvesOf(evidence, calibrationModel(tracks, false, settings, known));
  const ofSensor = (sensor: LimitedSensor) =>
    curves.slice(firstChannel[sensor], firstChannel[sensor] + trackWidths[sensor]);
  return { camera: ofSensor("camera"), radar: ofSensor("radar"), lidar: ofSensor("lidar") };
}
