import { framesPerBlock } from "./block-average.ts";
import type { Block } from "./block-average.ts";
import { calibrate, inPose, lagOne, rotationOf } from "./calibrate.ts";
import type { Calibrated, Learner } from "./calibrate.ts";
import { estimateDrift, exceedance, inLimitUnits, limitsOf } from "./drift.ts";
import { singleModel } from "./evidence-model.ts";
import { addBlock, noEvidence } from "./evidence-sums.ts";
import { appendBlock, joinPairs, readBlocks, writeBlocks } from "./learnt-blocks.ts";
import { meanRotation } from "./mean-rotation.ts";
import { between, expDeg, logDeg, multiply } from "./quaternion.ts";
import type { Vector3 } from "./quaternion.ts";
import { rememberRecent } from "./recent-blocks.ts";
import { huberMean } from "./robust.ts";
import { scoreBlock } from "./score-block.ts";
import type { ScoredBlock } from "./score-block.ts";
import type { SensorTrack } from "./state.ts";
import { trackWidths } from "./state.ts";
import { weighEvidence } from "./weigh-evidence.ts";

/** What one more block did to a baseline that is still being learnt. */
export type Learning =
  | { readonly kind: "waiting"; readonly track: SensorTrack }
  /** A provisional baseline turned out to stand on too few independent blocks: the sensor learns on. */
  | { readonly kind: "withdrawn"; readonly track: SensorTrack }
  | {
      readonly kind: "calibrated";
      readonly track: SensorTrack;
      /** Blocks of the baseline, and blocks after them that are already to be judged by it. */
      readonly reference: readonly ScoredBlock[];
      readonly watched: readonly ScoredBlock[];
    };

/** What the detectors hold of a sensor whose baseline is provisional. */
export interface Suspicion {
  /** A breach is open, or the baseline was frozen: it must stay what it is. */
  readonly held: boolean;
  /** The change the evidence speaks of; null when it speaks of none. */
  readonly change: SuspectedChange | null;
}

export interface SuspectedChange {
  /** Entry number of the first block after it. */
  readonly seq: number;
  /** The value of this sensor that speaks loudest; null when another sensor does. */
  readonly axis: number | null;
}

/**
 * Adds a block to the baseline being learnt. From the 20th block on a baseline is tried. It is looked at again with
 * the 50th, and as soon as it leads to a suspicion: a baseline is doubted before it accuses.
 */
export function learnBaseline(learner: Learner, block: Block, suspicion: Suspicion): Learning {
  const { name, settings } = learner;
  // What is heard during a breach is no baseline; what was learnt before it waits for its end.
  if (suspicion.held && learner.track.calibration !== null) return { kind: "waiting", track: learner.track };
  const track = { ...learner.track, learnt: appendBlock(learner.track.learnt, block) };
  const blocks = readBlocks(track.learnt, trackWidths[name]);
  const { provisionalBlocks, establishedBlocks } = settings.baseline;
  if (track.calibration === null) {
    if (blocks.length < provisionalBlocks) return { kind: "waiting", track };
    return firstBaseline({ ...learner, track }, blocks);
  }
  const complete = blocks.length >= establishedBlocks;
  const kept: Learning = complete ? settle(track) : { kind: "waiting", track };
  if (suspicion.change !== null) return doubtBaseline({ ...learner, track }, suspicion.change) ?? kept;
  return complete ? refineBaseline({ ...learner, track }, blocks) : kept;
}

/**
 * Blocks that still resemble their neighbours are joined two by two; a change inside keeps the sensor learning, or is
 * judged when it is large; otherwise the sensor has a provisional baseline.
 */
function firstBaseline(learner: Learner, blocks: readonly Block[]): Learning {
  const { settings, track } = learner;
  const calibrated = calibrate(learner, blocks);
  const change = changeInside(learner, calibrated, blocks);
  const correlation = change === null ? calibrated.correlation : change.correlation;
  if (isTooCorrelated(learner, correlation, blocks.length))
    return { kind: "waiting", track: joinBlocks(learner, blocks) };
  if (change !== null) return judgeChange(learner, blocks, change);
  const enough = blocks.length >= settings.baseline.establishedBlocks;
  return accept({ ...learner, track }, { calibrated, blocks, baseline: blocks.length, established: enough });
}

/** The second look, with more blocks. A change among them is for the evidence to judge, by the baseline there is. */
function refineBaseline(learner: Learner, blocks: readonly Block[]): Learning {
  const calibrated = calibrate(learner, blocks);
  const change = changeInside(learner, calibrated, blocks);
  if (change === null && !isTooCorrelated(learner, calibrated.correlation, blocks.length)) {
    return accept(learner, { calibrated, blocks, baseline: blocks.length, established: true });
  }
  const left = change?.correlation ?? largestLag(scoreAgainst(learner, calibrated, blocks), besideLine);
  if (!isTooCorrelated(learner, left, blocks.length)) return settle(learner.track);
  return rebuildFromPairs(learner, blocks, change?.at ?? blocks.length);
}

/**
 * Whether what looks like a change may be correlation in disguise: then the baseline is built again from longer
 * blocks. Null when the baseline holds up, and the change is for the evidence to judge.
 */
function doubtBaseline(learner: Learner, { seq, axis }: SuspectedChange): Learning | null {
  if (axis === null) return null;
  const blocks = readBlocks(learner.track.learnt, trackWidths[learner.name]);
  const calibration = learner.track.calibration!;
  const before = blocks.filter((block) => block.seq < seq).length;
  const scores = scoreAgainst(learner, { calibration }, blocks).map((block) => block.standardised[axis]!);
  const left = lagOne(besideStep(scores, before));
  return isTooCorrelated(learner, left, blocks.length) ? rebuildFromPairs(learner, blocks, before) : null;
}

/**
 * The baseline again from blocks twice as long, if there are enough of them. Blocks after a suspected change are not
 * part of it: they are watched, as they were.
 */
function rebuildFromPairs(learner: Learner, blocks: readonly Block[], before: number): Learning {
  const { name, settings } = learner;
  const track = joinBlocks(learner, blocks);
  const joined = readBlocks(track.learnt, trackWidths[name]);
  const lastSeq = before === 0 ? 0 : blocks[before - 1]!.seq;
  const baseline = joined.filter((block) => block.seq <= lastSeq).length;
  const needed = before === blocks.length ? settings.baseline.provisionalBlocks : fewestBefore;
  if (baseline < needed) {
    const recent = new Float64Array(0);
    return { kind: "withdrawn", track: { ...track, calibration: null, previousUs: null, recent } };
  }
  const calibrated = calibrate({ ...learner, track }, joined.slice(0, baseline));
  return accept({ ...learner, track }, { calibrated, blocks: joined, baseline, established: false });
}

/** Fewer blocks than an established baseline has tell less; the limit allows for what their estimate may be off. */
function isTooCorrelated({ settings, track }: Learner, correlation: number, blocks: number): boolean {
  const { maximumBlockCorrelation, maximumBlockLevel, establishedBlocks, correlationAllowance } =
    settings.baseline;
  const shortfall = 1 / Math.sqrt(blocks) - 1 / Math.sqrt(establishedBlocks);
  const limit = maximumBlockCorrelation + correlationAllowance * Math.max(0, shortfall);
  return correlation > limit && track.level < maximumBlockLevel;
}

/** The baseline stays what it is. */
function settle(track: SensorTrack): Learning {
  const calibration = { ...track.calibration!, established: true };
  return { kind: "waiting", track: { ...track, calibration, learnt: new Float64Array(0) } };
}

interface InnerChange {
  /** Index of the first block after the change. */
  readonly at: number;
  readonly nats: number;
  /** Lag-1 correlation left when each side has its own mean: a wandering sensor keeps it, a step does not. */
  readonly correlation: number;
}

/** The likeliest change among the blocks a baseline is made of, when the evidence for one is strong. */
function changeInside(
  learner: Learner,
  { calibration }: Pick<Calibrated, "calibration">,
  blocks: readonly Block[],
): InnerChange | null {
  const { name, settings } = learner;
  const scored = scoreAgainst(learner, { calibration }, blocks);
  const width = trackWidths[name];
  let sums = noEvidence(width);
  for (const { seq, weight, evidence } of scored) {
    if (evidence === null) continue;
    const weights = new Float64Array(width).fill(weight);
    sums = addBlock(sums, { seq, weights, values: evidence }, everyBlockByItself);
  }
  const found = weighEvidence(sums, singleModel(name, calibration, false, settings));
  if (!(found.nats > settings.baseline.changeNats)) return null;
  const at = blocks.findIndex((block) => block.seq === found.changeSeq);
  return { at, nats: found.nats, correlation: largestLag(scored, (values) => besideStep(values, at)) };
}

const everyBlockByItself = { bucketsPerLevel: 1000, levels: 2, referenceFrozen: false };

function scoreAgainst(
  learner: Learner,
  { calibration }: Pick<Calibrated, "calibration">,
  blocks: readonly Block[],
): readonly ScoredBlock[] {
  return scoreAll({ ...learner.track, calibration, previousUs: null }, blocks, learner).scored;
}

/** Each side of a step about its own mean. A wandering sensor keeps its correlation, a moved one has none. */
function besideStep(values: readonly number[], at: number): readonly number[] {
  return [values.slice(0, at), values.slice(at)].flatMap((side) => {
    const centre = huberMean(side, 1);
    return side.map((value) => value - centre);
  });
}

/** The values beside their straight line: a steady drift is no noise, and must not pass for it. */
function besideLine(values: readonly number[]): readonly number[] {
  const middle = (values.length - 1) / 2;
  let sum = 0;
  let products = 0;
  let squares = 0;
  values.forEach((value, at) => {
    sum += value;
    products += (at - middle) * value;
    squares += (at - middle) * (at - middle);
  });
  const [level, slope] = [sum / values.length, products / squares];
  return values.map((value, at) => value - level - slope * (at - middle));
}

function largestLag(
  scored: readonly ScoredBlock[],
  residualsOf: (values: readonly number[]) => readonly number[],
): number {
  const axes = Array.from(scored[0]!.standardised.keys());
  return axes.reduce((most, axis) => {
    const residuals = residualsOf(scored.map((block) => block.standardised[axis]!));
    return Math.max(most, lagOne(residuals));
  }, -1);
}

/** Fewest blocks before and after a change that may stand for themselves. */
const fewestBefore = 10;
const fewestAfter = 5;

/**
 * A change while learning. When the blocks before it can serve as a baseline and it exceeds the CAUTION limit, it is
 * watched like any other change: a mount that moved in its first minutes is news. Otherwise learning starts again
 * after it.
 */
function judgeChange(learner: Learner, blocks: readonly Block[], change: InnerChange): Learning {
  const { name, track, settings } = learner;
  if (blocks.length - change.at < fewestAfter) return { kind: "waiting", track };
  if (name !== "confidence" && change.at >= fewestBefore && change.nats >= settings.evidence.cautionNats) {
    const calibrated = calibrate(learner, blocks.slice(0, change.at));
    const accepted = accept(learner, { calibrated, blocks, baseline: change.at, established: false });
    const drift = estimateDrift(name, accepted.track, 0);
    const { caution } = limitsOf(name, settings);
    if (drift !== null && exceedance(name, drift, caution) >= settings.tiers.cautionProbability)
      return accepted;
  }
  return { kind: "waiting", track: { ...track, learnt: writeBlocks(blocks.slice(change.at)) } };
}

interface Choice {
  readonly calibrated: Calibrated;
  readonly blocks: readonly Block[];
  /** How many of the blocks are the baseline; the rest are watched. */
  readonly baseline: number;
  readonly established: boolean;
}

function accept(learner: Learner, choice: Choice): Learning & { readonly kind: "calibrated" } {
  const { track, settings } = learner;
  const calibration = { ...choice.calibrated.calibration, established: choice.established };
  const fresh: SensorTrack = {
    ...track,
    calibration,
    previousUs: null,
    usualPresence: track.usualPresence > 0 ? track.usualPresence : track.presence,
    recent: new Float64Array(0),
    learnt: choice.established ? new Float64Array(0) : track.learnt,
  };
  const { track: scoredTrack, scored } = scoreAll(fresh, choice.blocks, learner);
  const reference = scored.slice(0, choice.baseline);
  const watched = scored.slice(choice.baseline);
  const centre = calibration.location.map((_, axis) =>
    huberMean(
      reference.map((block) => block.placed[axis]!),
      calibration.scale[axis]!,
    ),
  );
  let settled: SensorTrack = {
    ...scoredTrack,
    // An established camera needs no anchor of its own: the pose serves.
    anchor: choice.established ? calibration.pose : track.anchor,
    centre,
    centreWeight: reference.reduce((sum, block) => sum + block.weight, 0),
  };
  for (const block of watched) {
    settled = rememberRecent(settled, block, { keep: settings.tiers.driftBlocks, referenceMoves: true });
  }
  return {
    kind: "calibrated",
    track: { ...settled, notRestored: isNotRestored(learner, settled) },
    reference,
    watched,
  };
}

function scoreAll(
  track: SensorTrack,
  blocks: readonly Block[],
  { settings }: Learner,
): { track: SensorTrack; scored: ScoredBlock[] } {
  let current = track;
  const scored = blocks.map((block) => {
    const step = scoreBlock(current, block, settings);
    current = step.track;
    return step.scored;
  });
  return { track: current, scored };
}

function joinBlocks(learner: Learner, blocks: readonly Block[]): SensorTrack {
  const { name } = learner;
  const track = anchorAtMean(learner, blocks);
  const joined = joinPairs(readBlocks(track.learnt, trackWidths[name]), trackWidths[name]);
  const frames = framesPerBlock(track);
  return {
    ...track,
    level: track.level + 1,
    learnt: writeBlocks(joined.blocks),
    within: track.within.map((squares, axis) => squares + frames * joined.within[axis]!),
  };
}

/** Rotation vectors are only averaged near zero: a wild first frame must not stay the place they count from. */
function anchorAtMean({ name, track }: Learner, blocks: readonly Block[]): SensorTrack {
  if (name !== "camera") return track;
  const anchor = meanRotation(blocks.map((block) => rotationOf(track, block)));
  const moved = blocks.map((block) => ({ ...block, values: inPose(track, anchor, block.values) }));
  return { ...track, anchor, learnt: writeBlocks(moved) };
}

/** After a repair: whether the sensor now stands further than the CAUTION limit from where it stood before the fault. */
function isNotRestored({ name, settings }: Learner, track: SensorTrack): boolean {
  const { inherited, calibration } = track;
  if (inherited === null || calibration === null || name === "confidence") return false;
  const shifts = name === "camera" ? turnBetween(track) : [track.centre[0]! - inherited.centre[0]!];
  const sds = Array.from(calibration.scale, (scale) => scale / Math.sqrt(Math.max(1, track.centreWeight)));
  const moved = inLimitUnits(name, inherited.centre, { shifts, sds });
  const { caution } = limitsOf(name, settings);
  const worse = name === "camera" ? moved.amount : Math.abs(moved.amount);
  return exceedance(name, { ...moved, amount: worse }, caution) >= settings.tiers.cautionProbability;
}

function turnBetween({ inherited, calibration, centre }: SensorTrack): Vector3 {
  const before = multiply(inherited!.pose!, expDeg(inherited!.centre as unknown as Vector3));
  const after = multiply(calibration!.pose!, expDeg(centre as unknown as Vector3));
  return logDeg(between(before, after));
}
