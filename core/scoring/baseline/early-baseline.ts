import { acceptBaseline } from "./accept-baseline.ts";
import type { CalibratedLearning } from "./accept-baseline.ts";
import { calibrate, narrowed } from "./calibrate.ts";
import { indifferenceZones } from "./indifference-zone.ts";
import { earlyChange } from "./early-change.ts";
import type { EarlyChange } from "./early-change.ts";
import type { Learner } from "./effective-noise.ts";
import type { Block } from "../model/state.ts";

/**
 * A baseline for a change that is told early: the blocks before it are the reference, those after it are watched. Null when
 * nothing can be told. The confidence track has no early verdict: it accuses nobody.
 */
export function earlyBaseline({ name, track, settings }: Learner): CalibratedLearning | null {
  if (name === "confidence") return null;
  const blocks = track.learnt;
  const change = earlyChange({ name, track, settings }, blocks);
  if (change === null) return null;
  // What was heard of the fault is no baseline: only the blocks before it wait for its end.
  const learner = { name, settings, track: { ...track, learnt: blocks.slice(0, change.at) } };
  const calibrated = calibrateBeside(learner, blocks, change);
  return {
    ...acceptBaseline(learner, { calibrated, blocks, baseline: change.at, established: false }),
    early: change,
  };
}

/** The noise from all blocks, each beside its own side of the change: five alone would tell little of it. */
function calibrateBeside(learner: Learner, blocks: readonly Block[], change: EarlyChange) {
  const { at, moved, correlation: lag } = change;
  const unmoved = blocks.map((block, index) =>
    index < at ? block : { ...block, values: block.values.map((value, axis) => value - moved[axis]!) },
  );
  const { calibration, correlation } = calibrate(learner, unmoved);
  const taken = Math.max(0, Math.min(0.95, lag));
  const noise = {
    ...calibration,
    correlation: calibration.correlation.map(() => taken),
    leastCorrelation: calibration.correlation.map(() => taken),
  };
  return {
    calibration: narrowed({ ...noise, blocks: at, zones: indifferenceZones(learner, noise) }),
    correlation,
  };
}
