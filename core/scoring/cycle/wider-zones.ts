import type { ChangeModel } from "../change/change-model.ts";
import type { ScoringSettings } from "../model/settings.ts";
import type { SensorTrack, VehicleState } from "../model/state.ts";
import { firstChannel, limitedSensors } from "../model/sensors.ts";
import type { LimitedSensor } from "../model/sensors.ts";
import { exp } from "../numeric/exp.ts";
import { softClip } from "../numeric/soft-clip.ts";
import { limitsOf } from "../verdict/drift.ts";

/**
 * The model with the zones it takes to open a breach: as wide as what a wander of the day that is not known yet may move a
 * mean by, where that is more than the usual zone. A breach that is open is not closed by them.
 */
export function withWiderZones(
  model: ChangeModel,
  tracks: VehicleState["tracks"],
  { evidence }: ScoringSettings,
): ChangeModel {
  const zones = Array.from(model.zones);
  let isWider = false;
  for (const sensor of limitedSensors) {
    const { calibration, cycle } = tracks[sensor];
    if (calibration === null || cycle === null) continue;
    for (const [axis, unsure] of cycle.unsure.entries()) {
      const channel = firstChannel[sensor] + axis;
      // Of all shifts of that size the clip leaves most of the one across its middle.
      const half = unsure / (2 * calibration.scale[axis]! * calibration.clipUnit[axis]!);
      const wider = unsure === 0 ? 0 : 2 * softClip(half, evidence.clipDegrees);
      isWider = isWider || wider > zones[channel]!;
      zones[channel] = Math.max(zones[channel]!, wider);
    }
  }
  return isWider ? { ...model, zones } : model;
}

/** The shift of a value that is taken for no drift, degrees or metres. */
export function harmlessShift(
  sensor: LimitedSensor,
  { centre, cycle }: Pick<SensorTrack, "centre" | "cycle">,
  axis: number,
  settings: ScoringSettings,
): number {
  const share = settings.evidence.indifferenceShare * limitsOf(sensor, settings).caution;
  const unsure = cycle?.unsure[axis] ?? 0;
  if (sensor !== "lidar") return Math.max(share, unsure);
  return Math.max(share, exp(centre[0]!) * (exp(unsure) - 1));
}
