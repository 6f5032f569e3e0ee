import {
  type BundleMeasurements,
  measuredDrifts as drifts,
  type MeasuredSensor,
} from "../../core/evidence/bundle/measured-drifts.ts";
import { driftLabel } from "../labels/sensor-labels.ts";

/** The drift of each sensor at the breach, in words; the one that breached first. */
export function measuredDrifts(
  bundle: BundleMeasurements,
): readonly { readonly name: string; readonly value: string }[] {
  return drifts(bundle).map(({ sensor, drift, isBreached }) => ({
    name: `${names[sensor]} drift${isBreached ? ", which breached" : ""}`,
    value: drift === null ? "not measured" : driftLabel(sensor === "camera" ? "deg" : "m", drift),
  }));
}

const names: Readonly<Record<MeasuredSensor, string>> = { camera: "Camera", radar: "Radar", lidar: "Lidar" };
