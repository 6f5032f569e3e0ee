import type { Bench } from "../bench.ts";
import { directions, type Direction, type StreamPlan } from "./residual-stream.ts";
import { conditions, type Cell, type Condition } from "./simulated-results.ts";

/** How many runs of each kind are made. */
export interface Counts {
  readonly tune: number;
  readonly delay: number;
  readonly textbook: number;
  readonly falseAlarms: number;
  readonly verdicts: number;
  readonly framesAfter: number;
  /** At most so many, whatever the detector in Python is allowed for itself. */
  readonly peerTune: number;
  readonly peerDelay: number;
}

const quickCounts: Counts = {
  tune: 24,
  delay: 4,
  textbook: 60,
  falseAlarms: 6,
  verdicts: 3,
  framesAfter: 1_500,
  peerTune: 24,
  peerDelay: 4,
};
const fullCounts: Counts = {
  tune: 240,
  delay: 80,
  textbook: 1_000,
  falseAlarms: 120,
  verdicts: 50,
  framesAfter: 3_000,
  peerTune: 400,
  peerDelay: 150,
};

/** Fewer runs, never fewer than tell anything; the streams stay as long. */
export function countsOf({ full, share }: Pick<Bench, "full" | "share">): Counts {
  if (!full) return quickCounts;
  const of = (runs: number) => Math.max(12, Math.round(runs * share));
  return {
    tune: of(fullCounts.tune),
    delay: of(fullCounts.delay),
    textbook: of(fullCounts.textbook),
    falseAlarms: of(fullCounts.falseAlarms),
    verdicts: of(fullCounts.verdicts),
    framesAfter: fullCounts.framesAfter,
    peerTune: of(fullCounts.peerTune),
    peerDelay: of(fullCounts.peerDelay),
  };
}

const hardConditions = (Object.keys(conditions) as Condition[]).slice(1);

/** The changes every detector has to find, those under normal noise first. */
export const cells: readonly Cell[] = [
  ...(Object.keys(directions) as Direction[]).flatMap((direction) =>
    [0.5, 1, 2, 4].map((size): Cell => ({ condition: "normal noise", direction, shape: "step", size })),
  ),
  ...[0.01, 0.03, 0.1].map((size): Cell => ({
    condition: "normal noise",
    direction: "radar",
    shape: "ramp",
    size,
  })),
  { condition: "normal noise", direction: "radar", shape: "intermittent", size: 2 },
  ...hardConditions.flatMap((condition) =>
    (["radar", "camera oblique"] as const).flatMap((direction) =>
      [1, 2, 4].map((size): Cell => ({ condition, direction, shape: "step", size })),
    ),
  ),
];

/** Those after which the product's words are judged. */
export const verdictCells = (Object.keys(directions) as Direction[]).flatMap((direction) =>
  [1, 2, 4].map((size) => ({ direction, size })),
);

/** Fault-free streams that differ from those limits are tuned on. */
export const falseAlarmVariants: readonly {
  readonly what: string;
  readonly change: Partial<StreamPlan>;
}[] = [
  ...[20, 30, 50, 100, 200, 500].map((baselineFrames) => ({
    what: `baseline ${baselineFrames}`,
    change: { baselineFrames },
  })),
  ...hardConditions.map((condition) => ({ what: condition, change: conditions[condition] })),
  { what: "Student t, 3 degrees", change: { noise: "t3" } },
];

/** A vehicle's stream before anything is said of a change. */
export function planOf({ seed }: Pick<Bench, "seed">): StreamPlan {
  return {
    seed,
    noise: "normal",
    baselineFrames: 50,
    framesBefore: 0,
    framesAfter: 0,
    change: null,
    missing: 0,
  };
}

/** Streams of one cell are the same for every detector, and none is a tuning stream. */
export function planOfCell(bench: Pick<Bench, "seed">, at: number, counts: Counts): StreamPlan {
  const { condition, direction, shape, size } = cells[at]!;
  return {
    ...planOf(bench),
    ...conditions[condition],
    seed: bench.seed + 7_919 * (at + 1),
    framesBefore: 500,
    framesAfter: counts.framesAfter,
    change: { direction, shape, size },
  };
}

/** How far the seeds of the runs that check a tuned limit are from those it was tuned on. */
export const freshSeeds = 1_000_003;
