import type { Measurement } from "./measurement.ts";
import { between, logDeg } from "./quaternion.ts";
import type { OpenBlock, SensorTrack, TrackName } from "./state.ts";
import { emptyBlock, trackWidths } from "./state.ts";

/** The mean of 2^level successive frames of one sensor. Camera values are degrees from the track's anchor. */
export interface Block {
  /** Entry number and time of its last frame. */
  readonly seq: number;
  readonly atUs: number;
  readonly weight: number;
  readonly values: Float64Array;
}

/**
 * Takes one frame into a track. Frames of a fast sensor resemble their neighbours, so they are averaged until the
 * averages do not; a block is handed out when its last frame is in.
 */
export function averageIntoBlocks(
  name: TrackName,
  track: SensorTrack,
  measurement: Measurement,
): { readonly track: SensorTrack; readonly block: Block | null } {
  const presence =
    track.presence + ((isPresent(name, measurement) ? 1 : 0) - track.presence) / presenceMemory;
  if (!isPresent(name, measurement)) return { track: { ...track, presence }, block: null };
  const anchored =
    name === "camera" && track.anchor === null ? { ...track, anchor: measurement.camera } : track;
  const open = extend(anchored.open, valuesOf(name, anchored, measurement), weightOf(name, measurement));
  const counted = {
    ...anchored,
    presence: track.frames === 0 ? 1 : presence,
    frames: track.frames + 1,
    coarseFrames: track.coarseFrames + (name === "camera" && measurement.coarselyRounded ? 1 : 0),
  };
  if (open.frames < framesPerBlock(track)) return { track: { ...counted, open }, block: null };
  const width = trackWidths[name];
  const block: Block = {
    seq: measurement.seq,
    atUs: measurement.timestampUs,
    weight: open.weight / open.frames,
    values: open.sums.map((sum) => sum / open.weight),
  };
  return {
    track: {
      ...counted,
      open: emptyBlock(width),
      within: track.within.map((sum, at) => sum + squaresWithin(open, at)),
      withinFrames: track.withinFrames + open.frames,
    },
    block,
  };
}

export function framesPerBlock(track: SensorTrack): number {
  let frames = 1;
  for (let level = 0; level < track.level; level += 1) frames *= 2;
  return frames;
}

/** Frames over which a sensor's presence is remembered. */
const presenceMemory = 50;

function isPresent(name: TrackName, measurement: Measurement): boolean {
  return measurement[name] !== null;
}

function valuesOf(name: TrackName, track: SensorTrack, measurement: Measurement): readonly number[] {
  if (name === "camera") return logDeg(between(track.anchor!, measurement.camera!));
  return [measurement[name]!];
}

function weightOf(name: TrackName, measurement: Measurement): number {
  return name === "lidar" ? measurement.lidarWeight : 1;
}

function extend(open: OpenBlock, values: readonly number[], weight: number): OpenBlock {
  return {
    frames: open.frames + 1,
    weight: open.weight + weight,
    sums: open.sums.map((sum, at) => sum + weight * values[at]!),
    squares: open.squares.map((sum, at) => sum + weight * values[at]! * values[at]!),
  };
}

function squaresWithin(open: OpenBlock, at: number): number {
  const mean = open.sums[at]! / open.weight;
  const variance = Math.max(0, open.squares[at]! / open.weight - mean * mean);
  return variance * open.frames;
}
