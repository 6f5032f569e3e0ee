import type { Detector } from "./detector.ts";
import type { StreamPlan } from "./residual-stream.ts";
import { monitor } from "./tune-limit.ts";

export interface Delay {
  /** Mean frames from the change to the alarm, over runs that alarm after it, with half the width of its 95 % interval. */
  readonly mean: number;
  readonly halfWidth: number;
  readonly median: number;
  /** Share of runs that had not alarmed when the stream ended. */
  readonly missed: number;
  /** Runs that alarmed before the change; they count neither for nor against. */
  readonly early: number;
  readonly runs: number;
}

/** Delay of a change that comes after `framesBefore` quiet frames (500 is steady state, 0 the worst case). */
export function measureDelay(
  detector: Detector,
  { limit, runs, seed, plan }: { limit: number; runs: number; seed: number; plan: StreamPlan },
): Delay {
  const delays: number[] = [];
  let missed = 0;
  let early = 0;
  for (let run = 0; run < runs; run++) {
    const alarm = firstAlarm(detector, { ...plan, seed: seed + run }, limit);
    if (alarm === null) missed++;
    else if (alarm <= plan.framesBefore) early++;
    else delays.push(alarm - plan.framesBefore);
  }
  return { ...summarise(delays), missed: missed / Math.max(1, runs - early), early, runs };
}

function firstAlarm(detector: Detector, plan: StreamPlan, limit: number): number | null {
  let alarm: number | null = null;
  monitor(detector, plan, (statistic, frame) => {
    if (statistic >= limit) alarm = frame;
    return alarm !== null;
  });
  return alarm;
}

function summarise(delays: number[]): Pick<Delay, "mean" | "halfWidth" | "median"> {
  if (delays.length === 0) return { mean: Number.NaN, halfWidth: Number.NaN, median: Number.NaN };
  const mean = delays.reduce((total, delay) => total + delay, 0) / delays.length;
  const variance =
    delays.reduce((total, delay) => total + (delay - mean) ** 2, 0) / Math.max(1, delays.length - 1);
  const sorted = delays.toSorted((a, b) => a - b);
  return {
    mean,
    halfWidth: 1.96 * Math.sqrt(variance / delays.length),
    median: sorted[Math.floor(sorted.length / 2)]!,
  };
}
