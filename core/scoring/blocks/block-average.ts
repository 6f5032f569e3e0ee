import type { Measurement } from "../frame/measurement.ts";
import { between, logDeg } from "../numeric/quaternion.ts";
import type { Quaternion } from "../numeric/quaternion.ts";
import { zeros } from "../numeric/doubles.ts";
import type { Block, OpenBlock, SensorTrack, TrackBench } from "../model/state.ts";
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
  track: TrackBench,
  measurement: Measurement,
): Block | null {
  const value = measurement[name];
  const presence = track.presence + ((value === null ? 0 : 1) - track.presence) / presenceMemory;
  track.presence = value !== null && track.frames === 0 ? 1 : presence;
  if (value === null) return null;
  track.anchor = anchorFor(track, value);
  track.frames += 1;
  if (isCoarse(name, measurement)) track.coarseFrames += 1;
  const values = valuesFrom(track.anchor, value);
  const weight = name === "lidar" ? measurement.lidarWeight : 1;
  const isLast = track.open.frames + 1 >= framesPerBlock(track);
  // A block of one frame has nothing within.
  const open = isLast && track.open.frames === 0 ? alone(values, weight) : extend(track.open, values, weight);
  if (!isLast) {
    track.open = open;
    return null;
  }
  track.open = noFrames[name];
  track.within = addSquaresWithin(track.within, open);
  track.withinFrames += open.frames;
  return closeBlock(open, measurement);
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

/** The only frame of its block. */
function alone(values: readonly number[], weight: number): OpenBlock {
  const sums = zeros(values.length);
  for (let at = 0; at < sums.length; at += 1) sums[at] = 0 + weight * values[at]!;
  return { frames: 1, weight, sums, squares: noSquares };
}

const noSquares: readonly number[] = [];

function closeBlock(open: OpenBlock, { seq, timestampUs }: Measurement): Block {
  const values = open.sums.slice();
  for (let at = 0; at < values.length; at += 1) values[at] = Math.fround(values[at]! / open.weight);
  return { seq, atUs: timestampUs, weight: Math.fround(open.weight / open.frames), values };
}

function addSquaresWithin(within: readonly number[], open: OpenBlock): readonly number[] {
  if (open.frames === 1) return within;
  const more = within.slice();
  for (let at = 0; at < more.length; at += 1) {
    const mean = open.sums[at]! / open.weight;
    const variance = Math.max(0, open.squares[at]! / open.weight - mean * mean);
    more[at] = more[at]! + variance * open.frames;
  }
  return more;
}
