import type { CalibratedLearning } from "../baseline/accept-baseline.ts";
import type { Advance } from "../baseline/advance-tracks.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import { readChart, writeRunningNoise, writeSums } from "../model/rows/channel-charts.ts";
import type { ChannelCharts, ChartBench } from "../model/rows/channel-charts.ts";
import type { VehicleState } from "../model/state.ts";
import { addToNoise, selfStartingScore, stepCusum } from "./tabular-cusum.ts";
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
    const learnt = advance.calibrated.get(sensor);
    if (learnt !== undefined) startNoise(charts, first, learnt);
  }
}

const noValues: readonly number[] = [];

/** A register: one chart at a time. */
const chart: ChartBench = { upper: 0.5, lower: 0.5, count: 0.5, mean: 0.5, squares: 0.5 };

function step(
  charts: ChannelCharts,
  channel: number,
  value: number,
  { moves, settings }: { readonly moves: boolean; readonly settings: ScoringSettings },
): void {
  const { k, clipSigma } = settings.chart;
  readChart(charts, channel, chart);
  stepCusum(chart, Math.max(-clipSigma, Math.min(clipSigma, selfStartingScore(chart, value))), k);
  writeSums(charts, channel, chart);
  if (!moves) return;
  addToNoise(chart, value);
  writeRunningNoise(charts, channel, chart);
}

/**
 * From the blocks a new baseline was learnt from a chart estimates its noise. A refined baseline keeps the sums drawn so far, and
 * one without a whitened block the noise, too.
 */
function startNoise(charts: ChannelCharts, first: number, { reference }: CalibratedLearning): void {
  const scores = reference.flatMap((block) => (block.whitened === null ? [] : [block.whitened]));
  for (let axis = 0; axis < (scores[0]?.length ?? 0); axis += 1) {
    readChart(charts, first + axis, chart);
    chart.count = 0;
    chart.mean = 0;
    chart.squares = 0;
    for (const score of scores) addToNoise(chart, score[axis]!);
    writeRunningNoise(charts, first + axis, chart);
  }
}
