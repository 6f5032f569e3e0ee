import type { ScoredBlock } from "./score-block.ts";
import type { SensorTrack } from "./state.ts";

/** One of the newest blocks of a sensor, in the track's own unit. */
export interface RecentBlock {
  readonly seq: number;
  readonly weight: number;
  readonly values: Float64Array;
}

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

/** The newest blocks that ended at an entry number or later, oldest first. */
export function recentSince(track: SensorTrack, seq: number): RecentBlock[] {
  const length = 2 + track.centre.length;
  const blocks: RecentBlock[] = [];
  for (let at = 0; at < track.recent.length; at += length) {
    if (track.recent[at]! < seq) continue;
    blocks.push({
      seq: track.recent[at]!,
      weight: track.recent[at + 1]!,
      values: track.recent.subarray(at + 2, at + length),
    });
  }
  return blocks;
}
