import type { ScoredBlock } from "./score-block.ts";
import type { SensorTrack } from "./state.ts";

/**
 * Remembers a block among the newest `keep`. The block that has to leave joins the mean of the reference, held to
 * within 2.5 σ of it, unless the reference must not move.
 */
export function rememberRecent(
  track: SensorTrack,
  scored: ScoredBlock,
  rule: { readonly keep: number; readonly referenceMoves: boolean },
): SensorTrack {
  const width = scored.placed.length;
  const length = 2 + width;
  const full = track.recent.length >= rule.keep * length;
  const kept = full ? track.recent.subarray(length) : track.recent;
  const recent = new Float64Array(kept.length + length);
  recent.set(kept);
  recent[kept.length] = scored.seq;
  recent[kept.length + 1] = scored.weight;
  recent.set(scored.placed, kept.length + 2);
  if (!full || !rule.referenceMoves) return { ...track, recent };
  const weight = track.recent[1]!;
  const centreWeight = track.centreWeight + weight;
  const centre = track.centre.map((mean, axis) => {
    const reach = 2.5 * track.calibration!.scale[axis]!;
    const step = Math.max(-reach, Math.min(reach, track.recent[2 + axis]! - mean));
    return mean + (step * weight) / centreWeight;
  });
  return { ...track, recent, centre, centreWeight };
}

/** How many of the newest blocks ended at an entry number or later. */
export function recentCount(track: SensorTrack, sinceSeq: number): number {
  const length = 2 + track.centre.length;
  let count = 0;
  for (let at = track.recent.length - length; at >= 0 && track.recent[at]! >= sinceSeq; at -= length)
    count += 1;
  return count;
}

/** One value of the newest blocks that ended at an entry number or later, oldest first. */
export function recentValues(track: SensorTrack, axis: number, sinceSeq: number): Float64Array {
  const length = 2 + track.centre.length;
  const values = new Float64Array(recentCount(track, sinceSeq));
  const first = track.recent.length - values.length * length + 2 + axis;
  for (let at = 0; at < values.length; at += 1) values[at] = track.recent[first + at * length]!;
  return values;
}
