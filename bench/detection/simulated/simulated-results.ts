import type { Delay } from "./measure-delay.ts";
import type { Calibration, Verdicts } from "./measure-verdicts.ts";
import type { Direction, Shape } from "./residual-stream.ts";

export interface Cell {
  readonly direction: Direction;
  readonly shape: Shape;
  /** σ; for a ramp σ a frame. */
  readonly size: number;
}

export interface DetectorRow {
  readonly detector: string;
  readonly tuning: {
    readonly limit: number;
    readonly parameter: string;
    /** Fault-free runs it was found on. */
    readonly runs: number;
    /** Share of fresh fault-free runs that alarm at that limit, and how many there were. */
    readonly probability: number;
    readonly freshRuns: number;
  };
  /** In the order of the cells. */
  readonly delays: readonly Delay[];
  readonly offline: boolean;
}

export interface FalseAlarms {
  readonly what: string;
  readonly runs: number;
  /** Shares of runs with an alarm within the target's frames: W at the limit tuned on 50-frame baselines and normal noise, … */
  readonly atTuned: number;
  /** … the product under its default limit, which also asks that no single frame decides, … */
  readonly breached: number;
  /** … and the plug-in CUSUM at the limit that would be right if mean and deviation were known. */
  readonly plugIn: number;
}

export interface SimulatedResults {
  readonly cells: readonly (Cell & { readonly bound: number | null; readonly bound1e5: number | null })[];
  readonly ours: DetectorRow;
  readonly atDefault: readonly Delay[];
  readonly others: readonly DetectorRow[];
  readonly falseAlarms: readonly FalseAlarms[];
  readonly verdicts: readonly Verdicts[];
  readonly confidence: Calibration;
  readonly peersRun: boolean;
  readonly skipped: readonly string[];
}

/** Missing more than a tenth of the faults makes the mean of the others no delay at all. */
export function effectiveDelay({ mean, missed }: Delay): number {
  return missed > 0.1 || mean === null ? Number.POSITIVE_INFINITY : mean;
}

/** Cells in which a detector is at least as fast as all others, and those in which it is at most a tenth behind the fastest. */
export function countLeads(
  ours: readonly Delay[],
  others: readonly (readonly Delay[])[],
): { readonly leading: number; readonly within: number; readonly cells: number } {
  const fastest = ours.map((_, at) => Math.min(...others.map((delays) => effectiveDelay(delays[at]!))));
  const mine = ours.map(effectiveDelay);
  return {
    leading: mine.filter((delay, at) => delay <= fastest[at]!).length,
    within: mine.filter((delay, at) => delay <= 1.1 * fastest[at]!).length,
    cells: ours.length,
  };
}
