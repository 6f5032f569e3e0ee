import type { Advance } from "../baseline/advance-tracks.ts";
import { harmlessShift } from "../baseline/indifference-zone.ts";
import { curvesOf } from "../change/compare-window.ts";
import { varianceOfDifference } from "../scatter/variance-curve.ts";
import type { Gathered, Weighed } from "../change/gather-change.ts";
import { freezeAtChange, isCarriedByMany } from "./open-breach.ts";
import { hasEnded } from "./since-breach.ts";
import { noCurveMemo } from "../model/no-memos.ts";
import { recentValues } from "../blocks/recent-blocks.ts";
import { Buckets } from "../model/buckets.ts";
import { huberMean } from "../numeric/robust.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import type { ConfidenceAlarm, SensorTrack, ChangeSums } from "../model/state.ts";

/**
 * The lidar's own confidence has fallen for good, by the same statistic as a breach, downward only. It asks for an
 * inspection, never for a calibration; it ends once the confidence has been back for a while.
 */
export function advanceConfidenceAlarm(
  alarm: ConfidenceAlarm | null,
  gathered: Gathered,
  advance: Advance,
  settings: ScoringSettings,
): { readonly alarm: ConfidenceAlarm | null; readonly sums: ChangeSums } {
  const { sums } = gathered;
  if (gathered.found === null) return { alarm, sums };
  const { found } = gathered;
  if (alarm === null) {
    if (!isCarriedByMany(gathered, found, settings.evidence.cautionNats)) return { alarm, sums };
    return { alarm: { changeSeq: found.changeSeq, calmBlocks: 0 }, sums: freezeAtChange(gathered, found) };
  }
  const isOver = isBack(advance.tracks.confidence, alarm, { ...gathered, settings });
  const calmBlocks = isOver ? alarm.calmBlocks + 1 : 0;
  if (calmBlocks < settings.tiers.cautionHoldBlocks) return { alarm: { ...alarm, calmBlocks }, sums };
  return { alarm: null, sums: { ...sums, buckets: Buckets.none(sums.channels) } };
}

/** Within its zone and two standard deviations, and by no matter of chance: as a drift is that ends a breach. */
function isBack(track: SensorTrack, alarm: ConfidenceAlarm, { sums, model, found, settings }: Test): boolean {
  const values = recentValues(track, 0, alarm.changeSeq);
  if (track.calibration === null || values.length === 0) return false;
  const scale = track.calibration.scale[0]!;
  const harmless = harmlessShift("confidence", track.calibration.location[0]!, settings);
  const [curve] = curvesOf(sums, model);
  const between = varianceOfDifference(curve!, values.length, Math.max(1, track.centreWeight));
  const sd = scale * Math.sqrt(between);
  if (!(huberMean(values, scale) >= track.centre[0]! - harmless - 2 * sd)) return false;
  const test = { sums, model: { ...model, known: noCurveMemo() }, nats: found.nats };
  return hasEnded({ changeBlockSeq: alarm.changeSeq }, test, settings);
}

interface Test extends Weighed {
  readonly settings: ScoringSettings;
}
