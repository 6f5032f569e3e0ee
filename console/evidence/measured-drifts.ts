import {
  type BundleMeasurements,
  measuredDrifts as drifts,
} from "../../core/evidence/bundle/measured-drifts.ts";
import { kindOf } from "../../core/sensors/sensor-lists.ts";
import { driftLabel } from "../labels/sensor-labels.ts";

/** The drift of each sensor at the breach, in words; the one that breached first. */
export function measuredDrifts(
  bundle: BundleMeasurements,
): readonly { readonly name: string; readonly value: string }[] {
  return drifts(bundle).map(({ sensor, drift, isBreached }) => ({
    name: `${kindOf(sensor).label} drift${isBreached ? ", which breached" : ""}`,
    value: drift === null ? "not measured" : driftLabel(kindOf(sensor).unit, drift),
  }));
}
