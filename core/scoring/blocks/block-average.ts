import type { Measurement } from "../frame/measurement.ts";
import { between, logDeg } from "../numeric/quaternion.ts";
import type { Quaternion } from "../numeric/quaternion.ts";
import type { Block, OpenBlock, SensorTrack } from "../model/state.ts";
import { trackWidths } from "../model/sensors.ts";
import type { TrackName } from "../model/sensors.ts";
import { emptyBlock } from "../model/initial-state.ts";
import { powerOfTwo } from "../numeric/exp.ts";

/**
 * Takes one frame into a track. Frames of a fast sensor resemble their neighbours, so they are averaged until the
 * averages do not; a block is handed out when its last frame is in.
 */
export function averageIntoBlocks(
  name: TrackName,
  track: SensorTrack,
  measurement: Measurement,
): { readonly track: SensorTrack; readonly block: Block | null } {
  const value = measurement[name];
  const presence = track.presence + ((value === null ? 0 : 1) - track.presence) / presenceMemory;
  if (value === null) return { track: { ...track, presence }, block: null };
  const anchor = anchorFor(track, value);
  const open = extend(track.open, valuesFrom(anchor, value), name === "lidar" ? measurement.lidarWeight : 1);
  const isComplete = open.frames >= framesPerBlock(track);
  const counted: SensorTrack = {
    ...track,
    anchor,
    presence: track.frames === 0 ? 1 : presence,
    frames: track.frames + 1,
    coarseFrames: track.coarseFrames + (isCoarse(name, measurement) ? 1 : 0),
    open: isComplete ? noFrames[name] : open,
    within: isComplete ? addSquaresWithin(track.within, open) : track.within,
    withinFrames: isComplete ? track.withinFrames + open.frames : track.withinFrames,
  };
  return { track: counted, block: isComplete ? closeBlock(open, measurement) : null };
}

/** A camera's values count from its first rotation. */
function anchorFor({ anchor }: SensorTrack, value: Quaternion | number): Quaternion | null {
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

const noFrames: Readonly<Record<TrackName, OpenBlock>> = {
  camera: emptyBlock(trackWidths.camera),
  radar: emptyBlock(trackWidths.radar),
  lidar: emptyBlock(trackWidths.lidar),
  confidence: emptyBlock(trackWidths.confidence),
};

function extend(open: OpenBlock, values: readonly number[], weight: number): OpenBlock {
  const sums = open.sums.slice();
  const squares = open.squares.slice();
  for (let at = 0; at < sums.length; at += 1) {
    const weighted = weight * values[at]!;
    sums[at]! += weighted;
    squares[at]! += weighted * values[at]!;
  }
  return { frames: open.frames + 1, weight: open.weight + weight, sums, squares };
}

function closeBlock(open: OpenBlock, { seq, timestampUs }: Measurement): Block {
  const values = open.sums.slice();
  for (let at = 0; at < values.length; at += 1) values[at] = Math.fround(values[at]! / open.weight);
  return { seq, atUs: timestampUs, weight: Math.fround(open.weight / open.frames), values };
}

function addSquaresWithin(within: readonly number[], open: OpenBlock): readonly number[] {
  // A block of one frame has nothing within.
  if (open.frames === 1) return within;
  return within.map((sum, at) => {
    const mean = open.sums[at]! / open.weight;
    const variance = Math.max(0, open.squares[at]! / open.weight - mean * mean);
    return sum + variance * open.frames;
  });
}
