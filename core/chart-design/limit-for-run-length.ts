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
  const ends = bracket(excess);
  if (ends.low.excess > 0) {
    throw new RangeError(`even the smallest limit gives more than ${frames} frames; choose a smaller k`);
  }
  return bisect(excess, ends);
}

/** A limit, and the logarithm of its run length over the one that is sought. */
interface Tried {
  readonly h: number;
  readonly excess: number;
}

interface Bracket {
  readonly low: Tried;
  readonly high: Tried;
}

function bracket(excessOf: (h: number) => number): Bracket {
  const tried = (h: number): Tried => ({ h, excess: excessOf(h) });
  let low = tried(1e-6);
  if (low.excess > 0) return { low, high: low };
  let high = tried(1);
  for (let doubling = 0; high.excess < 0; doubling++) {
    if (doubling > 12) throw new RangeError("no limit below 4096 gives that run length");
    low = high;
    high = tried(1.6 * high.h);
  }
  return { low, high };
}

function bisect(excessOf: (h: number) => number, ends: Bracket): number {
  let { low, high } = ends;
  for (let step = 0; step < 200 && high.h - low.h > 1e-10 * high.h; step++) {
    const h = high.h - (high.excess * (high.h - low.h)) / (high.excess - low.excess);
    const excess = excessOf(h);
    if (Math.abs(excess) < 1e-12) return h;
    if (excess > 0) {
      high = { h, excess };
      low = { ...low, excess: low.excess / 2 };
    } else {
      low = { h, excess };
      high = { ...high, excess: high.excess / 2 };
    }
  }
  return (low.h + high.h) / 2;
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
