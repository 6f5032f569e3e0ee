import { zeros } from "../numeric/doubles.ts";
import { huberMean } from "../numeric/robust.ts";
import type { ScoredBlock } from "./score-block.ts";
import type { RecentBlocks, SensorTrack } from "../model/state.ts";
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
  const { seqs, placed } = track.recent;
  const full = seqs.length >= rule.keep;
  const recent = withNewest(track.recent, scored, full ? 1 : 0);
  if (!full || !rule.referenceMoves) return { ...track, recent };
  const leaving = track.recent.weights[0]!;
  const centreWeight = track.centreWeight + leaving;
  const { scale } = calibrationOf(track);
  const centre = track.centre.slice();
  for (let axis = 0; axis < centre.length; axis += 1) {
    const mean = centre[axis]!;
    const reach = 2.5 * scale[axis]!;
    const step = Math.max(-reach, Math.min(reach, placed[axis]! - mean));
    centre[axis] = mean + (step * leaving) / centreWeight;
  }
  return { ...track, recent, centre, centreWeight };
}

/** The blocks without so many of the oldest, and with one more. */
function withNewest(
  before: RecentBlocks,
  { seq, weight, placed: newest }: ScoredBlock,
  leaving: number,
): RecentBlocks {
  const width = newest.length;
  const last = before.seqs.length - leaving;
  const seqs = zeros(last + 1);
  const weights = zeros(last + 1);
  const placed = zeros(width * (last + 1));
  for (let at = 0; at < last; at += 1) {
    seqs[at] = before.seqs[at + leaving]!;
    weights[at] = before.weights[at + leaving]!;
  }
  const kept = width * last;
  for (let at = 0; at < kept; at += 1) placed[at] = before.placed[at + width * leaving]!;
  seqs[last] = seq;
  weights[last] = weight;
  for (let axis = 0; axis < width; axis += 1) placed[kept + axis] = newest[axis]!;
  return { seqs, weights, placed };
}

/** One value of the block that came so many before the newest, 0 for that one. */
export function placedBefore({ recent, centre }: SensorTrack, back: number, axis: number): number {
  return recent.placed[centre.length * (recent.seqs.length - 1 - back) + axis]!;
}

/** How many of the newest blocks ended at an entry number or later. */
export function recentCount({ recent }: SensorTrack, sinceSeq: number): number {
  // Entry numbers begin with 1: mostly all of them are asked for.
  const { seqs } = recent;
  if (sinceSeq <= 1) return seqs.length;
  let count = 0;
  for (let at = seqs.length - 1; at >= 0 && seqs[at]! >= sinceSeq; at -= 1) count += 1;
  return count;
}

/** One value of the newest blocks that ended at an entry number or later, oldest first. */
export function recentValues(track: SensorTrack, axis: number, sinceSeq: number): readonly number[] {
  const { seqs, placed } = track.recent;
  const values = zeros(recentCount(track, sinceSeq));
  const width = track.centre.length;
  const first = width * (seqs.length - values.length) + axis;
  for (let at = 0; at < values.length; at += 1) values[at] = placed[first + width * at]!;
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
