import type { Advance } from "../baseline/advance-tracks.ts";
import { referenceMoves } from "../baseline/reference-mode.ts";
import type { ScoringSettings } from "../model/settings.ts";
import { chartWidth } from "../model/state.ts";
import type { VehicleState } from "../model/state.ts";
import { addToNoise, selfStartingScore, stepCusum } from "./tabular-cusum.ts";
import { limitedSensors, firstChannel } from "../model/sensors.ts";

/**
 * Moves the tabular CUSUM of every channel that completed a block. The charts show people where a drift built up;
 * they decide nothing.
 */
export function drawCharts(
  state: VehicleState,
  advance: Advance,
  settings: ScoringSettings,
): readonly number[] {
  if (advance.scored.size === 0 && advance.calibrated.size === 0) return state.charts;
  const charts = state.charts.slice();
  for (const sensor of limitedSensors) {
    const moves = referenceMoves(state, sensor);
    const block = advance.scored.get(sensor)?.evidence ?? null;
    block?.forEach((value, axis) => step(charts, firstChannel[sensor] + axis, value, { moves, settings }));
    for (const [axis, values] of startingValues(advance, sensor).entries()) {
      restart(charts, firstChannel[sensor] + axis, values);
    }
  }
  return charts;
}

function step(
  charts: number[],
  channel: number,
  value: number,
  rule: { readonly moves: boolean; readonly settings: ScoringSettings },
): void {
  const at = channel * chartWidth;
  const noise = { count: charts[at + 2]!, mean: charts[at + 3]!, squares: charts[at + 4]! };
  const { k, clipSigma } = rule.settings.chart;
  const score = Math.max(-clipSigma, Math.min(clipSigma, selfStartingScore(noise, value)));
  const sums = stepCusum({ upper: charts[at]!, lower: charts[at + 1]! }, score, k);
  const next = rule.moves ? addToNoise(noise, value) : noise;
  charts[at] = sums.upper;
  charts[at + 1] = sums.lower;
  charts[at + 2] = next.count;
  charts[at + 3] = next.mean;
  charts[at + 4] = next.squares;
}

/** The blocks a new baseline was learnt from, by value of the track. */
function startingValues(advance: Advance, sensor: (typeof limitedSensors)[number]): number[][] {
  const reference = advance.calibrated.get(sensor)?.reference;
  if (reference === undefined) return [];
  const scores = reference.flatMap((block) => (block.evidence === null ? [] : [block.evidence]));
  return Array.from(scores[0] ?? [], (_, axis) => scores.map((score) => score[axis]!));
}

/** A chart learns its noise from the baseline; a refined baseline keeps the sums drawn so far. */
function restart(charts: number[], channel: number, values: readonly number[]): void {
  const at = channel * chartWidth;
  let noise = { count: 0, mean: 0, squares: 0 };
  for (const value of values) noise = addToNoise(noise, value);
  charts[at + 2] = noise.count;
  charts[at + 3] = noise.mean;
  charts[at + 4] = noise.squares;
}
