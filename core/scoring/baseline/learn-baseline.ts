import { acceptBaseline, withoutCurves } from "./accept-baseline.ts";
import type { CalibratedLearning } from "./accept-baseline.ts";
import { calibrate, lagOne } from "./calibrate.ts";
import { besideChange, changeInside, largestLag, scoreAgainst } from "../blocks/change-inside.ts";
import type { InnerChange } from "../blocks/change-inside.ts";
import { estimateDrift, exceedance, limitsOf } from "../verdict/drift.ts";
import { correlatedCurve } from "../scatter/variance-curve.ts";
import { joinBlocks } from "../blocks/join-blocks.ts";
import type { Block, SensorTrack } from "../model/state.ts";
import type { Learner } from "./effective-noise.ts";
import { calibrationOf } from "./baseline-standing.ts";
import { earlyBaseline } from "./early-baseline.ts";

/** What one more block did to a baseline that is still being learnt. */
export type Learning = { readonly kind: "waiting"; readonly track: SensorTrack } | CalibratedLearning;

/** What the detectors hold of a sensor whose baseline is provisional. */
export interface Suspicion {
  /** A breach is open, or the baseline was frozen: it must stay what it is. */
  readonly held: boolean;
  /** The change that W suspects; null when it speaks of none. */
  readonly change: SuspectedChange | null;
  /** A change may be told before there is a baseline. */
  readonly early: boolean;
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
  const { settings } = learner;
  // What is heard during a breach is no baseline; what was learnt before it waits for its end.
  if (suspicion.held && learner.track.calibration !== null) return { kind: "waiting", track: learner.track };
  const blocks = [...learner.track.learnt, block].slice(-maxBlocks);
  const track = { ...learner.track, learnt: blocks };
  const { establishedBlocks } = settings.baseline;
  if (track.calibration === null) return tryBaseline({ ...learner, track }, blocks, suspicion);
  const complete = blocks.length >= establishedBlocks;
  if (suspicion.change !== null) {
    const doubted = doubtBaseline({ ...learner, track }, suspicion.change);
    return complete ? settle(doubted) : { kind: "waiting", track: doubted };
  }
  return complete ? refineBaseline({ ...learner, track }, blocks) : { kind: "waiting", track };
}

/** A first baseline, once there are blocks enough; a change that is clear before is told without one. */
function tryBaseline(learner: Learner, blocks: readonly Block[], { early }: Suspicion): Learning {
  const { track, settings } = learner;
  const hasEnough = blocks.length >= settings.baseline.provisionalBlocks;
  const first: Learning = hasEnough ? firstBaseline(learner, blocks) : { kind: "waiting", track };
  if (first.kind === "calibrated" || !early) return first;
  return earlyBaseline({ ...learner, track: first.track }) ?? first;
}

/** An undecided baseline goes on with the newest blocks only. */
const maxBlocks = 64;

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
  return acceptBaseline(
    { ...learner, track },
    { calibrated, blocks, baseline: blocks.length, established: enough },
  );
}

/** The second look, with more blocks. A change among them is for the evidence to judge, by the baseline there is. */
function refineBaseline(learner: Learner, blocks: readonly Block[]): Learning {
  const calibrated = calibrate(learner, blocks);
  const change = changeInside(learner, calibrated, blocks);
  if (change === null && !isTooCorrelated(learner, calibrated.correlation, blocks.length)) {
    return acceptBaseline(learner, { calibrated, blocks, baseline: blocks.length, established: true });
  }
  const left = change?.correlation ?? largestLag(scoreAgainst(learner, calibrated, blocks), besideChange);
  if (!isTooCorrelated(learner, left, blocks.length)) return settle(learner.track);
  const rebuilt = rebuildFromPairs(learner, blocks, change?.at ?? blocks.length);
  return rebuilt ?? settle(doubted(learner.track, (correlation) => Math.max(correlation, left)));
}

/**
 * Whether what looks like a change may be correlation in disguise: then a mean is taken to vary as much as noise with that
 * correlation makes it. The baseline stays: a step or a ramp leaves no correlation beside itself, and is judged by it.
 */
function doubtBaseline(learner: Learner, { axis }: SuspectedChange): SensorTrack {
  const { track } = learner;
  if (axis === null) return track;
  const blocks = track.learnt;
  const scored = scoreAgainst(learner, { calibration: calibrationOf(track) }, blocks);
  const left = lagOne(besideChange(scored.map((block) => block.standardised[axis]!)));
  if (!isTooCorrelated(learner, left, blocks.length)) return track;
  return doubted(track, (correlation, at) => (at === axis ? Math.max(correlation, left) : correlation));
}

function doubted(track: SensorTrack, leastOf: (correlation: number, axis: number) => number): SensorTrack {
  const calibration = calibrationOf(track);
  const leastCorrelation = calibration.leastCorrelation.map((correlation, axis) =>
    Math.fround(Math.min(0.95, leastOf(correlation, axis))),
  );
  return { ...track, calibration: { ...calibration, leastCorrelation } };
}

/**
 * The baseline again from blocks twice as long; null when there are too few of them. Blocks after a change are not part of
 * it: they are watched, as they were.
 */
function rebuildFromPairs(learner: Learner, blocks: readonly Block[], before: number): Learning | null {
  const { settings } = learner;
  const track = joinBlocks(learner, blocks);
  const joined = track.learnt;
  const lastSeq = before === 0 ? 0 : blocks[before - 1]!.seq;
  const baseline = joined.filter((block) => block.seq <= lastSeq).length;
  const needed = before === blocks.length ? settings.baseline.provisionalBlocks : fewestBefore;
  if (baseline < needed) return null;
  const calibrated = calibrate({ ...learner, track }, joined.slice(0, baseline));
  return acceptBaseline({ ...learner, track }, { calibrated, blocks: joined, baseline, established: false });
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
  const calibration = { ...calibrationOf(track), established: true };
  const inherited = withoutCurves(track.inherited);
  return { kind: "waiting", track: { ...track, calibration, learnt: [], inherited } };
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
    const accepted = acceptBaseline(learner, { calibrated, blocks, baseline: change.at, established: false });
    const curves = Array.from(calibrated.calibration.correlation, correlatedCurve);
    const drift = estimateDrift(name, accepted.track, 0, { curves });
    const { caution } = limitsOf(name, settings);
    if (drift !== null && exceedance(name, drift, caution) >= settings.tiers.cautionProbability)
      return accepted;
  }
  return { kind: "waiting", track: { ...track, learnt: blocks.slice(change.at) } };
}
