import type { Change, Chart, Start } from "../../../core/chart-design/chart.ts";
import { RandomStream } from "../simulated/random-stream.ts";

export interface SimulatedRunLength {
  readonly mean: number;
  /** Half the width of the 95 % interval of the mean. */
  readonly halfWidth: number;
  readonly runs: number;
}

/** Frames of quiet before the change when the chart is to stand where it stands after a long time without an alarm. */
const settleFrames = 200;

/** A run length by playing the chart frame by frame: the check on the integral equations that shares nothing with them. */
export function simulateRunLength(
  chart: Chart,
  { change, start, runs, seed }: { change: Change; start: Start; runs: number; seed: number },
): SimulatedRunLength {
  const random = new RandomStream(seed);
  const lengths: number[] = [];
  while (lengths.length < runs) {
    const length = oneRun(chart, { change, start, random });
    if (length !== null) lengths.push(length);
  }
  const mean = lengths.reduce((total, length) => total + length, 0) / runs;
  const variance = lengths.reduce((total, length) => total + (length - mean) ** 2, 0) / (runs - 1);
  return { mean, halfWidth: 1.96 * Math.sqrt(variance / runs), runs };
}

/** Null when the chart alarmed before the change: such a run says nothing of the conditional steady state. */
function oneRun(
  chart: Chart,
  { change, start, random }: { change: Change; start: Start; random: RandomStream },
): number | null {
  const dimension = "dimension" in chart ? chart.dimension : 1;
  const alarms = player(chart);
  const values = new Float64Array(dimension);
  const quiet = start === "steady-state" ? settleFrames : 0;
  for (let frame = 1 - quiet; ; frame++) {
    for (let at = 0; at < dimension; at++) values[at] = random.normal();
    if (frame > 0) values[0]! += change.kind === "shift" ? change.size : change.perFrame * frame;
    if (!alarms(values)) continue;
    return frame > 0 ? frame : null;
  }
}

/** Takes a frame and says whether the chart alarms. */
function player(chart: Chart): (values: Float64Array) => boolean {
  switch (chart.kind) {
    case "cusum": {
      let upper = chart.headStart;
      let lower = chart.headStart;
      return ([value]) => {
        upper = Math.max(0, upper + value! - chart.k);
        lower = Math.max(0, lower - value! - chart.k);
        return upper >= chart.h || (chart.sides === 2 && lower >= chart.h);
      };
    }
    case "shewhart":
      return ([value]) => value! >= chart.h || (chart.sides === 2 && -value! >= chart.h);
    case "sr": {
      let sum = 0;
      return ([value]) => {
        const shift = 2 * chart.k;
        sum = (1 + sum) * Math.exp(shift * (value! - chart.k));
        return Math.log(sum) >= chart.h;
      };
    }
    case "t2":
      return (values) => squared(values) >= chart.h;
    case "mcusum": {
      const sums = new Float64Array(chart.dimension);
      return (values) => {
        for (let at = 0; at < sums.length; at++) sums[at]! += values[at]!;
        const length = Math.sqrt(squared(sums));
        const kept = length <= chart.k ? 0 : 1 - chart.k / length;
        for (let at = 0; at < sums.length; at++) sums[at]! *= kept;
        return length - chart.k >= chart.h;
      };
    }
    case "mewma": {
      const average = new Float64Array(chart.dimension);
      return (values) => {
        for (let at = 0; at < average.length; at++)
          average[at] = (1 - chart.lambda) * average[at]! + chart.lambda * values[at]!;
        return (squared(average) * (2 - chart.lambda)) / chart.lambda >= chart.h;
      };
    }
  }
}

function squared(values: Float64Array): number {
  let total = 0;
  for (const value of values) total += value * value;
  return total;
}
