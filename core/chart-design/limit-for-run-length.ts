import { averageRunLength, longestRunLength } from "./average-run-length.ts";
import type { Chart, Start } from "./chart.ts";

/**
 * The limit h at which a chart's in-control average run length is `frames`, to 1e-10 relative: the run length grows with h, so
 * its logarithm is bracketed and then bisected with secant steps (Illinois). Throws a RangeError outside 2 … 1e12 frames, where
 * the linear system can no longer tell the run length from infinity.
 */
export function limitForRunLength(chart: Chart, frames: number, start: Start): number {
  if (!(frames >= 2 && frames <= 1e12))
    throw new RangeError("an average run length between 2 and 1e12 frames is needed");
  const excess = (h: number): number => Math.log(inControlFrames({ ...chart, h }, start) / frames);

  let low = 1e-6;
  let high = 1;
  let excessLow = excess(low);
  if (excessLow > 0)
    throw new RangeError(`even the smallest limit gives more than ${frames} frames; choose a smaller k`);
  let excessHigh = excess(high);
  for (let doubling = 0; excessHigh < 0; doubling++) {
    if (doubling > 12) throw new RangeError("no limit below 4096 gives that run length");
    [low, excessLow] = [high, excessHigh];
    high *= 1.6;
    excessHigh = excess(high);
  }
  for (let step = 0; step < 200 && high - low > 1e-10 * high; step++) {
    const guess = high - (excessHigh * (high - low)) / (excessHigh - excessLow);
    const value = excess(guess);
    if (value === 0) return guess;
    if (value > 0) {
      [high, excessHigh] = [guess, value];
      excessLow /= 2;
    } else {
      [low, excessLow] = [guess, value];
      excessHigh /= 2;
    }
    if (Math.abs(value) < 1e-12) return guess;
  }
  return (low + high) / 2;
}

/** A limit whose run length is out of reach is above any that is asked for. */
function inControlFrames(chart: Chart, start: Start): number {
  try {
    return averageRunLength(chart, { kind: "shift", size: 0 }, start).frames;
  } catch (error) {
    if (error instanceof RangeError) return longestRunLength;
    throw error;
  }
}
