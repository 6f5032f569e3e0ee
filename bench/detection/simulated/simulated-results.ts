import type { Delay } from "./measure-delay.ts";
import type { Verdicts } from "./measure-verdicts.ts";
import type { Direction, Shape, StreamPlan } from "./residual-stream.ts";

/** What the fault-free streams are like that a limit is set on and a change is hidden in. */
export type Condition = keyof typeof conditions;

export const conditions = {
  "normal noise": {},
  "Student t, 5 degrees": { noise: "t5" },
  "1 % of values 10 σ out": { noise: "outliers-1-percent" },
  "lag-1 correlation 0.3": { noise: "ar-0.3" },
  "30 % of readings missing": { missing: 0.3 },
} as const satisfies Record<string, Partial<StreamPlan>>;

export interface Cell {
  readonly condition: Condition;
  readonly direction: Direction;
  readonly shape: Shape;
  /** σ; for a ramp σ a frame. */
  readonly size: number;
}

export interface Tuning {
  readonly limit: number;
  /** Fault-free runs it was found on. */
  readonly runs: number;
  /** Share of fresh fault-free runs that alarm at that limit, and how many there were. */
  readonly probability: number;
  readonly freshRuns: number;
}

export interface DetectorRow {
  readonly detector: string;
  /** What the limit is on. */
  readonly parameter: string;
  /** By condition; those a slow detector was spared are missing. */
  readonly tunings: Readonly<Partial<Record<Condition, Tuning>>>;
  /** In the order of the cells; null in conditions it was spared. */
  readonly delays: readonly (Delay | null)[];
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
  readonly peersRun: boolean;
  readonly skipped: readonly string[];
}

/** Missing more than a tenth of the faults makes the mean of the others no delay at all. */
export function effectiveDelay(delay: Delay | null): number {
  if (delay === null) return Number.POSITIVE_INFINITY;
  return delay.missed > 0.1 || delay.mean === null ? Number.POSITIVE_INFINITY : delay.mean;
}

export interface Leads {
  /** Cells in which a detector is at least as fast as all others … */
  readonly leading: number;
  /** … or at most a tenth behind the fastest … */
  readonly within: number;
  /** … and those in which another is faster by more than both 95 % intervals allow for. */
  readonly behind: number;
  /** Cells any other was measured in. */
  readonly cells: number;
}

export function countLeads(
  ours: readonly (Delay | null)[],
  others: readonly (readonly (Delay | null)[])[],
): Leads {
  const counted = { leading: 0, within: 0, behind: 0, cells: 0 };
  ours.forEach((mine, at) => {
    const theirs = others.flatMap((delays) => delays[at] ?? []);
    if (theirs.length === 0) return;
    const fastest = theirs.reduce((best, delay) =>
      effectiveDelay(delay) < effectiveDelay(best) ? delay : best,
    );
    const [delay, least] = [effectiveDelay(mine), effectiveDelay(fastest)];
    counted.cells++;
    if (delay <= least) counted.leading++;
    if (delay <= 1.1 * least) counted.within++;
    const slack = Math.hypot(mine?.halfWidth ?? 0, fastest.halfWidth ?? 0);
    if (delay - least > slack) counted.behind++;
  });
  return counted;
}
