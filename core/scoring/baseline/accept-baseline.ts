import type { Calibrated } from "./calibrate.ts";
import { framesPerBlock } from "../blocks/block-average.ts";
import { exceedance, inLimitUnits, limitsOf } from "../verdict/drift.ts";
import { asVector, between, expDeg, logDeg, multiply } from "../numeric/quaternion.ts";
import type { Quaternion, Vector3 } from "../numeric/quaternion.ts";
import { rememberRecent } from "../blocks/recent-blocks.ts";
import { huberMean } from "../numeric/robust.ts";
import { scoreBlock } from "../blocks/score-block.ts";
import type { ScoredBlock } from "../blocks/score-block.ts";
import { curvesInherited } from "./inherited-curves.ts";
import { RecentBlocks } from "../model/recent-blocks.ts";
import type { Block, SensorTrack, InheritedNoise, TrackBench } from "../model/state.ts";
import type { Learner } from "./effective-noise.ts";
import { calibrationOf } from "./baseline-standing.ts";
import type { CurvePrior } from "../settings/settings.ts";
import type { EarlyChange } from "./early-change.ts";
import { startTrackCycle } from "../cycle/track-cycle.ts";

/** A sensor that has just been given a baseline. */
export interface CalibratedLearning {
  readonly kind: "calibrated";
  readonly track: SensorTrack;
  /** Blocks of the baseline, and blocks after them that are already to be judged by it. */
  readonly reference: readonly ScoredBlock[];
  readonly watched: readonly ScoredBlock[];
  /** How the variance of its means grew before it was taught anew, value by value; empty when nothing is known of it. */
  readonly inherited: readonly CurvePrior[];
  /** The change that was told of a sensor with too few blocks for a baseline; null: it has enough. */
  readonly early: EarlyChange | null;
}

/** What a baseline is to be made of. */
export interface Choice {
  readonly calibrated: Calibrated;
  readonly blocks: readonly Block[];
  /** How many of the blocks are the baseline; the rest are watched. */
  readonly baseline: number;
  readonly established: boolean;
}

/** Gives a sensor its baseline, and scores the blocks it was learnt from, and those after them, by it. */
export function acceptBaseline(learner: Learner, choice: Choice): CalibratedLearning {
  const { track, settings } = learner;
  const calibration = { ...choice.calibrated.calibration, established: choice.established };
  const fresh: SensorTrack = {
    ...track,
    calibration,
    previousUs: null,
    usualPresence: shareOfFrames(track, choice.blocks),
    recent: RecentBlocks.none(),
    learnt: choice.established ? [] : track.learnt,
    cycle: null,
    inherited: choice.established ? withoutCurves(track.inherited) : track.inherited,
  };
  const { track: scoredTrack, scored } = scoreAll(fresh, choice.blocks, learner);
  const reference = scored.slice(0, choice.baseline);
  const watched = scored.slice(choice.baseline);
  const centre = track.centre.map((_, axis) =>
    huberMean(
      reference.map((block) => block.placed[axis]!),
      calibration.scale[axis]!,
    ),
  );
  const settled: TrackBench = {
    ...scoredTrack,
    // An established camera needs no anchor of its own: the pose serves.
    anchor: choice.established ? calibration.pose : track.anchor,
    centre,
    centreWeight: reference.reduce((sum, block) => sum + block.weight, 0),
    cycle: startTrackCycle(learner, { calibration, centre }, reference),
  };
  for (const block of watched) {
    rememberRecent(settled, block, { keep: settings.tiers.driftBlocks, referenceMoves: true });
  }
  return {
    kind: "calibrated",
    track: { ...settled, notRestored: isNotRestored(learner, settled) },
    reference,
    watched,
    inherited: curvesInherited(track.inherited?.curves ?? null, track.level),
    early: null,
  };
}

/** What an established baseline has taken over need not be remembered twice. */
export function withoutCurves(inherited: InheritedNoise | null): InheritedNoise | null {
  return inherited === null ? null : { ...inherited, curves: null };
}

/** Share of the vehicle's frames that carried the sensor while these blocks were heard. */
function shareOfFrames(track: SensorTrack, blocks: readonly Block[]): number {
  const entries = blocks.at(-1)!.seq - blocks[0]!.seq;
  return entries === 0
    ? track.presence
    : Math.min(1, ((blocks.length - 1) * framesPerBlock(track)) / entries);
}

/** Scores blocks one after another, as if they came now. */
export function scoreAll(
  track: SensorTrack,
  blocks: readonly Block[],
  { settings }: Learner,
): { track: SensorTrack; scored: ScoredBlock[] } {
  const scoredTrack: TrackBench = { ...track, previous: track.previous.slice() };
  const scored = blocks.map((block) => scoreBlock(scoredTrack, block, settings));
  return { track: scoredTrack, scored };
}

/** After a repair: whether the sensor now stands further than the CAUTION limit from where it stood before the fault. */
function isNotRestored({ name, settings }: Learner, track: SensorTrack): boolean {
  const { inherited, calibration } = track;
  if (inherited === null || calibration === null || name === "confidence") return false;
  const shifts =
    name === "camera" ? turnBetween(inherited, track) : [track.centre[0]! - inherited.centre[0]!];
  const sds = Array.from(calibration.scale, (scale) => scale / Math.sqrt(Math.max(1, track.centreWeight)));
  const moved = inLimitUnits(name, inherited.centre, { shifts, sds });
  const { caution } = limitsOf(name, settings);
  const worse = name === "camera" ? moved.amount : Math.abs(moved.amount);
  return exceedance(name, { ...moved, amount: worse }, caution) >= settings.tiers.cautionProbability;
}

function turnBetween(inherited: InheritedNoise, track: SensorTrack): Vector3 {
  const before = turned(inherited.pose, inherited.centre);
  const after = turned(calibrationOf(track).pose, track.centre);
  return logDeg(between(before, after));
}

function turned(pose: Quaternion | null, centre: readonly number[]): Quaternion {
  if (pose === null) throw new Error("a camera's baseline has no pose");
  return multiply(pose, expDeg(asVector(centre)));
}
