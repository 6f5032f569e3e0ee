import { zeros } from "../numeric/doubles.ts";
import type { ScoredBlock } from "./score-block.ts";
import type { SensorTrack, TrackBench } from "../model/state.ts";
import { looksBack } from "../frame/channel-noise.ts";
import { calibrationOf } from "../baseline/baseline-standing.ts";

/**
 * Remembers a block among the newest `keep`. The block that has to leave joins the mean of the reference, held to
 * within 2.5 σ of it, unless the reference must not move.
 */
export function rememberRecent(
  track: TrackBench,
  scored: ScoredBlock,
  rule: { readonly keep: number; readonly referenceMoves: boolean },
): void {
  const { recent } = track;
  if (recent.count >= rule.keep && rule.referenceMoves) joinCentre(track);
  recent.take(scored, rule.keep);
}

/** The oldest of the newest blocks joins the mean of the reference. */
function joinCentre(track: TrackBench): void {
  const { recent } = track;
  const leaving = recent.weightAt(0);
  track.centreWeight += leaving;
  const { scale } = calibrationOf(track);
  const { centre } = track;
  for (let axis = 0; axis < centre.length; axis += 1) {
    const mean = centre[axis]!;
    const reach = 2.5 * scale[axis]!;
    const step = Math.max(-reach, Math.min(reach, recent.valueAt(0, axis) - mean));
    centre[axis] = mean + (step * leaving) / track.centreWeight;
  }
}

/** Median of each value of the newest five blocks; null of fewer. */
export function newestMedians({ recent, centre }: SensorTrack): readonly number[] | null {
  const first = recent.count - looksBack;
  if (first < 0) return null;
  const medians = zeros(centre.length);
  for (let axis = 0; axis < medians.length; axis += 1) medians[axis] = recent.medianOfFiveFrom(first, axis);
  return medians;
}

/** How many of the newest blocks ended at an entry number or later. */
export function recentCount({ recent }: SensorTrack, sinceSeq: number): number {
  // Entry numbers begin with 1: mostly all of them are asked for.
  if (sinceSeq <= 1) return recent.count;
  let count = 0;
  for (let at = recent.count - 1; at >= 0 && recent.seqAt(at) >= sinceSeq; at -= 1) count += 1;
  return count;
}

/** One value of the newest blocks that ended at an entry number or later, oldest first. */
export function recentValues(track: SensorTrack, axis: number, sinceSeq: number): readonly number[] {
  return track.recent.valuesFrom(track.recent.count - recentCount(track, sinceSeq), axis);
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
  const blocks = recentCount(track, sinceSeq);
  const values = zeros(centre.length);
  for (let axis = 0; axis < values.length; axis += 1) values[axis] = recentMean(track, axis, blocks);
  return { blocks, values };
}

/** Huber mean of one value of so many of a calibrated sensor's newest blocks. */
export function recentMean(track: SensorTrack, axis: number, blocks: number): number {
  const { recent } = track;
  return recent.meanFrom(recent.count - blocks, axis, calibrationOf(track).scale[axis]!);
}

const noMeans: RecentMeans = { blocks: 0, values: [] };
