import { zeros } from "../numeric/doubles.ts";
import { huberMean } from "../numeric/robust.ts";
import type { ScoredBlock } from "./score-block.ts";
import type { SensorTrack } from "../model/state.ts";
import { calibrationOf } from "../baseline/baseline-standing.ts";

/**
 * Remembers a block among the newest `keep`. The block that has to leave joins the mean of the reference, held to
 * within 2.5 σ of it, unless the reference must not move.
 */
export function rememberRecent(
  track: SensorTrack,
  scored: ScoredBlock,
  rule: { readonly keep: number; readonly referenceMoves: boolean },
): SensorTrack {
  const { seq, weight, placed } = scored;
  const full = track.recent.length >= rule.keep;
  const recent = track.recent.slice();
  if (full) {
    for (let at = 1; at < recent.length; at += 1) recent[at - 1] = recent[at]!;
    recent[recent.length - 1] = { seq, weight, placed };
  } else recent.push({ seq, weight, placed });
  if (!full || !rule.referenceMoves) return { ...track, recent };
  const leaving = track.recent[0]!;
  const centreWeight = track.centreWeight + leaving.weight;
  const { scale } = calibrationOf(track);
  const centre = track.centre.slice();
  for (let axis = 0; axis < centre.length; axis += 1) {
    const mean = centre[axis]!;
    const reach = 2.5 * scale[axis]!;
    const step = Math.max(-reach, Math.min(reach, leaving.placed[axis]! - mean));
    centre[axis] = mean + (step * leaving.weight) / centreWeight;
  }
  return { ...track, recent, centre, centreWeight };
}

/** How many of the newest blocks ended at an entry number or later. */
export function recentCount({ recent }: SensorTrack, sinceSeq: number): number {
  // Entry numbers begin with 1: mostly all of them are asked for.
  if (sinceSeq <= 1) return recent.length;
  let count = 0;
  for (let at = recent.length - 1; at >= 0 && recent[at]!.seq >= sinceSeq; at -= 1) count += 1;
  return count;
}

/** One value of the newest blocks that ended at an entry number or later, oldest first. */
export function recentValues(track: SensorTrack, axis: number, sinceSeq: number): readonly number[] {
  const values = zeros(recentCount(track, sinceSeq));
  const first = track.recent.length - values.length;
  for (let at = 0; at < values.length; at += 1) values[at] = track.recent[first + at]!.placed[axis]!;
  return values;
}

/** Where the newest blocks lie that ended at an entry number or later. */
export interface RecentMeans {
  readonly blocks: number;
  /** Huber mean of each value; empty before there is a baseline. */
  readonly values: readonly number[];
}

export function recentMeans(track: SensorTrack, sinceSeq: number): RecentMeans {
  const { calibration, centre } = track;
  if (calibration === null) return noMeans;
  const values = zeros(centre.length);
  for (let axis = 0; axis < values.length; axis += 1) {
    values[axis] = huberMean(recentValues(track, axis, sinceSeq), calibration.scale[axis]!);
  }
  return { blocks: recentCount(track, sinceSeq), values };
}

const noMeans: RecentMeans = { blocks: 0, values: [] };
