import type { Advance } from "../baseline/advance-tracks.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import { chartOf, writeRunningNoise, writeSums } from "../model/rows/channel-charts.ts";
import type { ChannelCharts } from "../model/rows/channel-charts.ts";
import type { VehicleState } from "../model/state.ts";
import { addToNoise, noNoise, selfStartingScore, stepCusum } from "./tabular-cusum.ts";
import type { LimitedSensor } from "../model/sensors.ts";
import { limitedSensors, firstChannel } from "../model/sensors.ts";
import { referenceMoves } from "../baseline/baseline-standing.ts";

/**
 * Moves the tabular CUSUM of every channel that completed a block, where the charts stand. They show people where a drift built
 * up; they decide nothing.
 */
export function drawCharts(state: VehicleState, advance: Advance, settings: ScoringSettings): void {
  if (advance.scored.size === 0 && advance.calibrated.size === 0) return;
  const { charts } = state;
  for (const sensor of limitedSensors) {
    const first = firstChannel[sensor];
    const moves = referenceMoves(state, sensor);
    const block = advance.scored.get(sensor)?.whitened ?? noValues;
    for (let axis = 0; axis < block.length; axis += 1) {
      step(charts, first + axis, block[axis]!, { moves, settings });
    }
    for (const [axis, values] of startingValues(advance, sensor).entries()) {
      writeRunningNoise(charts, first + axis, values.reduce(addToNoise, noNoise));
    }
  }
}

const noValues: readonly number[] = [];

function step(
  charts: ChannelCharts,
  channel: number,
  value: number,
  { moves, settings }: { readonly moves: boolean; readonly settings: ScoringSettings },
): void {
  const { k, clipSigma } = settings.chart;
  const chart = chartOf(charts, channel);
  const score = Math.max(-clipSigma, Math.min(clipSigma, selfStartingScore(chart, value)));
  writeSums(charts, channel, stepCusum(chart, score, k));
  if (moves) writeRunningNoise(charts, channel, addToNoise(chart, value));
}

/**
 * The blocks a new baseline was learnt from, by value of the track: a chart estimates its noise from them. A refined baseline
 * keeps the sums drawn so far.
 */
function startingValues(advance: Advance, sensor: LimitedSensor): readonly (readonly number[])[] {
  const reference = advance.calibrated.get(sensor)?.reference;
  if (reference === undefined) return [];
  const scores = reference.flatMap((block) => (block.whitened === null ? [] : [block.whitened]));
  return Array.from(scores[0] ?? [], (_, axis) => scores.flatMap((score) => score.slice(axis, axis + 1)));
}
