import type { ChangeModel } from "../change/change-model.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import type { SensorTrack, VehicleState } from "../model/state.ts";
import { firstChannel, limitedSensors } from "../model/sensors.ts";
import type { LimitedSensor } from "../model/sensors.ts";
import { exp } from "../numeric/exp.ts";
import { recentMean } from "../blocks/recent-blocks.ts";
import { calibrationOf } from "../baseline/baseline-standing.ts";
import { softClip } from "../numeric/soft-clip.ts";
import { limitsOf } from "../verdict/drift.ts";

/**
 * The model with the zones it takes to open a breach: as wide as what a wander of the day that is not known yet may move a
 * mean by, where that is more than the usual zone. A breach that is open is not closed by them; and what stands further from
 * its baseline than any such wander leads is judged as usual: a slow drift is not to pass for a wander for a whole day.
 */
export function withWiderZones(
  model: ChangeModel,
  tracks: VehicleState["tracks"],
  settings: ScoringSettings,
): ChangeModel {
  let zones: number[] | null = null;
  for (const sensor of limitedSensors) {
    const { calibration, cycle } = tracks[sensor];
    if (calibration === null || cycle === null) continue;
    for (let axis = 0; axis < cycle.unsure.length; axis += 1) {
      const channel = firstChannel[sensor] + axis;
      const wider = zoneOfUnsure(sensor, tracks[sensor], axis, settings);
      if (!(wider > model.zones[channel]!)) continue;
      zones ??= Array.from(model.zones);
      zones[channel] = wider;
    }
  }
  return zones === null ? model : { ...model, zones };
}

/** As wide as the wander of a value that is not known; 0 where all of it is known, or its newest blocks stand beyond. */
function zoneOfUnsure(
  sensor: LimitedSensor,
  track: SensorTrack,
  axis: number,
  settings: ScoringSettings,
): number {
  const unsure = track.cycle?.unsure[axis] ?? 0;
  if (unsure === 0) return 0;
  const { caution } = limitsOf(sensor, settings);
  // From one end of the wander to the other is twice as far as from its middle, and no further than the CAUTION limit.
  if (standsBeyond(track, axis, sensor === "lidar" ? 2 * unsure : Math.min(2 * unsure, caution))) return 0;
  const { scale, clipUnit } = calibrationOf(track);
  // Of all shifts of that size the clip leaves most of the one across its middle.
  const half = unsure / (2 * scale[axis]! * clipUnit[axis]!);
  return 2 * softClip(half, settings.evidence.clipDegrees);
}

/** Whether the newest blocks surely lie further from where the baseline was learnt. */
function standsBeyond(track: SensorTrack, axis: number, reach: number): boolean {
  const { count } = track.recent;
  const { location, scale } = calibrationOf(track);
  if (count < fewestBlocks) return false;
  const away = Math.abs(recentMean(track, axis, count) - location[axis]!);
  return away - (3 * scale[axis]!) / Math.sqrt(count) > reach;
}

const fewestBlocks = 10;

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
