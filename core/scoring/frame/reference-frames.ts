import type { Advance } from "../baseline/advance-tracks.ts";
import { frameWeight } from "./frame-residuals.ts";
import { absent, addFrame, clearMoments, isAbsent } from "./frame-moments.ts";
import type { StandardisedFrame } from "./frame-moments.ts";
import type { ScoredBlock } from "../blocks/score-block.ts";
import type { FrameMoments, SensorTrack, VehicleState } from "../model/state.ts";
import { limitedSensors, firstChannel, channels, trackWidths } from "../model/sensors.ts";
import type { LimitedSensor } from "../model/sensors.ts";
import { referenceMoves } from "../baseline/baseline-standing.ts";
import { calibrationOf } from "../baseline/baseline-standing.ts";

/** Takes one more frame into the reference of the per-frame test, where it stands. */
export function learnFrame(state: VehicleState, scores: StandardisedFrame): void {
  if (referenceMoves(state, "camera") && hasAny(scores)) {
    addFrame(state.moments, scores, slowestWeight(state, scores));
  }
}

/** That reference after any baseline this frame completed. */
export function withBaselines(before: FrameMoments, { calibrated }: Advance): FrameMoments {
  if (calibrated.size === 0) return before;
  let moments = before;
  for (const sensor of limitedSensors) {
    const baseline = calibrated.get(sensor);
    if (baseline !== undefined) moments = startMoments(moments, sensor, baseline.track, baseline.reference);
  }
  return moments;
}

function hasAny(scores: StandardisedFrame): boolean {
  for (let channel = 0; channel < scores.length; channel += 1) if (!isAbsent(scores[channel]!)) return true;
  return false;
}

/** Frames of one block resemble each other: together they count as one. */
function slowestWeight(state: VehicleState, scores: StandardisedFrame): number {
  let least = 1;
  for (const sensor of limitedSensors) {
    if (isAbsent(scores[firstChannel[sensor]]!)) continue;
    least = Math.min(least, frameWeight(state.tracks[sensor]));
  }
  return least;
}

function startMoments(
  moments: FrameMoments,
  sensor: LimitedSensor,
  track: SensorTrack,
  reference: readonly ScoredBlock[],
): FrameMoments {
  const first = firstChannel[sensor];
  const ratio = calibrationOf(track).frameRatio;
  const started = clearMoments(moments, first, trackWidths[sensor]);
  for (const block of reference) {
    const frame: number[] = channels.map(() => absent);
    block.standardised.forEach((u, axis) => (frame[first + axis] = u / ratio[axis]!));
    addFrame(started, frame, 1);
  }
  return restoreFrameVariance(started, first, ratio, reference.length);
}

/** Block means vary less than frames: what averaging took out is put back, as independent noise. */
function restoreFrameVariance(
  moments: FrameMoments,
  firstChannel: number,
  ratio: readonly number[],
  blocks: number,
): FrameMoments {
  const second = moments.second.slice();
  const channelCount = moments.first.length / 2;
  ratio.forEach((frameOverBlock, axis) => {
    const channel = firstChannel + axis;
    const pair = 3 * (channel * channelCount - (channel * (channel - 1)) / 2);
    second[pair + 1]! += blocks * (1 - 1 / (frameOverBlock * frameOverBlock));
  });
  return { first: moments.first, second };
}
