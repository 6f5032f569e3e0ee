import { filled } from "../numeric/doubles.ts";
import type { Measurement } from "../frame/measurement.ts";
import { between, logDeg } from "../numeric/quaternion.ts";
import type { Quaternion } from "../numeric/quaternion.ts";
import type { Block, OpenBlock, SensorTrack, TrackBench } from "../model/state.ts";
import type { TrackName } from "../model/sensors.ts";
import { powerOfTwo } from "../numeric/exp.ts";

/**
 * Takes one frame into a track. Frames of a fast sensor resemble their neighbours, so they are averaged until the
 * averages do not; a block is handed out when its last frame is in.
 */
export function averageIntoBlocks(
  name: TrackName,
  track: TrackBench,
  measurement: Measurement,
): Block | null {
  const value = measurement[name];
  if (value === null) {
    if (!isBefore(track, measurement)) track.presence += (0 - track.presence) / presenceMemory;
    return null;
  }
  const presence = track.presence + (1 - track.presence) / presenceMemory;
  track.presence = track.frames === 0 ? 1 : presence;
  track.anchor = anchorFor(track, value);
  track.frames += 1;
  if (isCoarse(name, measurement)) track.coarseFrames += 1;
  const values = valuesFrom(track.anchor, value);
  const weight = name === "lidar" ? measurement.lidarWeight : 1;
  const { open } = track;
  const isLast = open.frames + 1 >= framesPerBlock(track);
  if (isLast && open.frames === 0) {
    // A block of one frame has nothing within.
    track.withinFrames += 1;
    return blockOfOne(values, weight, measurement);
  }
  extend(open, values, weight);
  if (!isLast) return null;
  const block = blockOf(open, measurement);
  track.within = addSquaresWithin(track.within, open);
  track.withinFrames += open.frames;
  empty(open);
  return block;
}

/** A frame older than the sensor's newest reading does not say that the sensor has fallen silent: they may come one after another. */
function isBefore({ clock: { newestUs } }: SensorTrack, { timestampUs }: Measurement): boolean {
  return newestUs !== null && timestampUs < newestUs;
}

/** A camera's values count from its first rotation. */
function anchorFor({ anchor }: TrackBench, value: Quaternion | number): Quaternion | null {
  return typeof value === "number" ? null : (anchor ?? value);
}

function valuesFrom(anchor: Quaternion | null, value: Quaternion | number): readonly number[] {
  return typeof value === "number" ? [value] : logDeg(between(anchor ?? value, value));
}

function isCoarse(name: TrackName, measurement: Measurement): boolean {
  return name === "camera" && measurement.coarselyRounded;
}

export function framesPerBlock(track: SensorTrack): number {
  return powerOfTwo(track.level);
}

/** Frames over which a sensor's presence is remembered. */
export const presenceMemory = 50;

/** An open block of a track that the fold owns. */
type OpenBench = { -readonly [Member in keyof OpenBlock]: OpenBlock[Member] };

function extend(open: OpenBench, values: readonly number[], weight: number): void {
  open.frames += 1;
  open.weight += weight;
  for (let at = 0; at < values.length; at += 1) {
    const weighted = weight * values[at]!;
    open.sums[at]! += weighted;
    open.squares[at]! += weighted * values[at]!;
  }
}

function empty(open: OpenBench): void {
  open.frames = 0;
  open.weight = 0;
  filled(open.sums, 0);
  filled(open.squares, 0);
}

function blockOf({ frames, weight, sums }: OpenBlock, { seq, timestampUs }: Measurement): Block {
  const values = sums.slice();
  for (let at = 0; at < values.length; at += 1) values[at] = Math.fround(values[at]! / weight);
  return { seq, atUs: timestampUs, weight: Math.fround(weight / frames), values };
}

/** The same of a block whose first frame is its last. */
function blockOfOne(frame: readonly number[], weight: number, { seq, timestampUs }: Measurement): Block {
  const values = frame.slice();
  for (let at = 0; at < values.length; at += 1) values[at] = Math.fround((0 + weight * values[at]!) / weight);
  return { seq, atUs: timestampUs, weight: Math.fround(weight), values };
}

function addSquaresWithin(within: readonly number[], open: OpenBlock): readonly number[] {
  const more = within.slice();
  for (let at = 0; at < more.length; at += 1) {
    const mean = open.sums[at]! / open.weight;
    const variance = Math.max(0, open.squares[at]! / open.weight - mean * mean);
    more[at] = more[at]! + variance * open.frames;
  }
  return more;
}
