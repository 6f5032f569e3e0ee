import type { Detector } from "./textbook-detectors.ts";
import type { StreamPlan } from "./residual-stream.ts";
import { monitor } from "./tune-limit.ts";

export interface Delay {
  /** Mean frames from the change to the alarm, over runs that alarm after it, with half the width of its 95 % interval. */
  readonly mean: number | null;
  readonly halfWidth: number | null;
  readonly median: number | null;
  /** Share of runs that had not alarmed when the stream ended. */
  readonly missed: number;
  /** Runs that alarmed before the change; they count neither for nor against. */
  readonly early: number;
  readonly runs: number;
}

/**
 * Delay of a change that comes after `framesBefore` quiet frames (500 is steady state, 0 the worst case), at each of some
 * limits, all read off the same runs.
 */
export function measureDelays(
  detector: Detector,
  { limits, runs, seed, plan }: { limits: readonly number[]; runs: number; seed: number; plan: StreamPlan },
): Delay[] {
  const alarms = Array.from({ length: runs }, (_, run) =>
    firstAlarms(detector, { ...plan, seed: seed + run }, limits),
  );
  return limits.map((_, at) =>
    summariseAlarms(
      alarms.map((run) => run[at]!),
      plan.framesBefore,
    ),
  );
}

/** Frame of the first alarm at each limit, from 1; null where there was none. */
function firstAlarms(detector: Detector, plan: StreamPlan, limits: readonly number[]): (number | null)[] {
  const alarms: (number | null)[] = limits.map(() => null);
  monitor(detector, plan, (statistic, frame) => {
    limits.forEach((limit, at) => {
      if (statistic >= limit) alarms[at] ??= frame;
    });
    return alarms.every((alarm) => alarm !== null);
  });
  return alarms;
}

/** Turns first alarms of runs whose change comes after `framesBefore` frames into a delay. */
export function summariseAlarms(alarms: readonly (number | null)[], framesBefore: number): Delay {
  const delays = alarms.flatMap((alarm) =>
    alarm !== null && alarm > framesBefore ? [alarm - framesBefore] : [],
  );
  const early = alarms.filter((alarm) => alarm !== null && alarm <= framesBefore).length;
  const runs = alarms.length;
  const missed = 1 - delays.length / Math.max(1, runs - early);
  if (delays.length === 0) return { mean: null, halfWidth: null, median: null, missed, early, runs };
  const mean = delays.reduce((total, delay) => total + delay, 0) / delays.length;
  const variance =
    delays.reduce((total, delay) => total + (delay - mean) ** 2, 0) / Math.max(1, delays.length - 1);
  const sorted = delays.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)]!;
  return { mean, halfWidth: 1.96 * Math.sqrt(variance / delays.length), median, missed, early, runs };
}
