import { scoreAll } from "../baseline/accept-baseline.ts";
import { lagOne } from "../baseline/calibrate.ts";
import type { Calibrated } from "../baseline/calibrate.ts";
import { singleModel } from "../change/change-model.ts";
import { addBlock, noChangeSums } from "../change/change-sums.ts";
import { ratiosOfCorrelated, scales } from "../scatter/noise-family.ts";
import { known } from "../scatter/variance-curve.ts";
import { filled, zeros } from "../numeric/doubles.ts";
import { huberMean } from "../numeric/robust.ts";
import type { ScoredBlock } from "./score-block.ts";
import type { Block } from "../model/state.ts";
import { weighChange } from "../change/weigh-change.ts";
import { trackWidths } from "../model/sensors.ts";
import type { Learner } from "../baseline/effective-noise.ts";

/** A change among the blocks a baseline is made of. */
export interface InnerChange {
  /** Index of the first block after the change. */
  readonly at: number;
  readonly nats: number;
  /** Lag-1 correlation left when each side has its own mean: a wandering sensor keeps it, a step does not. */
  readonly correlation: number;
}

/** The likeliest change among the blocks a baseline is made of, when W speaks clearly of one. */
export function changeInside(
  learner: Learner,
  { calibration }: Pick<Calibrated, "calibration">,
  blocks: readonly Block[],
): InnerChange | null {
  const { name, settings } = learner;
  const scored = scoreAgainst(learner, { calibration }, blocks);
  const width = trackWidths[name];
  let sums = noChangeSums(width);
  for (const { seq, weight, score } of scored) {
    const weights = filled(zeros(width), weight);
    sums = addBlock(sums, { seq, weights, values: score }, everyBlockByItself);
  }
  const model = singleModel(name, calibration, false, settings);
  // These blocks say too little of their own correlation: it is taken for known.
  const priorCurves = Array.from(calibration.correlation, (correlation) => ({
    ratios: ratiosOfCorrelated(correlation),
    degrees: filled(zeros(scales), known),
  }));
  const found = weighChange(sums, { ...model, priorCurves });
  if (!(found.nats > settings.baseline.changeNats)) return null;
  const at = blocks.findIndex((block) => block.seq === found.changeSeq);
  return { at, nats: found.nats, correlation: largestLag(scored, (values) => besideStep(values, at)) };
}

const everyBlockByItself = { bucketsPerLevel: 1000, levels: 2, referenceFrozen: false, scatterModel: null };

/** Blocks as a calibration sees them. */
export function scoreAgainst(
  learner: Learner,
  { calibration }: Pick<Calibrated, "calibration">,
  blocks: readonly Block[],
): readonly ScoredBlock[] {
  return scoreAll({ ...learner.track, calibration, previousUs: null }, blocks, learner).scored;
}

/** Each side of a step about its own mean. A wandering sensor keeps its correlation, a moved one has none. */
export function besideStep(values: readonly number[], at: number): readonly number[] {
  return [values.slice(0, at), values.slice(at)].flatMap((side) => {
    const centre = huberMean(side, 1);
    return side.map((value) => value - centre);
  });
}

/**
 * The values beside what explains them best with one change: a step, or a line that bends once, wherever it fits best. A drift
 * is no noise, and must not pass for correlation.
 */
export function besideChange(values: readonly number[]): readonly number[] {
  let best = { squares: Infinity, residuals: values };
  const consider = (regressor: (at: number) => number) => {
    const residuals = besideRegressor(values, regressor);
    let squares = 0;
    for (const residual of residuals) squares += residual * residual;
    if (squares < best.squares) best = { squares, residuals };
  };
  for (let from = 1; from < values.length; from += 1) {
    consider((at) => (at >= from ? 1 : 0));
    consider((at) => Math.max(0, at - from + 1));
  }
  return best.residuals;
}

/** Residuals of least squares on a constant and one regressor. */
function besideRegressor(values: readonly number[], regressor: (at: number) => number): readonly number[] {
  const count = values.length;
  let [sumX, sumY, squares, products] = [0, 0, 0, 0];
  values.forEach((value, at) => {
    const x = regressor(at);
    sumX += x;
    sumY += value;
    squares += x * x;
    products += x * value;
  });
  const spread = squares - (sumX * sumX) / count;
  const slope = spread > 0 ? (products - (sumX * sumY) / count) / spread : 0;
  const level = (sumY - slope * sumX) / count;
  return values.map((value, at) => value - level - slope * regressor(at));
}

/** The values beside their straight line: a steady drift is no noise, and must not pass for it. */
export function besideLine(values: readonly number[]): readonly number[] {
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

/** Largest lag-1 correlation of any value, after what is no noise has been taken out. */
export function largestLag(
  scored: readonly ScoredBlock[],
  residualsOf: (values: readonly number[]) => readonly number[],
): number {
  const axes = Array.from(scored[0]!.standardised.keys());
  return axes.reduce((most, axis) => {
    const residuals = residualsOf(scored.map((block) => block.standardised[axis]!));
    return Math.max(most, lagOne(residuals));
  }, -1);
}
