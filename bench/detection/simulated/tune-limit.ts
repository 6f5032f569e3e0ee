import type { Detector } from "./textbook-detectors.ts";
import { channelCount, generateResiduals, type StreamPlan } from "./residual-stream.ts";

/** What equal footing means: this probability of a false alarm within this many monitored frames. */
export interface FalseAlarmTarget {
  readonly frames: number;
  readonly probability: number;
}

/** An in-control run length of 1e4 frames gives 1 − e^(−0.2) = 0.181 within 2,000 (design page scoring, 0.2). */
export const target: FalseAlarmTarget = { frames: 2_000, probability: 1 - Math.exp(-0.2) };

/** The largest statistic of each of some fault-free runs: what any limit's false alarms are read off. */
export function largestStatistics(
  detector: Detector,
  { runs, seed, plan }: { runs: number; seed: number; plan: StreamPlan },
): number[] {
  return Array.from({ length: runs }, (_, run) => {
    let largest = Number.NEGATIVE_INFINITY;
    const inControl = {
      ...plan,
      seed: seed + run,
      change: null,
      framesBefore: target.frames,
      framesAfter: 0,
    };
    monitor(detector, inControl, (statistic) => {
      largest = Math.max(largest, statistic);
      return false;
    });
    return largest;
  });
}

/** Feeds a detector a whole stream; `visit` says whether to stop after a monitored frame (counted from 1). */
export function monitor(
  detector: Detector,
  plan: StreamPlan,
  visit: (statistic: number, frame: number) => boolean,
): void {
  const rows = generateResiduals(plan);
  const step = detector.start(rows.subarray(0, plan.baselineFrames * channelCount), plan.baselineFrames);
  const monitored = plan.framesBefore + plan.framesAfter;
  for (let frame = 1; frame <= monitored; frame++) {
    const at = (plan.baselineFrames + frame - 1) * channelCount;
    if (visit(step(rows.subarray(at, at + channelCount)), frame)) return;
  }
}
