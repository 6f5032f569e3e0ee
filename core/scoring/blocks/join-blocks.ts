import { framesPerBlock } from "./block-average.ts";
import { inPose, rotationOf } from "../baseline/calibrate.ts";
import { joinPairs } from "./join-pairs.ts";
import { meanRotation } from "../baseline/mean-rotation.ts";
import type { Block, SensorTrack } from "../model/state.ts";
import { trackWidths } from "../model/sensors.ts";
import type { Learner } from "../baseline/effective-noise.ts";

/** The track with its blocks joined two by two, and twice as many frames to a block from now on. */
export function joinBlocks(learner: Learner, blocks: readonly Block[]): SensorTrack {
  const { name } = learner;
  const track = anchorAtMean(learner, blocks);
  const joined = joinPairs(track.learnt, trackWidths[name]);
  const frames = framesPerBlock(track);
  return {
    ...track,
    level: track.level + 1,
    learnt: joined.blocks,
    within: track.within.map((squares, axis) => squares + frames * joined.within[axis]!),
  };
}

/** Rotation vectors are only averaged near zero: an outlying first frame must not stay the place they count from. */
function anchorAtMean({ name, track }: Learner, blocks: readonly Block[]): SensorTrack {
  if (name !== "camera") return track;
  const anchor = meanRotation(blocks.map((block) => rotationOf(track, block)));
  const moved = blocks.map((block) => ({ ...block, values: inPose(track, anchor, block.values) }));
  return { ...track, anchor, learnt: moved };
}
